// The first lesson is walked through with the keyboard, on a phone, and by somebody who goes another way.
import { afterAll, beforeAll, expect, it } from 'vitest';

import { expectAccessible, House, phone } from './house';
import { click, follow, key, reached, walk } from './learner';

let house: House;
beforeAll(async () => {
  house = await House.open();
});
afterAll(() => house.close());

const steady = { timeout: 60_000 };

it('is walked through with the keyboard, and leaves nothing behind', async () => {
  const { page, troubles } = await house.visitor();
  await page.goto('/');
  await page.getByRole('link', { name: 'Learn', exact: true }).first().focus();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/learn');
  await walk(page, 'first', key, 'Next');
  // The scoring is staged; afterwards the lesson says good-bye.
  await page.locator('.stage').waitFor(steady);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByText('You know how to play.').waitFor(steady);
  await expectAccessible(page);
  await page.goto('/');
  await page.getByRole('button', { name: /Play now/ }).waitFor();
  const lists = await page.evaluate(async () => {
    const [tables, games] = await Promise.all(['/api/tables', '/api/games'].map((it) => fetch(it)));
    return [await tables?.json(), await games?.json()] as unknown[];
  });
  expect(lists).toEqual([{ open: [], mine: [] }, []]);
  // Nor in this browser, where the lesson was.
  expect(await page.getByRole('region', { name: 'Go on' }).count()).toBe(0);
  await page.goto('/games');
  await page.getByText('No game is finished yet.').waitFor();
  expect(troubles).toEqual([]);
});

it('is walked through on a phone in German', async () => {
  const { page, troubles } = await house.visitor({ viewport: phone, locale: 'de', hasTouch: true, isMobile: true });
  await page.goto('/learn');
  await walk(page, 'first', click, 'Weiter');
  await page.locator('.stage').waitFor(steady);
  await page.locator('.stage [data-primary]').click();
  await page.getByText('Jetzt kannst du Alhambra.').waitFor(steady);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(wide).toBeLessThanOrEqual(0);
  expect(troubles).toEqual([]);
});

it('lays the table again for somebody who goes another way', async () => {
  const { page, troubles } = await house.visitor();
  await page.goto('/learn');
  await reached(page, 0);
  await page.getByRole('button', { name: 'Next' }).click();
  await reached(page, 1);
  // The lesson asks for the ducats; what lies beside them can be taken as well.
  await page.locator('.display .pick:not([aria-label^="Ducat 9"])').first().click();
  await page.locator('.bar .main').click();
  await page.getByText('The table is laid again').waitFor(steady);
  await follow(page, 1, click);
  await reached(page, 2);
  // And back again.
  await page.getByRole('button', { name: 'Back' }).click();
  await reached(page, 1);
  await follow(page, 1, click);
  await reached(page, 2);
  expect(troubles).toEqual([]);
});
