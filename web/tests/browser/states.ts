// The main states of the client and how a page gets there: what is looked at for clipping and for accessibility.
import type { Page } from 'playwright-core';

import { click, look } from './player';
import { actionsOf, everything, lay, recorded, type Scene, scenes, simulated, turnAfter } from './scenes';
import { lessonRecord, sitDown } from './tables';

const steady = { timeout: 60_000 };

export interface State {
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

export const states: State[] = [
  page('start page', '/', 'h1'),
  page('new table', '/new', 'h1'),
  page('open tables', '/tables', 'h1'),
  page('my games', '/games', 'h1'),
  page('rules', '/rules/camps', 'h1'),
  page('rulings', '/rules/rulings', 'h1'),
  page('upload', '/replay', 'h1'),
  page('lesson', '/learn', '.veil'),
  {
    name: 'refusal in a lesson',
    reach: async (page) => {
      await page.goto('/learn/building');
      await page.locator('[data-cell="n1e1"]').click(steady);
      await page.locator('.pop.bad').waitFor(steady);
    },
  },
  { name: 'lobby', reach: (page) => openTable(page, 'open') },
  { name: 'lobby of one device', reach: (page) => openTable(page, 'me') },
  {
    name: 'question for a name',
    reach: async (page) => {
      // Not a page of the client, which might write down what it remembers of its visitor after that.
      await page.goto('/robots.txt');
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
    name: 'start page in company',
    reach: async (page) => {
      await company(page);
      await page.goto('/');
      await page.locator('.resumed').first().waitFor(steady);
      await page
        .getByRole('link', { name: /Bartholomäus/ })
        .first()
        .waitFor(steady);
    },
  },
  {
    name: 'open tables in company',
    reach: async (page) => {
      await company(page);
      await page.goto('/tables');
      await page
        .getByRole('link', { name: /Bartholomäus/ })
        .first()
        .waitFor(steady);
    },
  },
  {
    name: 'my games in company',
    reach: async (page) => {
      await company(page);
      await page.goto('/games');
      await page
        .getByRole('link', { name: /Bartholomäus/ })
        .first()
        .waitFor(steady);
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

/** Others wait for players and play, and so does the visitor. */
async function company(page: Page): Promise<void> {
  await sitDown(page, { record: lessonRecord, n: 8, name: 'Amina' });
  const others = await page
    .context()
    .browser()!
    .newContext({ baseURL: new URL(page.url()).origin });
  await others.request.get('/api/me');
  const open = async (seats: object[], start: boolean, modules: string[]) => {
    const settings = {
      ruleset: { game: 'alhambra', scoring: 'regular', players: seats.length, modules },
      visibility: 'public',
      pace: { pace: 'per-move', seconds: 90 },
      assistance: { hints: true, undo: true },
      fixed_seats: true,
      substitute: 'greedy',
    };
    const answer = await others.request.post('/api/tables', { data: { settings, seats, start } });
    if (!answer.ok()) throw new Error(await answer.text());
  };
  const [host, bot, free] = [
    { seat: 'me', name: 'Bartholomäus de Rosa' },
    { seat: 'bot', level: 'greedy' },
    { seat: 'open' },
  ];
  await open([host, free, free, free], false, ['vizier', 'huts', 'falconers']);
  await open([host, bot, free], false, []);
  await open([host, bot, bot, bot, bot, free], false, ['camps']);
  await open([host, bot, bot], true, []);
  await others.close();
}

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
