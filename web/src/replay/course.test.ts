// Turns and scorings on the scrubber.
import { expect, it } from 'vitest';

import type { Entry } from '../generated/protocol';
import { neighbour, scoringsOf, turnAt, turnsOf } from './course';

const entry = (seq: number, ...events: object[]): Entry => ({ seq, at: 0, hinted: false, events }) as unknown as Entry;
const began = (seat: number) => ({ event: 'turn-began', seat });
const game = [
  entry(0, began(1)),
  entry(1, { event: 'passed', seat: 1 }, began(0)),
  entry(2),
  entry(3, { event: 'scored', round: 1, players: [] }, began(1)),
];

it('finds turns and scorings', () => {
  expect(turnsOf(game)).toEqual([
    { at: 0, seat: 1 },
    { at: 1, seat: 0 },
    { at: 3, seat: 1 },
  ]);
  expect(scoringsOf(game)).toEqual([{ at: 3, round: 1 }]);
});

it('goes from turn to turn and stops at the ends', () => {
  const turns = turnsOf(game);
  expect([0, 1, 2, 3].map((n) => turnAt(turns, n))).toEqual([1, 2, 2, 3]);
  expect(neighbour(turns, 0, 'on', 3)).toBe(1);
  expect(neighbour(turns, 1, 'on', 3)).toBe(3);
  expect(neighbour(turns, 3, 'on', 3)).toBe(3);
  expect(neighbour(turns, 2, 'back', 3)).toBe(1);
  expect(neighbour(turns, 0, 'back', 3)).toBe(0);
});
