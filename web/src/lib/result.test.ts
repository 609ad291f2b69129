// How a finished game is told.
import { expect, it } from 'vitest';

import type { FinishedGame, ScoreSheet } from '../generated/protocol';
import { course, ranking, scale, totals } from './result';

const sheet = (buildings: ScoreSheet['buildings'], wall: number, more: Partial<ScoreSheet> = {}): ScoreSheet => ({
  buildings,
  granada: [0, 0, 0, 0, 0, 0, 0, 0, 0],
  wall,
  moat: 0,
  together: 0,
  camps: 0,
  bazaars: 0,
  falcons: 0,
  citizens: 0,
  ...more,
});

const game = (scores: number[], winners: number[]): FinishedGame =>
  ({
    seats: scores.map((score) => ({ score, scorings: [], walls: [], taken: [] })),
    winners,
  }) as unknown as FinishedGame;

it('adds the points up by source and leaves out what brought nothing', () => {
  const all = totals([sheet([1, 0, 0, 0, 0, 2], 3), sheet([4, 0, 0, 0, 0, 8], 5, { camps: 6 })]);
  expect(all.map(({ source, points }) => [source, points])).toEqual([
    ['pavilion', 5],
    ['tower', 10],
    ['wall', 8],
    ['camps', 6],
  ]);
});

it('ranks by points, the winners first, ties on one place', () => {
  const places = (scores: number[], winners: number[]) =>
    ranking(game(scores, winners)).map(({ seat, place }) => [seat, place]);
  expect(places([90, 106, 92, 92], [1])).toEqual([
    [1, 1],
    [2, 2],
    [3, 2],
    [0, 4],
  ]);
  expect(places([80, 80], [0, 1])).toEqual([
    [0, 1],
    [1, 1],
  ]);
  // Equal points, but the wall decided.
  expect(places([80, 80, 70], [1])).toEqual([
    [1, 1],
    [0, 2],
    [2, 3],
  ]);
});

it('follows the points through the scorings', () => {
  const one = game([20], [0]);
  one.seats[0]!.scorings = [sheet([1, 2, 0, 0, 0, 0], 2), sheet([4, 4, 0, 0, 0, 0], 7)];
  one.seats[0]!.walls = [2, 7];
  expect(course(one, 'points')).toEqual([[0, 5, 20]]);
  expect(course(one, 'walls')).toEqual([[0, 2, 7]]);
});

it('ends a scale on a round number', () => {
  expect(scale(106)).toEqual([0, 40, 80, 120]);
  expect(scale(13)).toEqual([0, 5, 10, 15]);
  expect(scale(1)).toEqual([0, 1]);
});
