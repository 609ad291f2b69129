// What is told to whoever comes back, and what a turn has been so far.
import { expect, test } from 'vitest';

import type { Entry } from '../generated/protocol';
import { actsOfTurn, sinceLastAct } from './missed';

const entry = (seq: number, seat: number, more: Partial<Entry> = {}): Entry => ({
  seq,
  seat,
  at: 0,
  action: null,
  notation: '',
  events: [],
  hinted: false,
  took_back: null,
  ...more,
});
const seqs = (entries: Entry[]): number[] => entries.map((it) => it.seq);

test('what the others did after one’s own last act', () => {
  const entries = [entry(1, 0), entry(2, 1), entry(3, 2), entry(4, 1)];
  expect(seqs(sinceLastAct(entries, 0))).toEqual([2, 3, 4]);
  expect(sinceLastAct(entries, 1)).toEqual([]);
});

test('nothing before the first own act, and nothing that was taken back', () => {
  expect(sinceLastAct([entry(1, 1)], 0)).toEqual([]);
  const entries = [entry(1, 0), entry(2, 1), entry(3, 1, { took_back: 2 }), entry(4, 1)];
  expect(seqs(sinceLastAct(entries, 0))).toEqual([4]);
});

test('the acts of the own turn', () => {
  const began = { events: [{ event: 'turn-began' as const, seat: 0 }] };
  const entries = [entry(1, 0), entry(2, 1, began), entry(3, 0), entry(4, 0), entry(5, 0, { took_back: 4 })];
  expect(seqs(actsOfTurn(entries, 0))).toEqual([3]);
  expect(actsOfTurn(entries, 2)).toEqual([]);
});
