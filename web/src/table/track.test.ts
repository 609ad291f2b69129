// The pills of the score track.
import { expect, test } from 'vitest';

import { laneOut, rangeOf } from './track';

const run = (...scores: number[]) => scores.map((score, seat) => ({ seat, initial: 'ABCDEF'.charAt(seat), score }));

test('the track grows with the best score', () => {
  expect([0, 60, 61, 150, 240, 241].map(rangeOf)).toEqual([60, 60, 100, 160, 240, 300]);
});

test('equal scores share one pill', () => {
  const pills = laneOut(run(4, 4, 9), 60, 600);
  expect(pills.map((it) => it.players.map((player) => player.initial).join(''))).toEqual(['AB', 'C']);
});

test('no pill lies over another, however close the scores', () => {
  const pills = laneOut(run(10, 11, 12, 13, 14, 15), 60, 600);
  for (const lane of [0, 1]) {
    const row = pills.filter((it) => it.lane === lane);
    row.slice(1).forEach((it, i) => {
      const before = row[i];
      expect(it.x - it.width / 2).toBeGreaterThan((before?.x ?? 0) + (before?.width ?? 0) / 2);
    });
  }
});
