// People among each other: playing again, lines that are hidden, spectators who may not write, somebody who lets all wait.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { faultsOf } from './clipping';
import { desktop, expectAccessible, House, phone, type Visitor } from './house';
import { finish } from './player';

let house: House;
beforeAll(async () => {
  house = await House.open('chance');
});
afterAll(() => house.close());

const sizes = [desktop, phone, { width: 1024, height: 768 }];
/** Looks at a page in the sizes that people have. */
async function expectWhole(page: Page): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size);
    expect(await faultsOf(page)).toEqual([]);
    await expectAccessible(page);
  }
  await page.setViewportSize(desktop);
}

/** A table for two people and Dirk, or with a bot besides; the game has begun. */
async function together(): Promise<{ host: Visitor; guest: Visitor; id: string }> {
  const [host, guest] = [await house.visitor(), await house.visitor()];
  await host.page.goto('/new');
  await host.page.getByLabel('Seat 2').selectOption('open');
  await host.page.getByRole('button', { name: 'One seat fewer' }).click();
  await host.page.getByRole('button', { name: 'Open the table' }).click();
  await host.page.waitForURL('**/t/*');
  const id = host.page.url().split('/t/')[1] ?? '';
  await guest.page.goto(host.page.url());
  await guest.page.getByRole('button', { name: 'Sit here' }).click();
  await host.page.getByRole('button', { name: 'Start with 3' }).click();
  await guest.page.locator('.hand [data-card]').first().waitFor();
  return { host, guest, id };
}

it('invites to play again, and carries everybody there by one click', async () => {
  const { host, guest, id } = await together();
  await Promise.all([host, guest].map(({ page }) => finish(page, id)));
  await host.page.goto(`/g/${id}`);
  await guest.page.goto(`/g/${id}`);
  await guest.page.getByRole('button', { name: 'Play again' }).waitFor();
  await host.page.getByRole('button', { name: 'Play again' }).click();
  await host.page.waitForURL((url) => url.pathname.startsWith('/t/') && !url.pathname.endsWith(id));
  // Whoever looks at the result is told at once, without loading anything anew.
  const bar = guest.page.getByRole('region', { name: /wants to play again$/ });
  await bar.getByText('Same game, same people. 2 of 3 are in.').waitFor();
  await expectWhole(guest.page);
  await bar.getByRole('button', { name: 'Not now' }).click();
  expect(await bar.getByText('Same game').count()).toBe(0);
  await bar.getByRole('link', { name: /^Join / }).click();
  await guest.page.waitForURL(host.page.url());
  await guest.page.getByText('you', { exact: true }).waitFor();
  await host.page.getByRole('button', { name: 'Start with 3' }).click();
  await guest.page.locator('.hand [data-card]').first().waitFor();
  expect([...host.troubles, ...guest.troubles]).toEqual([]);
  for (const { page } of [host, guest]) await page.context().close();
});

it('hides lines for one or for all, and lets the host silence spectators', async () => {
  const { host, guest, id } = await together();
  const watcher = await house.visitor();
  await watcher.page.goto(`/t/${id}`);
  const rooms = [host, guest, watcher].map(({ page }) => page);
  for (const page of rooms) await page.getByRole('tab', { name: 'Chat' }).click();
  await watcher.page.getByLabel('Say something').fill('buy the tower');
  await watcher.page.keyboard.press('Enter');
  for (const page of rooms) await page.getByText('buy the tower').waitFor();
  await expectWhole(host.page);

  // For oneself, and back.
  await guest.page.getByRole('button', { name: /^What to do about / }).click();
  await guest.page.getByRole('button', { name: 'Hide their lines for me' }).click();
  await guest.page.getByText('buy the tower').waitFor({ state: 'detached' });
  expect(await host.page.getByText('buy the tower').count()).toBe(1);
  await guest.page.getByRole('button', { name: 'Show again' }).click();
  await guest.page.getByText('buy the tower').waitFor();

  // For everybody.
  await host.page.getByRole('button', { name: /^What to do about / }).click();
  await host.page.getByRole('button', { name: 'Mute for everybody' }).click();
  await guest.page.getByText('buy the tower').waitFor({ state: 'detached' });
  await expectWhole(host.page);
  await host.page.getByRole('button', { name: 'Show again' }).click();
  await guest.page.getByText('buy the tower').waitFor();

  await host.page.getByLabel('Spectators may write').uncheck();
  await watcher.page.getByText('Only those who play may write here.').waitFor();
  await expectAccessible(watcher.page);
  expect([...host.troubles, ...guest.troubles, ...watcher.troubles]).toEqual([]);
  for (const page of rooms) await page.context().close();
});

it('lets the others vote when somebody decides nothing for three minutes', async () => {
  const { host, guest } = await together();
  const acts = async () => ((await host.page.locator('.actions.turn').count()) > 0 ? host : guest);
  await expect
    .poll(
      async () =>
        (await host.page.locator('.actions.turn').count()) + (await guest.page.locator('.actions.turn').count()),
    )
    .toBe(1);
  const waiting = (await acts()) === host ? guest : host;
  const { page } = waiting;
  // Three minutes pass on the page alone: the server, which counts them itself, says how long is left.
  await page.clock.install();
  await page.reload();
  await page.locator('.hand [data-card]').first().waitFor();
  const vote = page.getByRole('button', { name: /Let a bot decide/ });
  // Whoever is drawn anew for another size begins to count when it is there, which may be after the minutes have passed.
  const wait = () =>
    expect
      .poll(async () => {
        await page.clock.fastForward(181_000);
        return vote.isVisible();
      })
      .toBe(true);
  await wait();
  await expectAccessible(page);
  for (const size of sizes) {
    await page.setViewportSize(size);
    if (size === phone) await page.getByRole('button', { name: 'Others' }).click();
    await wait();
    expect(await faultsOf(page)).toEqual([]);
  }
  await page.setViewportSize(desktop);
  await wait();
  await vote.click();
  await page.locator('.toast').waitFor();
  for (const { page } of [host, guest]) await page.context().close();
});
