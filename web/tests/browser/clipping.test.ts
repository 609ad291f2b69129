// Nothing is cut off, covered or out of reach: every main state in every size, with text twice as large, in English and German.
//
// `cargo verify` looks at the sizes that are hardest, in German; `cargo xtask browser --all` at everything. One state alone:
// `ALHAMBRA_STATES=lobby`, with the environment that `cargo xtask browser` gives.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { faultsOf } from './clipping';
import { House } from './house';
import { click, look } from './player';
import { actionsOf, everything, lay, recorded, type Scene, scenes, simulated, turnAfter } from './scenes';
import { lessonRecord, sitDown } from './tables';

const steady = { timeout: 60_000 };
const all = !!process.env['ALHAMBRA_ALL'];
/** Only the states whose names contain this are looked at, to try one thing. */
const only = process.env['ALHAMBRA_STATES'] ?? '';

let house: House;
beforeAll(async () => {
  house = await House.open();
});
afterAll(() => house.close());

interface Size {
  width: number;
  height: number;
  /** Looked at on every change. */
  main?: true;
}
const sizes: Size[] = [
  { width: 360, height: 640, main: true },
  { width: 390, height: 844 },
  { width: 844, height: 390, main: true },
  { width: 820, height: 1180 },
  { width: 1024, height: 768, main: true },
  { width: 1280, height: 720, main: true },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
];
/** With text and everything else twice as large, half of the window is left. */
const twice = ({ width, height }: Size) => ({ width: width / 2, height: height / 2 });

interface State {
  name: string;
  /** Goes there on a desktop; other sizes follow from it. */
  reach: (page: Page) => Promise<void>;
}
const scene = (name: string, from: Partial<Scene> = {}): State => ({
  name,
  reach: (page) => lay(page, { ...(scenes.find((it) => it.name === name) as Scene), ...from, name }),
});
const page = (name: string, path: string, ready: string): State => ({
  name,
  reach: async (page) => {
    await page.goto(path);
    await page.locator(ready).filter({ visible: true }).first().waitFor(steady);
  },
});
const modules = turnAfter(everything, 0.6);
const drawer = (n: number, name: string): State =>
  scene(name, { record: everything, n: modules, press: [`.yard button:nth-child(${n})`] });

