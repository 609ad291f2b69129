// Tables that live in the browser: games against bots, games around one device, lessons and replays need no server and no network.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { expectAccessible, House, phone, type Visitor } from './house';
import { click, playOn } from './player';

let house: House;
beforeAll(async () => {
  house = await House.open();
});
afterAll(() => house.close());

/** Switches the network off, after one visit. */
async function goOffline({ page, troubles }: Visitor): Promise<void> {
  await page.goto('/');
  await page.getByRole('button', { name: /Play now|Sofort spielen/ }).waitFor();
  // What a visit leaves behind is complete when the worker that serves it is ready.
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.reload();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  expect(troubles).toEqual([]);
  await page.context().setOffline(true);
  await page.reload();
}

/** What went wrong, but for the server that could not be reached. */
const mistakes = ({ troubles }: Visitor): string[] =>
  troubles.filter((it) => !/\/api\/|net::ERR_INTERNET_DISCONNECTED/.test(it));

const bots = (n: number) => [{ seat: 'me' }, ...Array.from({ length: n }, () => ({ seat: 'bot', level: 'greedy' }))];
const everything = [
  ...['vizier', 'bureaux', 'bonus-cards', 'huts', 'walls', 'thieves', 'change', 'street-trader', 'camps', 'bazaars'],
  'falconers',
];

/** Lets "Play now" play this. */
const wishing = (page: Page, wish: object) =>
  page.addInitScript((wish) => {
    localStorage['alhambra.play-now'] = JSON.stringify(wish);
  }, wish);

/** Goes from the start page to the table. */
async function playNow(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByRole('button', { name: /Play now|Sofort spielen/ }).click();
  await page.waitForURL('**/t/here-*');
}

/** Looks at the result, and at the game again until its review is complete. */
async function lookBack(page: Page): Promise<void> {
  await page.locator('a[href^="/g/"]').first().click();
  await page.waitForURL('**/g/here-*');
  await page.locator('.facts').waitFor();
  await expectAccessible(page);
  await page.locator('a[href$="/replay"]').first().click();
  await page.waitForURL('**/replay*');
  await page.locator('.seats').waitFor();
  await page.getByRole('button', { name: /Next turn|Nächster Zug/ }).click();
  // Everybody's chances at the beginning of every turn, up to the end.
  await page.locator('.course ol.points').waitFor({ state: 'attached' });
  await expectAccessible(page);
}

const games = [
  { name: 'the Alhambra', wish: { game: 'alhambra', modules: [], seats: bots(2) }, always: true },
  { name: 'all modules', wish: { game: 'alhambra', modules: everything, seats: bots(2) }, always: false },
  { name: 'Granada', wish: { game: 'granada', modules: ['vizier', 'bureaux'], seats: bots(2) }, always: false },
  { name: 'both together', wish: { game: 'both', modules: [], seats: bots(2) }, always: false },
];
const sizes = [
  { size: 'a desktop', options: {}, always: true },
  { size: 'a phone', options: { viewport: phone, locale: 'de', hasTouch: true, isMobile: true }, always: false },
];

describe.each(sizes.filter(({ always }) => always || process.env.ALHAMBRA_ALL))(
  'without a network, on $size',
  ({ options, always: usual }) => {
    const chosen = games.filter(({ always }) => (usual && always) || process.env.ALHAMBRA_ALL);
    it.runIf(chosen.length > 0).each(chosen)(
      '$name is played to its result, closed and opened in the middle',
      async ({ wish }) => {
        const visitor = await house.visitor({ ...options, keeps: true });
        const { page } = visitor;
        await wishing(page, wish);
        await goOffline(visitor);
        await playNow(page);
        await page.locator('.market').first().waitFor();
        const seen = new Set<string>();
        await playOn(page, click, async (n, chance) => {
          if (n === 25) await page.reload();
          if (seen.has(chance)) return;
          seen.add(chance);
          await expectAccessible(page);
        });
        await lookBack(page);
        // It stands in the list, too.
        await page.goto('/games');
        await page.locator('a[href^="/g/here-"]').waitFor();
        await expectAccessible(page);
        expect(mistakes(visitor)).toEqual([]);
        await page.context().close();
      },
    );
  },
);

it('a game goes on in one window at a time, and in the other when that is closed', async () => {
  const { page, troubles } = await house.visitor();
  await wishing(page, games[0]!.wish);
  await playNow(page);
  await page.locator('.market').waitFor();
  const second = await page.context().newPage();
  await second.goto(page.url());
  await second.getByText('This game is open in another window.').waitFor();
  await page.close();
  await second.locator('.market').waitFor();
  await second.getByText('This game is open in another window.').waitFor({ state: 'detached' });
  // Whoever wants to can take it over.
  const third = await page.context().newPage();
  await third.goto(second.url());
  await third.getByRole('button', { name: 'Play here' }).click();
  await third.locator('.market').waitFor();
  await second.getByText('This game is open in another window.').waitFor();
  await expectAccessible(second);
  expect(troubles).toEqual([]);
  await page.context().close();
});

it('friends are invited to a game of this browser, which goes on at the server from where it stands', async () => {
  const { page, troubles } = await house.visitor();
  await wishing(page, games[0]!.wish);
  await playNow(page);
  await page.locator('.market').waitFor();
  let n = 0;
  await playOn(page, async (it) => (n++ < 12 ? click(it) : 'over'));
  const here = page.url();
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Invite friends' }).click();
  await page.waitForURL((url) => /\/t\/(?!here-)/.test(url.pathname));
  await page.getByRole('note').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Start with 3' }).click();
  await page.locator('.market').waitFor();
  // The way to the former table leads there, and no list has it twice.
  const there = page.url();
  await page.goto(here);
  await page.waitForURL(there);
  await page.goto('/games');
  await page.locator('a[href^="/t/"]').first().waitFor();
  expect(await page.locator('a[href^="/t/here-"]').count()).toBe(0);
  expect(troubles).toEqual([]);
  await page.context().close();
});

it('one device goes around without a server', async () => {
  const visitor = await house.visitor({ keeps: true });
  const { page } = visitor;
  await goOffline(visitor);
  await page.getByRole('link', { name: /One device/ }).click();
  await page.getByRole('button', { name: 'Open the table' }).click();
  await page.waitForURL('**/t/here-*');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Start with/ }).click();
  await page.locator('.market').waitFor();
  await expectAccessible(page);
  expect(mistakes(visitor)).toEqual([]);
  await page.context().close();
});

it('the start page says what works and what waits for the network, and goes on by itself when it is back', async () => {
  const visitor = await house.visitor({ keeps: true });
  const { page } = visitor;
  await goOffline(visitor);
  await page.goto('/');
  await page.getByText('Games on this device go on.').waitFor();
  await page.getByText('needs the network').waitFor();
  await expectAccessible(page);
  await page.context().setOffline(false);
  await page.getByText('Games on this device go on.').waitFor({ state: 'detached' });
  await page.getByRole('link', { name: /Play with friends/ }).waitFor();
  expect(mistakes(visitor)).toEqual([]);
  await page.context().close();
});
