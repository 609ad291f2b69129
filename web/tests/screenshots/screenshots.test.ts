// Pictures of the main pages and of a table in the middle of a game: desktop light and dark, phone; written to docs/screenshots.
import { mkdirSync } from 'node:fs';

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { House, phone } from '../browser/house';
import { click, playOn } from '../browser/player';

const folder = '../docs/screenshots';
const looks = [
  { name: 'light', viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
  { name: 'dark', viewport: { width: 1440, height: 900 }, colorScheme: 'dark' },
  { name: 'phone', viewport: phone, colorScheme: 'light', deviceScaleFactor: 2 },
] as const;

let house: House;
beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  house = await House.open();
});
afterAll(() => house.close());

const shoot = async (page: Page, name: string) => {
  await page.waitForTimeout(400);
  await page.screenshot({ path: `${folder}/${name}.png` });
};

it.each(looks)('$name', async ({ name, ...look }) => {
  const { page, troubles } = await house.visitor(look);
  await page.goto('/');
  await page.getByRole('button', { name: /Play now/ }).waitFor();
  await shoot(page, `start-${name}`);
  await page.goto('/new');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await shoot(page, `new-table-${name}`);
  await page.goto('/rules/camps');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await shoot(page, `rules-${name}`);

  await page.goto('/new');
  await page.getByLabel('Seat 4').selectOption('open');
  await page.getByRole('button', { name: 'Open the table' }).click();
  await page.getByText('Invite').first().waitFor();
  await shoot(page, `lobby-${name}`);

  await page.getByRole('button', { name: /^Start with/ }).click();
  await page.locator('.market').waitFor();
  await playOn(page, click, async (n) => {
    if (n === 45) await shoot(page, `table-${name}`);
  });
  await page.getByRole('link', { name: 'See the result' }).click();
  await page.getByText('Where the points came from').waitFor();
  await shoot(page, `result-${name}`);
  await page.goto(`${page.url()}/replay?n=60`);
  await page.getByRole('button', { name: 'Next turn' }).waitFor();
  await shoot(page, `replay-${name}`);
  expect(troubles).toEqual([]);
});