const states: State[] = [
  page('start page', '/', 'h1'),
  page('new table', '/new', 'h1'),
  page('open tables', '/tables', 'h1'),
  page('my games', '/games', 'h1'),
  page('rules', '/rules/camps', 'h1'),
  page('rulings', '/rules/rulings', 'h1'),
  page('upload', '/replay', 'h1'),
  page('lesson', '/learn', '.veil'),
  { name: 'lobby', reach: (page) => openTable(page, 'open') },
  { name: 'lobby of one device', reach: (page) => openTable(page, 'me') },
  {
    name: 'question for a name',
    reach: async (page) => {
      await page.goto('/');
      await page.evaluate(() => (localStorage['alhambra.name'] = JSON.stringify({ asked: false })));
      await openTable(page, 'open');
      await page.locator('dialog[open]').waitFor(steady);
    },
  },
  {
    name: 'settings',
    reach: async (page) => {
      await page.goto('/');
      await page.locator('.tools .icon-button').last().click(steady);
      await page.locator('dialog[open]').waitFor(steady);
    },
  },
  ...['base', 'purchase', 'preview', 'redesign', 'citizens', 'falcons', 'interrupt', 'granada', 'combined', 'dirk'].map(
    (name) => scene(name),
  ),
  scene('all-modules'),
  {
    name: 'majorities of the combined game',
    reach: async (page) => {
      await lay(page, scenes.find((it) => it.name === 'combined') as Scene);
      await page.locator('[role=tab]').nth(1).click(steady);
      await page.locator('[role=tab][aria-selected=true]').waitFor(steady);
    },
  },
  ...['huts', 'bazaars', 'walls', 'falcon supply', 'citizen supply', 'coins'].map((name, i) => drawer(i + 1, name)),
  {
    name: 'standing pass',
    reach: async (page) => {
      await lay(page, scenes.find((it) => it.name === 'interrupt') as Scene);
      await page.locator('.between, .often .more').first().click(steady);
      for (const three of await page.locator('.standing .three').all()) await three.locator('button').nth(2).click();
    },
  },
  {
    name: 'four players, all modules',
    reach: (page) => {
      const four = simulated('--players', '4', '--modules', 'all', '--seed', '7');
      return lay(page, { name: 'four', record: four, n: turnAfter(four, 0.6) });
    },
  },
  {
    name: 'six players, all modules',
    reach: (page) => {
      const six = simulated('--players', '6', '--modules', 'all', '--seed', '7');
      return lay(page, { name: 'six', record: six, n: turnAfter(six, 0.6) });
    },
  },
  {
    name: 'held action',
    reach: async (page) => {
      // Nobody confirms: the page's clock stands still.
      await page.clock.install();
      await page.goto('/');
      await page.evaluate(() => {
        localStorage['alhambra.settings'] = JSON.stringify({ speed: 'instant', volume: 0, confirm: true });
      });
      await sitDown(page, { record: lessonRecord });
      await page.clock.runFor(1000);
      await page.locator('.display .pick:not(.dim)').first().click(steady);
      await page.locator('.bar .main').click();
      await page.locator('.bar .ring').waitFor(steady);
    },
  },
  {
    name: 'hot seat',
    reach: async (page) => {
      await sitDown(page, { record: lessonRecord, mine: [0, 1], name: 'Amina' });
      await page.locator('.display .pick').first().click(steady);
      await page.locator('.bar .main').click();
      await page.locator('.cover').waitFor(steady);
    },
  },
  {
    name: 'menu',
    reach: async (page) => {
      await sitDown(page, { record: lessonRecord, n: 8 });
      await page.locator('header [aria-haspopup=dialog]').click(steady);
      await page.locator('dialog[open]').waitFor(steady);
    },
  },
  {
    name: 'scoring with modules',
    reach: (page) => toLedger(page, everything),
  },
  {
    name: 'scoring',
    reach: (page) => toLedger(page, lessonRecord),
  },
  {
    name: 'result',
    reach: async (page) => {
      await page.goto(`/g/${await finished(page)}`);
      await page.locator('.palace svg').first().waitFor(steady);
    },
  },
  {
    name: 'rematch',
    reach: async (page) => {
      const id = await finished(page);
      await page.goto(`/g/${id}`);
      await page.locator('.bar .btn.primary').click(steady);
      await page.waitForURL((url) => url.pathname.startsWith('/t/'));
      await page.goto(`/g/${id}`);
      await page.locator('section.bar').waitFor(steady);
      await page.locator('.palace svg').first().waitFor(steady);
    },
  },
  {
    name: 'shuffle',
    reach: async (page) => {
      await page.goto(`/g/${await finished(page)}/shuffle`);
      await page.locator('h1').waitFor(steady);
    },
  },
  {
    name: 'replay',
    reach: async (page) => {
      await page.goto(`/g/${await finished(page)}/replay?n=60`);
      await page.locator('.legend').waitFor(steady);
      await page.locator('.candidates .best').waitFor(steady);
    },
  },
];

/** Opens a table whose last seat is free, or for somebody else at this device. */
async function openTable(page: Page, last: 'open' | 'me'): Promise<void> {
  await page.goto('/new');
  await page.locator('select').last().waitFor(steady);
  await page.locator('select').last().selectOption(last);
  await page.locator('.btn.primary').last().click();
  await page.waitForURL('**/t/*');
  await page.locator('h1').waitFor(steady);
}
/** Sits down before the last turn of a game. */
async function lastTurn(page: Page, record: string): Promise<string> {
  const n = actionsOf(record).findLastIndex((it) => !/ build /.test(it));
  return sitDown(page, { record, n, mine: [Number(actionsOf(record)[n]?.[0])], name: 'Amina' });
}
/** Plays the last turn until the points are told. */
async function toLedger(page: Page, record: string): Promise<void> {
  await lastTurn(page, record);
  for (;;) {
    const chance = await look(page);
    if (chance === 'ledger' && (await page.locator('.stage').isVisible())) break;
    await click(page, chance);
  }
}
async function finished(page: Page): Promise<string> {
  const id = await lastTurn(page, recorded('first-lesson'));
  while ((await look(page)) !== 'over') await click(page);
  return id;
}

const looked = states.filter((it) => it.name.includes(only));
// German has the longer words.
describe.each(all ? ['en', 'de'] : ['de'])('%s', (locale) => {
  it.each(looked)('$name', async ({ reach }) => {
    const { page, troubles } = await house.visitor({ locale, hasTouch: true });
    await reach(page);
    const faults: string[] = [];
    const windows = sizes.filter((it) => all || it.main);
    const larger = windows.map((it) => ({ ...twice(it), zoomed: true }));
    for (const size of all ? [...windows, ...larger] : windows) {
      await page.setViewportSize(size);
      for (const fault of await faultsOf(page)) faults.push(`${size.width} × ${size.height}: ${fault}`);
    }
    expect(faults).toEqual([]);
    expect(troubles).toEqual([]);
    await page.context().close();
  });
});
