// Who is first in a majority.
import { expect, it } from 'vitest';

import type { Count } from '../generated/protocol';
import { firstInCity, leadsOf } from './ledger';

const count = (n: number, best: number) => ({ granada: [{ n, best }] }) as unknown as Count;

it('breaks ties of Granada by the dearest tile (G-SCORE-2)', () => {
  expect(firstInCity([count(4, 9), count(4, 12), count(2, 13)], 0)).toEqual([false, true, false]);
  expect(firstInCity([count(3, 4), count(2, 13)], 0)).toEqual([true, false]);
  expect(firstInCity([count(0, 0), count(0, 0), undefined], 0)).toEqual([false, false, false]);
});

it('leads where nobody else has as many', () => {
  const built = (...buildings: number[]) =>
    ({ buildings, huts: [0, 0], bonus: [0, 0], granada: [] }) as unknown as Count;
  expect(leadsOf([built(1, 2), built(1, 1), built(0, 0)], 'alhambra')).toEqual([['seraglio'], [], []]);
  expect(leadsOf([built(0, 0), built(0, 0)], 'alhambra')).toEqual([[], []]);
});
