// When a standing pass is offered, and which.
import { describe, expect, it } from 'vitest';

import type { Entry, Tally, View } from '../generated/protocol';
import { isAskedOften, presetsOf } from './standing';

const entry = (seat: number, event: string): Entry => ({ seat, events: [{ event, seat }] }) as unknown as Entry;

describe('a standing pass is offered', () => {
  const pass = entry(0, 'passed');
  it.each([
    { when: 'at the first question', entries: [entry(0, 'took'), entry(1, 'passed')], often: true },
    { when: 'not at the second', entries: [pass], often: false },
    {
      when: 'after three passes in a row',
      entries: [pass, entry(0, 'took'), pass, entry(1, 'stole'), pass],
      often: true,
    },
    { when: 'not while one acts now and then', entries: [pass, pass, entry(0, 'stole'), pass], often: false },
    { when: 'not while the vizier is used', entries: [pass, entry(0, 'vizier-used'), pass], often: false },
  ])('$when', ({ entries, often }) => {
    expect(isAskedOften(entries, 0)).toBe(often);
  });
});

describe('what is offered follows from what lies open', () => {
  const count = (...buildings: number[]) =>
    ({ count: { buildings, granada: [], huts: [], bonus: [] } }) as unknown as Tally;
  const view = (display: string[], modules = ['vizier', 'thieves']): View =>
    ({
      ruleset: { modules },
      table: { display, market: [null, null, null, null] },
      players: [{ vizier: 'awake' }, { vizier: 'asleep' }],
    }) as unknown as View;
  const tallies = [count(2, 1, 0, 0, 0, 1), count(1, 1, 0, 0, 0, 3)];

  it('kinds that one leads, a card above the open ones, and the next scoring', () => {
    const presets = presetsOf(view(['fl3', 'de7']), tallies, 0);
    expect(presets.map(({ buildings, value, asks }) => ({ buildings, value, asks }))).toEqual([
      { buildings: ['pavilion', 'seraglio'], value: null, asks: false },
      { buildings: [], value: 8, asks: false },
      { buildings: [], value: null, asks: false },
    ]);
    expect(presets[2]?.pass).toEqual({ vizier: { when: 'pass' }, thieves: { when: 'pass' }, until_scoring: true });
  });

  it('says that it would ask now, where there is no higher card', () => {
    expect(presetsOf(view(['fl9']), tallies, 0)[1]).toMatchObject({ value: 9, asks: true });
  });

  it('speaks of no piece that is not in the game', () => {
    expect(presetsOf(view([], ['vizier']), tallies, 0).map((it) => it.value)).toEqual([null, null]);
  });
});
