// Every game and every module is played to its end by clicks, and whatever a module brings is used.
//
// Whole games take long and are played with `cargo xtask browser --all` alone.
import { readFileSync } from 'node:fs';

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { explore } from './explorer';
import { expectAccessible, House, phone } from './house';
import { dealt, sitDown, type Laid } from './tables';

let house: House;
beforeAll(async () => {
  house = await House.open();
});
afterAll(() => house.close());

const everything = readFileSync('../games/all-eleven-modules-three-players.txt', 'utf8');
const ALL = 'vizier bureaux bonus-cards huts walls thieves change street-trader camps bazaars falconers';

/** What is done with the material of each module, as the notation writes it. */
const acts: [module: string, act: RegExp][] = [
  ['vizier', /^wake/],
  ['bureaux', /^bureau /],
  ['bonus-cards', /^reveal /],
  ['huts', /^hut /],
  ['walls', /^walls /],
  ['thieves', /^steal /],
  ['change', /^buy .*\*/],
  ['street-trader', /^citizens /],
  ['street-trader', /^trader /],
  ['camps', /^buy K/],
  ['bazaars', /^buy z/],
  ['falconers', /^falcon /],
];

/** Plays a laid table to its end, and looks at it now and then. */
async function playOut(page: Page, table: Laid): Promise<void> {
  await sitDown(page, table);
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
}

const games = [
  ...ALL.split(' ').map((module) => ({ ruleset: `alhambra 3 ${module}` })),
  { ruleset: 'granada 3' },
  { ruleset: 'granada 3 simplified' },
  { ruleset: 'both 3' },
  { ruleset: `alhambra 3 ${ALL}` },
];

it.runIf(process.env['ALHAMBRA_ALL']).each(games)('$ruleset', async ({ ruleset }) => {
  const { page, troubles } = await house.visitor();
  await playOut(page, { record: dealt(ruleset, 1) });
  expect(troubles).toEqual([]);
  await page.context().close();
});

it.each(acts)('%s: %s by clicks', async (module, act) => {
  const { page, troubles } = await house.visitor();
  const done: string[] = [];
  page.on('websocket', (line) =>
    line.on('framesent', ({ payload }) => {
      const asked = /"ask":"act".*"action":"([^"]+)"/.exec(payload.toString())?.[1];
      if (asked) done.push(asked);
    }),
  );
  // Where somebody did it in the recorded game, the visitor can do it.
  const actions = everything.split('\n').filter((it) => /^\d /.test(it));
  const n = actions.findIndex((it) => act.test(it.slice(2)));
  await sitDown(page, { record: everything, n, mine: [Number(actions[n]?.[0])] });
  // The market offers as much for the same cards: the bazaar is chosen first, and what was begun is finished.
  if (module === 'bazaars') {
    await page.locator('.yard button', { hasText: /^Bazaars/ }).click();
    await page.locator('.bazaar:has(.exact)').first().click();
  }
  const isDone = () => done.some((it) => act.test(it));
  await explore(page, undefined, isDone);
  expect(isDone(), `instead: ${done.join(', ')}`).toBe(true);
  expect(troubles).toEqual([]);
  await page.context().close();
});

const pocket = { viewport: phone, hasTouch: true, isMobile: true };

it.runIf(process.env['ALHAMBRA_ALL'])('all modules on a phone', async () => {
  const { page, troubles } = await house.visitor(pocket);
  await playOut(page, { record: dealt(`alhambra 3 ${ALL}`, 1) });
  expect(troubles).toEqual([]);
});

it.each([
  { on: 'a screen', options: {} },
  { on: 'a phone', options: pocket },
])('the last turns of a game with all modules, on $on', async ({ options }) => {
  const { page, troubles } = await house.visitor(options);
  await playOut(page, { record: everything, n: 640 });
  expect(troubles).toEqual([]);
});
