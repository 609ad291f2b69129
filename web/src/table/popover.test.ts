// Where popovers stand.
import { expect, test } from 'vitest';

import { popoverAt, type Box } from './popover';

const board = { width: 700, height: 480 };
const size = { width: 240, height: 40 };
const cell = (x: number, y: number): Box => ({ x, y, width: 60, height: 60 });
const covers = ({ x, y }: { x: number; y: number }, it: Box): boolean =>
  x < it.x + it.width && it.x < x + size.width && y < it.y + it.height && it.y < y + size.height;

test('a popover stands above its cell', () => {
  expect(popoverAt(cell(300, 200), size, [], board)).toEqual({ x: 210, y: 150 });
});

test('it stays on the board', () => {
  expect(popoverAt(cell(640, 200), size, [], board)).toEqual({ x: 452, y: 150 });
  const low = popoverAt(cell(300, 20), size, [], board);
  expect(covers(low, cell(300, 20))).toBe(false);
});

test('it covers no other cell that can be chosen', () => {
  const chosen = cell(300, 200);
  const ring = [cell(300, 140), cell(360, 200), cell(240, 200), cell(300, 260)];
  const place = popoverAt(chosen, size, ring, board);
  for (const it of [chosen, ...ring]) expect(covers(place, it)).toBe(false);
});

test('where everything is full it covers least', () => {
  const rows = Array.from({ length: 7 }, (_, i) => ({ x: 0, y: i * 60, width: 700, height: 60 }));
  expect(popoverAt(cell(300, 200), size, rows, board).y).toBe(432);
});
