// The line along a wall: straight, around an outer corner, into an inner one.
import { expect, test } from 'vitest';

import { beadsOf, pathOf, traceOf } from './trace';

const origin = { x: 0, y: 0 };

test('a single wall is followed outside its side', () => {
  expect(traceOf([{ cell: 'o', side: 'n' }], 100, origin)).toEqual([
    { x: 0, y: -6 },
    { x: 100, y: -6 },
  ]);
});

test('an outer corner is mitred', () => {
  const sides = [
    { cell: 'o', side: 'n' },
    { cell: 'o', side: 'e' },
  ];
  expect(pathOf(traceOf(sides, 100, origin))).toBe('M0.0 -6.0L106.0 -6.0L106.0 100.0');
});

test('an inner corner is cut short, whichever way the wall is told', () => {
  const sides = [
    { cell: 'o', side: 'e' },
    { cell: 's1e1', side: 'n' },
  ];
  expect(pathOf(traceOf(sides, 100, origin))).toBe('M106.0 0.0L106.0 94.0L200.0 94.0');
  expect(pathOf(traceOf([...sides].reverse(), 100, origin))).toBe('M200.0 94.0L106.0 94.0L106.0 0.0');
});

test('no wall is no line', () => {
  expect(pathOf(traceOf([], 100, origin))).toBe('');
});

test('beads count every fifth side and the last', () => {
  const along = (n: number) => Array.from({ length: n }, (_, i) => ({ cell: i ? `e${i}` : 'o', side: 'n' }));
  expect(beadsOf(along(3), 100, origin)).toEqual([{ n: 3, x: 250, y: -6 }]);
  expect(beadsOf(along(12), 100, origin).map(({ n }) => n)).toEqual([5, 10, 12]);
  // Two beads never lie on each other.
  expect(beadsOf(along(11), 100, origin).map(({ n }) => n)).toEqual([5, 11]);
});
