// Clocks tick only for whoever decides, and are read as people read them.
import { expect, test } from 'vitest';

import { leftOf, reading } from './clock';

const clock = { running: 1, left: [90_000, 61_000], now: 0 };

test('only the running clock loses time, and never below nothing', () => {
  expect(leftOf(clock, 0, 5000)).toBe(90_000);
  expect(leftOf(clock, 1, 5000)).toBe(56_000);
  expect(leftOf(clock, 1, 99_000)).toBe(0);
});

test('a started second is still there', () => {
  expect(reading(61_000)).toEqual({ face: '1:01' });
  expect(reading(60_001)).toEqual({ face: '1:01' });
  expect(reading(0)).toEqual({ face: '0:00' });
});

test('hours and days are told when there are any', () => {
  expect(reading(3_600_000)).toEqual({ face: '1:00:00' });
  expect(reading(26 * 3_600_000)).toEqual({ days: 1, hours: 2 });
});
