// Fair shuffles: two browsers add their numbers, and after the game each of them finds its own among those that made the seed.
import { afterAll, beforeAll, expect, it } from 'vitest';

import { faultsOf } from './clipping';
import { expectAccessible, House, phone } from './house';
import { finish } from './player';

let house: House;
beforeAll(async () => {
  house = await House.open('chance');
});
afterAll(() => house.close());

it('two people add a number each, and both browsers find the shuffle fair', async () => {
  const [host, guest] = [await house.visitor(), await house.visitor({ viewport: phone })];
  await host.page.goto('/new');
  await host.page.getByLabel('Seat 2').selectOption('open');
  await host.page.getByRole('button', { name: 'One seat fewer' }).click();
  await host.page.getByRole('button', { name: 'Open the table' }).click();
  await host.page.waitForURL('**/t/*');
  const id = host.page.url().split('/t/')[1] ?? '';
  await guest.page.goto(host.page.url());
  await guest.page.getByRole('button', { name: 'Sit here' }).click();
  await host.page.getByRole('button', { name: 'Start with 3' }).click();
  await Promise.all([host, guest].map(({ page }) => finish(page, id)));
  for (const { page, troubles } of [host, guest]) {
    await page.goto(`/g/${id}`);
    await page.getByRole('link', { name: 'Check the shuffle' }).click();
    await page.getByRole('heading', { name: 'This game was shuffled fairly' }).waitFor();
    await page.getByText('5 of 5 steps').waitFor();
    expect(await page.getByText('your device').count()).toBe(1);
    expect(await page.getByText('own device').count()).toBe(1);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      expect(await faultsOf(page)).toEqual([]);
      await expectAccessible(page);
    }
    expect(troubles).toEqual([]);
  }

  // A browser that was promised something else says so.
  await guest.page.evaluate((id) => {
    const name = `alhambra.shuffle.${id}`;
    const own = JSON.parse(localStorage.getItem(name) ?? '{}') as object;
    localStorage.setItem(name, JSON.stringify({ ...own, nonce: '0'.repeat(32) }));
  }, id);
  await guest.page.getByRole('button', { name: 'Check again' }).click();
  await guest.page.getByRole('heading', { name: 'This game can’t be trusted' }).waitFor();
});
