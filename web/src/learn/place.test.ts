// The panel of a lesson keeps clear of what it speaks of.
import { expect, it } from 'vitest';

import { overlap, placeFor } from './place';

const screen = { width: 1280, height: 720 };
const size = { width: 340, height: 180 };

it('measures what two boxes share', () => {
  expect(overlap({ x: 0, y: 0, width: 10, height: 10 }, { x: 5, y: 8, width: 10, height: 10 })).toBe(10);
  expect(overlap({ x: 0, y: 0, width: 10, height: 10 }, { x: 10, y: 0, width: 10, height: 10 })).toBe(0);
});

it('goes where it covers nothing', () => {
  const kept = [{ x: 0, y: 300, width: 1280, height: 420, weight: 1 }];
  const at = placeFor(size, screen, kept, null);
  expect(at.y + size.height).toBeLessThanOrEqual(300);
});

it('covers what hurts least if it has to cover something', () => {
  const kept = [
    { x: 0, y: 0, width: 1280, height: 720, weight: 1 },
    { x: 0, y: 0, width: 800, height: 720, weight: 9 },
  ];
  expect(placeFor(size, screen, kept, null).x).toBeGreaterThanOrEqual(800);
});

it('stays where it is, inside the screen, if nothing is better', () => {
  expect(placeFor(size, screen, [], { x: 200, y: 100 })).toEqual({ x: 200, y: 100 });
  expect(placeFor(size, screen, [], { x: 2000, y: 100 })).toEqual({ x: 930, y: 100 });
});
