// Pictures of the main pages and of tables in the middle of a game: desktop light and dark, phone; written to docs/screenshots.
import { mkdirSync, readFileSync } from 'node:fs';

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { House, phone } from '../browser/house';
import { click, playOn } from '../browser/player';
import { lessonRecord, sitDown } from '../browser/tables';

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

const steady = { timeout: 60_000 };
const shoot = async (page: Page, name: string) => {
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: `${folder}/${name}.png` });
};
const recorded = (name: string): string => readFileSync(`../games/${name}.txt`, 'utf8');

/** Recorded games, and where in them something is to be seen. */
const tables = [
  { name: 'base', record: lessonRecord, n: 126 },
  { name: 'all-modules', record: recorded('all-eleven-modules-three-players'), n: 420 },
  { name: 'granada', record: recorded('granada-three-players'), n: 170 },
  { name: 'combined', record: recorded('alhambra-and-granada-three-players'), n: 330 },
];

it.each(looks)('pages, $name', async ({ name, ...look }) => {
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

  await page.goto('/learn');
  await page.getByRole('button', { name: 'Next' }).click(steady);
  await page.locator('.veil .ring').first().waitFor(steady);
  await shoot(page, `lesson-${name}`);

  await page.goto('/new');
  await page.getByLabel('Seat 4').selectOption('open');
  await page.getByRole('button', { name: 'Open the table' }).click();
  await page.getByText('Invite').first().waitFor();
  await shoot(page, `lobby-${name}`);

  const nLast = lessonRecord.split('\n').filter((it) => /^\d /.test(it)).length;
  const id = await sitDown(page, { record: lessonRecord, n: nLast - 2 });
  await playOn(page, async (page) => {
    if (await page.locator('.stage').isVisible()) await shoot(page, `scoring-${name}`);
    return click(page);
  });
  await page.goto(`/g/${id}`);
  await page.getByText('Where the points came from').waitFor(steady);
  await page.locator('.palace svg').first().waitFor(steady);
  await shoot(page, `result-${name}`);
  await page.goto(`/g/${id}/replay?n=60`);
  await page.locator('.legend').waitFor(steady);
  await shoot(page, `replay-${name}`);
  expect(troubles).toEqual([]);
});

it.each(looks)('tables, $name', async ({ name, ...look }) => {
  const { page, troubles } = await house.visitor(look);
  for (const { name: game, record, n } of tables) {
    // The seat that decides at this moment is the visitor's.
    const next = record.split('\n').filter((it) => /^\d /.test(it))[n] ?? '0';
    await sitDown(page, { record, n, mine: [Number(next[0])] });
    await page.locator('.bar .prompt b').first().waitFor(steady);
    await shoot(page, `table-${game}-${name}`);
  }
  expect(troubles).toEqual([]);
});
