// What a wish for a table becomes.
import { expect, it } from 'vitest';

import { allModules, drawn, firstGame, isSolo, moduleSets, newTable, resized, sameModules, setsFor } from './wish';

it('draws different modules, in the order of the boxes', () => {
  expect(drawn(allModules, 3, () => 0)).toEqual(['vizier', 'bureaux', 'bonus-cards']);
  expect(drawn(allModules, 3, () => 0.999)).toEqual(['camps', 'bazaars', 'falconers']);
  expect(drawn(['vizier', 'bureaux'], 3, () => 0.5)).toEqual(['vizier', 'bureaux']);
});

it('has sets of modules that exist and a set of them all', () => {
  for (const set of Object.values(moduleSets)) expect(set.every((module) => allModules.includes(module))).toBe(true);
  expect(sameModules(moduleSets.everything, [...allModules].reverse())).toBe(true);
  expect(sameModules(moduleSets.first, ['vizier'])).toBe(false);
});

it('offers no choice of modules twice', () => {
  expect(setsFor(new Set(allModules))).toEqual(['first', 'favours', 'walls', 'camps', 'everything']);
  // Granada: favours and everything are the same two.
  expect(setsFor(new Set(['vizier', 'bureaux'] as const))).toEqual(['first', 'camps', 'everything']);
});

it('adds and takes seats at the end', () => {
  const seats = resized(firstGame.seats, 6, { seat: 'open' });
  expect(seats.map(({ seat }) => seat)).toEqual(['me', 'bot', 'bot', 'bot', 'open', 'open']);
  expect(resized(seats, 2, { seat: 'open' }).map(({ seat }) => seat)).toEqual(['me', 'bot']);
});

it('starts at once only when nobody is waited for', () => {
  expect(isSolo(firstGame)).toBe(true);
  expect(isSolo({ ...firstGame, seats: [{ seat: 'me' }, { seat: 'open' }] })).toBe(false);
  expect(newTable(firstGame)).toMatchObject({
    start: false,
    settings: { ruleset: { game: 'alhambra', players: 4, modules: [], scoring: 'regular' }, visibility: 'link' },
  });
  expect(newTable({ ...firstGame, game: 'granada', simplified: true })).toMatchObject({
    start: false,
    settings: { ruleset: { scoring: 'simplified' } },
  });
  // Simplified scoring is Granada's alone.
  expect(newTable({ ...firstGame, simplified: true }).settings.ruleset.scoring).toBe('regular');
  // Only the combined game has two ways to end.
  const either = { ...firstGame, ending: 'either' } as const;
  expect(newTable({ ...either, game: 'both' }).settings.ruleset.ending).toBe('either');
  expect(newTable({ ...either, game: 'granada' }).settings.ruleset.ending).toBe('both');
  // Where a move may take a day, nobody sits there and waits.
  const days = { pace: 'per-move', seconds: 86_400 } as const;
  const waits = [firstGame, { ...firstGame, standIn: false }, { ...firstGame, pace: days }];
  expect(waits.map((wish) => newTable(wish).settings.patience)).toEqual([300, null, null]);
});
