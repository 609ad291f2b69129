// What of the bot's thoughts is shown.
import { describe, expect, it } from 'vitest';

import type { Candidate } from '../generated/protocol';
import { telling, worthNaming } from './candidates';

const candidate = (notation: string, weight: number): Candidate => ({
  notation,
  weight,
  action: { action: 'pass' },
  points: 0,
  margin: 0,
  win: 0,
  reasons: [],
});
const names = (list: Candidate[]): string[] => list.map(({ notation }) => notation);

describe('candidates worth naming', () => {
  it('leaves out what was hardly thought about', () => {
    const all = [candidate('take fl5', 0.9), candidate('take fl1', 0.09), candidate('pass', 0.01)];
    expect(names(worthNaming(all))).toEqual(['take fl5', 'take fl1']);
  });
  it('names the first one even if everything was thought about as little', () => {
    expect(names(worthNaming([candidate('pass', 0.01), candidate('wake', 0.01)]))).toEqual(['pass']);
  });
  it('names what was played as the last of five', () => {
    const all = ['a', 'b', 'c', 'd', 'e', 'f'].map((it) => candidate(it, 0.1));
    expect(names(worthNaming(all, 'f'))).toEqual(['a', 'b', 'c', 'd', 'f']);
    expect(names(worthNaming(all, 'b'))).toEqual(['a', 'b', 'c', 'd', 'e']);
  });
});

it('tells three reasons, and money only if there is nothing else to say', () => {
  const money = { reason: 'money', amount: 4 } as const;
  const short = { reason: 'short', tile: 'G10', by: 2 } as const;
  const extra = { reason: 'extra-action' } as const;
  const wall = { reason: 'wall', from: 3, to: 5 } as const;
  expect(telling([money])).toEqual([money]);
  expect(telling([money, short])).toEqual([short]);
  expect(telling([wall, extra, short, wall])).toEqual([wall, extra, short]);
});
