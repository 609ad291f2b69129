// The sheet of a phone.
import { expect, test } from 'vitest';

import { NO_PAY, NOTHING } from './selection';
import { needOf, settle } from './sheet';

const stops = { peek: 190, half: 458, full: 724 };

test.each([
  ['let go near a stop, it settles there', 440, 0, 'half'],
  ['slowly moved, it settles at the nearest', 300, 0.1, 'peek'],
  ['pushed up, it goes on to the next', 300, 0.6, 'half'],
  ['pushed up from the middle, it opens all the way', 470, 0.6, 'full'],
  ['pushed down, it goes on to the next', 430, -0.6, 'peek'],
  ['pushed beyond the last stop, it stays there', 720, -0.6, 'half'],
  ['pushed up at the top, it stays', 724, 2, 'full'],
])('%s', (_, height, speed, level) => {
  expect(settle(height, speed, stops)).toBe(level);
});

test('the sheet makes room for the palace, and comes up for everything else', () => {
  const placing = { what: 'placing' as const, tile: 'T9ne', cell: null, pay: NO_PAY };
  expect(needOf('place', { ...placing, way: 'build' }, null).level).toBe('peek');
  expect(needOf('place', { ...placing, way: 'keep' }, null).level).toBe('half');
  expect(needOf('turn', NOTHING, null)).toEqual({ tab: 'market', level: 'half' });
  expect(needOf('ask-bonus', NOTHING, null)).toEqual({ tab: 'hand', level: 'half' });
  expect(needOf('turn', NOTHING, 'standing').level).toBe('full');
  expect(needOf(null, NOTHING, null)).toEqual({ tab: null, level: 'half' });
});
