// People play: a newcomer by clicking, two friends over a link, somebody with the keyboard alone, on a phone, and one who watches.
import { afterAll, beforeAll, expect, it } from 'vitest';

import { expectAccessible, House, Line, phone } from './house';
import { carryByFinger, carryByMouse, click, playOn, press } from './player';
import { dealt, lessonRecord, sitDown } from './tables';

let house: House;
beforeAll(async () => {
  house = await House.open();
});
afterAll(() => house.close());

it('a newcomer comes from the start page to a finished game against bots by clicking only', async () => {
  const { page, troubles } = await house.visitor();
  await page.goto('/');
  await page.getByRole('button', { name: /Play now/ }).click();
  await page.waitForURL('**/t/*');
  const seen = new Set<string>();
  await playOn(page, click, async (_, chance) => {
    // Every phase is looked at once.
    if (seen.has(chance)) return;
    seen.add(chance);
    await expectAccessible(page);
    const scrolls = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
    expect(scrolls).toBeLessThanOrEqual(0);
  });
  await page.getByRole('link', { name: 'See the result' }).click();
  await page.waitForURL('**/g/*');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByText('Where the points came from').waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Replay' }).click();
  await page.getByRole('button', { name: 'Next turn' }).click();
  await expectAccessible(page);
  expect(troubles).toEqual([]);
});

it('two people play each other by link; one reloads, one drops the connection', async () => {
  const host = await house.visitor();
  const line = await Line.lay(host.page);
  await host.page.goto('/new');
  await host.page.getByLabel('Seat 2').selectOption('open');
  await host.page.getByRole('button', { name: 'One seat fewer' }).click();
  await host.page.getByRole('button', { name: 'One seat fewer' }).click();
  await host.page.getByRole('button', { name: 'Open the table' }).click();
  await host.page.waitForURL('**/t/*');
  await host.page.getByText('Invite').waitFor();
  await expectAccessible(host.page);

  const guest = await house.visitor();
  await guest.page.goto(host.page.url());
  await guest.page.getByRole('button', { name: 'Sit here' }).click();
  await host.page.getByRole('button', { name: 'Start with 2' }).click();

  const both = [host, guest];
  let over = 0;
  for (let n = 0; over < 2; n++) {
    if (n > 20_000) throw new Error('the game does not end');
    over = 0;
    for (const { page } of both) if ((await click(page)) === 'over') over += 1;
    if (n === 20) await guest.page.reload();
    if (n === 40) {
      const lost = host.page.getByText('Connection lost. Trying again');
      line.cut();
      await lost.waitFor();
      line.mend();
      await lost.waitFor({ state: 'detached' });
    }
  }
  const winner = async (page: typeof host.page) => {
    await page.getByRole('link', { name: 'See the result' }).click();
    await page.getByText('Where the points came from').waitFor();
    return page.getByRole('heading', { level: 1 }).innerText();
  };
  expect(await winner(host.page)).toBe(await winner(guest.page));
  for (const { troubles } of both) expect(troubles).toEqual([]);
});

it('a whole game is played with the keyboard alone', async () => {
  const { page, troubles } = await house.visitor();
  await page.goto('/');
  await page.getByRole('button', { name: /Play now/ }).waitFor();
  for (let i = 0; i < 20; i++) {
    await page.keyboard.press('Tab');
    if (await page.evaluate(() => document.activeElement?.classList.contains('choice') ?? false)) break;
  }
  await page.keyboard.press('Enter');
  await page.waitForURL('**/t/*');
  await playOn(page, press);
  expect(troubles).toEqual([]);
});

it('a game is played in German on a phone', async () => {
  const { page, troubles } = await house.visitor({ viewport: phone, locale: 'de', hasTouch: true, isMobile: true });
  await page.goto('/');
  await page.getByRole('button', { name: /Sofort spielen/ }).tap();
  await page.waitForURL('**/t/*');
  const seen = new Set<string>();
  await playOn(page, click, async (_, chance) => {
    if (seen.has(chance)) return;
    seen.add(chance);
    await expectAccessible(page);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wide).toBeLessThanOrEqual(0);
  });
  await page.getByRole('link', { name: 'Ergebnis ansehen' }).click();
  await page.getByText('Woher die Punkte kamen').waitFor();
  await expectAccessible(page);
  expect(troubles).toEqual([]);
});

it.each([
  { with: 'the mouse', carry: carryByMouse, options: {} },
  { with: 'a finger', carry: carryByFinger, options: { viewport: phone, hasTouch: true, isMobile: true } },
])('cards and tiles are carried with $with', async ({ carry, options }) => {
  const { page, troubles } = await house.visitor(options);
  const built = page.locator('.board [data-tile]');

  // An open card into the hand.
  await sitDown(page, { record: lessonRecord });
  await page.locator('.display [data-carry]').first().waitFor();
  const nCards = await page.locator('[data-card]').count();
  await carry(page, page.locator('.display [data-carry]').first(), page.locator('[data-drop=hand]').last());
  await expect.poll(() => page.locator('[data-card]').count()).toBe(nCards + 1);

  // A bought tile onto a cell.
  await sitDown(page, { record: lessonRecord, n: 10 });
  await page.locator('.cell.active').first().waitFor();
  const nTiles = await built.count();
  await carry(page, page.locator('.big'), page.locator('.cell.active').first());
  await expect.poll(() => built.count()).toBe(nTiles + 1);

  // A built tile into the reserve.
  await sitDown(page, { record: lessonRecord, n: 17 });
  await page.getByRole('button', { name: 'Redesign' }).click();
  const before = await built.count();
  await carry(page, page.locator('.cell[data-carry]').first(), page.locator('[data-drop=reserve]').first());
  await expect.poll(() => built.count()).toBe(before - 1);
  expect(troubles).toEqual([]);
});

it('a spectator sees the table, but no hand', async () => {
  const host = await house.visitor();
  await sitDown(host.page, { record: dealt('alhambra 3', 1) });
  await host.page.locator('.hand [data-card]').first().waitFor();
  const watcher = await house.visitor();
  await watcher.page.goto(host.page.url());
  await watcher.page.locator('.market').waitFor();
  expect(await watcher.page.locator('[data-card]').count()).toBe(0);
  await expectAccessible(watcher.page);
  expect(watcher.troubles).toEqual([]);
  expect(host.troubles).toEqual([]);
});
