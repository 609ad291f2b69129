// Every game and every module is played to its end by clicks, and whatever a module brings is used.
//
// Whole games take long and are played with `cargo xtask browser --all` alone.
import { readFileSync } from 'node:fs';

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';

import type { Entry } from '../../src/generated/protocol';
import { explore } from './explorer';
import { expectAccessible, House, phone } from './house';
import { dealt, sitDown, type Laid } from './tables';

let house: House;
beforeAll(async () => {
  house = await House.open();
});
afterAll(() => house.close());

const ALL = 'vizier bureaux bonus-cards huts walls thieves change street-trader camps bazaars falconers';

/** Whether something of a module was used by the visitor. */
const used: Record<string, (entry: Entry) => boolean> = {
  vizier: ({ events }) => events.some((it) => it.event === 'vizier-used' && it.seat === 0),
  bureaux: ({ action }) => action?.action === 'take-bureau',
  'bonus-cards': ({ action }) => action?.action === 'reveal',
  huts: ({ action }) => action?.action === 'take-hut',
  walls: ({ action }) => action?.action === 'add-walls',
  thieves: ({ action }) => action?.action === 'steal',
  change: ({ events }) => events.some((it) => it.event === 'got-change' && it.seat === 0),
  'street-trader': ({ action }) => action?.action === 'lay-trader',
  camps: ({ notation }) => /^buy K/.test(notation ?? ''),
  bazaars: ({ notation }) => /^buy z/.test(notation ?? ''),
  falconers: ({ action }) => action?.action === 'buy-falcon',
};

/** Plays the game of a seed to its end, and says what the visitor did. */
function play(page: Page, ruleset: string, seed: number): Promise<Entry[]> {
  return playOut(page, { record: dealt(ruleset, seed) });
}

/** Plays a laid table to its end, looks at it now and then, and says what the first player did. */
async function playOut(page: Page, table: Laid): Promise<Entry[]> {
  const id = await sitDown(page, table);
  const seen = new Set<string>();
  await explore(page, async () => {
    // Every kind of decision is looked at once.
    const sight = await page.evaluate(() =>
      ['.interrupt', '.drawer', '.setup', '.stage', '.tray', '.slot .panel']
        .filter((it) => document.querySelector(it))
        .join(),
    );
    if (seen.has(sight)) return;
    seen.add(sight);
    await expectAccessible(page);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wide).toBeLessThanOrEqual(0);
  });
  const entries = await page.evaluate(
    async (id) => (await (await fetch(`/api/games/${id}/entries?as=0`)).json()) as unknown,
    id,
  );
  return (entries as Entry[]).filter((it) => it.seat === 0);
}

/** The modules of which nothing was used. */
const unused = (ruleset: string, entries: Entry[]): string[] =>
  ruleset.split(' ').filter((word) => word in used && !entries.some((it) => used[word]?.(it)));

const games = [
  ...ALL.split(' ').map((module) => ({ ruleset: `alhambra 3 ${module}`, seed: 1 })),
  { ruleset: 'granada 3', seed: 1 },
  { ruleset: 'granada 3 simplified', seed: 1 },
  { ruleset: 'both 3', seed: 1 },
  { ruleset: `alhambra 3 ${ALL}`, seed: 1 },
];

it.runIf(process.env['ALHAMBRA_ALL']).each(games)('$ruleset', async ({ ruleset, seed }) => {
  const { page, troubles } = await house.visitor();
  const entries = await play(page, ruleset, seed);
  expect(unused(ruleset, entries)).toEqual([]);
  expect(troubles).toEqual([]);
  await page.context().close();
});

const pocket = { viewport: phone, hasTouch: true, isMobile: true };

it.runIf(process.env['ALHAMBRA_ALL'])('all modules on a phone', async () => {
  const { page, troubles } = await house.visitor(pocket);
  await play(page, `alhambra 3 ${ALL}`, 1);
  expect(troubles).toEqual([]);
});

it.each([
  { on: 'a screen', options: {} },
  { on: 'a phone', options: pocket },
])('the last turns of a game with all modules, on $on', async ({ options }) => {
  const { page, troubles } = await house.visitor(options);
  const record = readFileSync('../games/all-eleven-modules-three-players.txt', 'utf8');
  await playOut(page, { record, n: 640 });
  expect(troubles).toEqual([]);
});
