// Turns and scorings on the scrubber.
import { expect, it } from 'vitest';

import type { Entry, Review } from '../generated/protocol';
import { boughtNext, chancesAt, neighbour, nextPoint, scoringsOf, standing, turnAt, turnsOf } from './course';

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

it('leaves out what was taken back', () => {
  const back = (seq: number, took_back: number): Entry => ({ ...entry(seq), took_back });
  const log = [entry(0), entry(1), entry(2), back(3, 2), entry(4), back(5, 4), back(6, 1), entry(7)];
  expect(standing(log)).toEqual([entry(0), { ...entry(7), seq: 1 }]);
});

const review: Review = {
  n_moments: 3,
  moments: [
    { n: 0, chances: [500, 500] },
    { n: 4, chances: [412, 588] },
    { n: 9, chances: [0, 1000] },
  ],
  turning_points: [
    { n: 0, seat: 0, lost: 88 },
    { n: 4, seat: 0, lost: 412 },
  ],
};

it('knows the chances at every moment', () => {
  expect([0, 3, 4, 8, 9, 20].map((n) => chancesAt(review, n)[0])).toEqual([50, 50, 41, 41, 0, 0]);
  expect(chancesAt({ ...review, moments: [] }, 3)).toEqual([]);
});

it('goes around the turning points', () => {
  expect([0, 3, 4, 9].map((n) => nextPoint(review, n)?.n)).toEqual([4, 4, 0, 0]);
  expect(nextPoint({ ...review, turning_points: [] }, 0)).toBeUndefined();
});

it('knows who bought what somebody left', () => {
  const bought = (seat: number, tile: string) => ({ event: 'bought', seat, tile });
  const log = [
    entry(0, began(0)),
    entry(1, began(1)),
    entry(2, bought(1, 'T9')),
    entry(3, began(0)),
    entry(4, bought(0, 'G8')),
    entry(5, bought(1, 'P2')),
  ];
  expect(boughtNext(log, 0, 0, 'T9')).toBe(1);
  // What the seat had another chance for was not taken away.
  expect(boughtNext(log, 0, 0, 'P2')).toBe(null);
  expect(boughtNext(log, 3, 0, 'G8')).toBe(null);
});
