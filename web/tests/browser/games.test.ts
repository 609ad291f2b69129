// People play: a newcomer by clicking, two friends over a link, somebody with the keyboard alone, on a phone, and one who watches.
import { afterAll, beforeAll, expect, it } from 'vitest';

import { expectAccessible, House, phone } from './house';
import { click, playOn, press } from './player';

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
  let reloaded = false;
  let dropped = false;
  let over = 0;
  for (let n = 0; over < 2; n++) {
    if (n > 20_000) throw new Error('the game does not end');
    over = 0;
    for (const { page } of both) if ((await click(page)) === 'over') over += 1;
    if (n === 60 && !reloaded) {
      reloaded = true;
      await guest.page.reload();
    }
    if (n === 120 && !dropped) {
      dropped = true;
      await host.page.context().setOffline(true);
      await host.page.evaluate(() => dispatchEvent(new Event('drop-line')));
      await host.page.waitForTimeout(300);
      await host.page.context().setOffline(false);
    }
  }
  const score = async (page: typeof host.page) => {
    await page.getByRole('link', { name: 'See the result' }).click();
    return page.getByRole('heading', { level: 1 }).innerText();
  };
  expect(await score(host.page)).toBe(await score(guest.page));
  for (const { troubles } of both)
    expect(troubles.filter((it) => !it.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
});

it('a whole game is played with the keyboard alone', async () => {
  const { page, troubles } = await house.visitor();
  await page.goto('/');
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

it('a spectator sees the table, but no hand', async () => {
  const host = await house.visitor();
  await host.page.goto('/');
  await host.page.getByRole('button', { name: /Play now/ }).click();
  await host.page.waitForURL('**/t/*');
  await host.page.locator('.hand [data-card]').first().waitFor();
  const watcher = await house.visitor();
  await watcher.page.goto(host.page.url());
  await watcher.page.locator('.market').waitFor();
  expect(await watcher.page.locator('[data-card]').count()).toBe(0);
  await expectAccessible(watcher.page);
  expect(watcher.troubles).toEqual([]);
  expect(host.troubles).toEqual([]);
});
