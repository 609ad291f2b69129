// The shuffle as this browser takes part in it and checks it; the expected digests are those of docs/fairness.py.
import { beforeEach, expect, it, vi } from 'vitest';

import type { FinishedGame, Module, TableInfo } from '../generated/protocol';
import { agreeing, draws } from './draws';
import { sha256 } from './sha256';
import { check, due, remembered } from './shuffle';

const kept = new Map<string, string>();
vi.stubGlobal('localStorage', {
  getItem: (name: string) => kept.get(name) ?? null,
  setItem: (name: string, value: string) => kept.set(name, value),
});
beforeEach(() => kept.clear());

const seed = '52c82ae18edd02b79035817c20afb0326581ef2f1353948624a63c2dc580168b';
const nonce = '07'.repeat(16);
const fair = {
  id: 'k7m2p9q',
  seed,
  proof: {
    commitment: '4e1f1497348d59c901566f485dc172eb354d17cc9d04cf4dfd724cd69c8f00e0',
    secret: '01'.repeat(32),
    shares: [
      { commitment: 'cd2396aca92324377ffd7a75764a51c15449d42470a2c65397b69151ce05803d', nonce },
      { commitment: '035a30958c0955a4559e7b9e8c97967d4f03cf025e585388e8f25f469be37e2d', nonce: null },
      { commitment: null, nonce: null },
    ],
    seating: [1, 2, 0],
    opened_at: 0,
  },
} as unknown as FinishedGame;
const seats = fair.proof?.shares.map((share) => share.commitment ?? null) ?? [];
const own = { nonce, seal: fair.proof?.commitment ?? '', seats };
const changed = (some: object) => ({ ...fair, proof: { ...fair.proof, ...some } }) as unknown as FinishedGame;

it('finds a fair shuffle fair', () => {
  expect(check(fair, own)).toMatchObject({ sealed: 'ok', added: 'ok', opened: 'ok', seeded: 'ok', seated: 'ok' });
  expect(check(fair, undefined)?.added).toBe('ok');
  expect(check({ ...fair, proof: null } as unknown as FinishedGame, own)).toBeUndefined();
});

it('finds out what was changed', () => {
  expect(check(changed({ secret: '02'.repeat(32) }), own)).toMatchObject({ opened: 'wrong', seeded: 'wrong' });
  expect(check({ ...fair, seed: '00'.repeat(32) }, own)).toMatchObject({ opened: 'ok', seeded: 'wrong' });
  expect(check(changed({ seating: [0, 1, 2] }), own)?.seated).toBe('wrong');
  // Another seal than this browser saw, another list of seals, and the own number left out.
  expect(check(fair, { ...own, seal: '00'.repeat(32) })?.sealed).toBe('wrong');
  expect(check(fair, { ...own, seats: [seats[0] ?? null, null, null] })?.added).toBe('wrong');
  expect(check(fair, { ...own, nonce: '08'.repeat(16) })?.added).toBe('wrong');
  const nobody = (fair.proof?.shares ?? []).map(() => ({ commitment: null, nonce: null }));
  expect(check(changed({ shares: nobody }), undefined)?.added).toBe('unknown');
});

it('is bound first and shows its number when nothing can be changed any more', () => {
  const shuffle = { commitment: 'aa', seats: [null, null, null] as (string | null)[], revealing: false };
  const table = { id: 'k7m2p9q', status: 'gathering', yours: [1], shuffle } as unknown as TableInfo;
  const [commit] = due(table);
  if (commit?.ask !== 'commit') throw new Error('nothing was promised');
  const number = remembered('k7m2p9q')?.nonce ?? '';
  expect(commit).toMatchObject({ seat: 1, commitment: sha256(`alhambra-shuffle-1 nonce k7m2p9q ${number}`) });
  const bound = { ...shuffle, seats: [null, commit.commitment, null] };
  expect(due({ ...table, shuffle: bound })).toEqual([]);
  const revealing = { ...bound, revealing: true };
  expect(due({ ...table, shuffle: revealing })).toEqual([{ ask: 'reveal', seat: 1, nonce: number }]);
  expect(remembered('k7m2p9q')?.seats).toEqual(bound.seats);
  // Nothing is shown to a server that has another seal now, or another promise of ours.
  expect(due({ ...table, shuffle: { ...revealing, commitment: 'bb' } })).toEqual([]);
  expect(due({ ...table, shuffle: { ...revealing, seats: [null, 'cc', null] } })).toEqual([]);
});

it.each([
  ['alhambra', 3, [], 'cc79f4c8d4d687273fa93c287b443d20353ee5263abeed713dbf1a5bbda91ac8'],
  ['granada', 2, [], '21cbe4774f65389ff862c09e35c40a89dcd241d0271053517eb9941121b7fdca'],
  ['both', 4, ['bureaux'], '750e660e6cdc2eae1440f8b85afaf96ef1784f1c67cf005b4f8c78aabd7eb24a'],
  [
    'alhambra',
    5,
    ['bureaux', 'huts', 'walls', 'camps', 'bazaars'],
    '012fd4f0fb3bc5501065768e8f084394c89371e78de683d35b21eeaaf257ee14',
  ],
] as const)('lays %s for %i with %j', (game, players, modules, digest) => {
  const ruleset = {
    game,
    players,
    modules: modules as unknown as Module[],
    scoring: 'regular' as const,
    ending: 'both' as const,
  };
  const { tiles, granada, money } = draws(ruleset, seed);
  expect(sha256([...tiles, ...granada, ...money].join(' '))).toBe(digest);
});

it('counts what came as it had to', () => {
  expect(agreeing(['a', 'b', 'c'], ['a', 'b'])).toEqual({ right: 2, of: 2 });
  expect(agreeing(['a', 'b'], ['a', 'c', 'b'])).toEqual({ right: 1, of: 2 });
});
