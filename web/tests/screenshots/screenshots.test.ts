// Pictures of the main pages and of tables in the middle of a game: desktop light and dark, phone; written to docs/screenshots.
//
// The few that the README shows are kept, smaller, in docs/pictures.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { House, phone } from '../browser/house';
import { click, clickNext, look, playOn } from '../browser/player';
import { lessonRecord, sitDown } from '../browser/tables';

const folder = '../docs/screenshots';
const kept = '../docs/pictures';
/** The pictures of the README. */
const README = [
  'start-light',
  'table-base-light',
  'table-all-modules-dark',
  'scoring-light',
  'replay-light',
  'table-base-phone',
];
const looks = [
  { name: 'light', viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
  { name: 'dark', viewport: { width: 1440, height: 900 }, colorScheme: 'dark' },
  { name: 'phone', viewport: phone, colorScheme: 'light', deviceScaleFactor: 2 },
] as const;

let house: House;
beforeAll(async () => {
  for (const it of [folder, kept]) mkdirSync(it, { recursive: true });
  house = await House.open();
});
afterAll(() => house.close());

const steady = { timeout: 60_000 };
const shoot = async (page: Page, name: string) => {
  await page.evaluate(async () => {
    await document.fonts.ready;
    // Nothing is on its way any more.
    await Promise.allSettled(document.getAnimations().map((it) => it.finished));
  });
  const picture = await page.screenshot({ path: `${folder}/${name}.png` });
  if (README.includes(name)) writeFileSync(`${kept}/${name}.webp`, await small(page, picture));
};
/** The same picture in a form that is quickly loaded; the browser knows how. */
async function small(page: Page, picture: Buffer): Promise<Buffer> {
  const text = await page.evaluate(
    async (source) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [image.width, image.height];
      canvas.getContext('2d')?.drawImage(image, 0, 0);
      return canvas.toDataURL('image/webp', 0.86);
    },
    `data:image/png;base64,${picture.toString('base64')}`,
  );
  return Buffer.from(text.slice(text.indexOf(',') + 1), 'base64');
}

const recorded = (name: string): string => readFileSync(`../games/${name}.txt`, 'utf8');

const actionsOf = (record: string): string[] => record.split('\n').filter((it) => /^\d /.test(it));
const everything = recorded('all-eleven-modules-three-players');
const redesigned = recorded('four-players-redesign');

/** Recorded games, where in them something is to be seen, and what is pressed before. */
const tables: { name: string; record: string; n: number; press?: string[] }[] = [
  { name: 'base', record: lessonRecord, n: 126 },
  { name: 'purchase', record: lessonRecord, n: 8, press: ['.market .c-ducat .pick'] },
  {
    name: 'redesign',
    record: redesigned,
    n: actionsOf(redesigned).findIndex((it) => / swap /.test(it)),
    press: ['.bar button:has([href="#reserve"])', '.tray .tiles button'],
  },
  { name: 'citizens', record: everything, n: 0 },
  { name: 'all-modules', record: everything, n: 483 },
  { name: 'interrupt', record: everything, n: 420 },
  { name: 'granada', record: recorded('granada-three-players'), n: 170 },
  { name: 'combined', record: recorded('alhambra-and-granada-three-players'), n: 330 },
];

/** Plays the last turn of a recorded game; the final award and the scoring are staged. */
async function finish(page: Page, record: string, name: string): Promise<string> {
  // Whoever has the last turn is the visitor: nothing ends before the page is there.
  const n = actionsOf(record).findLastIndex((it) => !/ build /.test(it));
  const id = await sitDown(page, { record, n, mine: [Number(actionsOf(record)[n]?.[0])], name: 'Amina' });
  await playOn(page, async (page) => {
    const chance = await look(page);
    if (chance !== 'ledger') return click(page, chance);
    await shoot(page, `${(await page.locator('.award').isVisible()) ? 'award' : 'scoring'}-${name}`);
    await clickNext(page);
    return chance;
  });
  return id;
}

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
  // The ring is around a card, no longer around the board.
  await page.waitForFunction(
    () => (document.querySelector('.veil .ring')?.getBoundingClientRect().width ?? 999) < 200,
    undefined,
    steady,
  );
  await shoot(page, `lesson-${name}`);

  await page.goto('/new');
  await page.getByLabel('Seat 4').selectOption('open');
  await page.getByRole('button', { name: 'Open the table' }).click();
  await page.getByRole('button', { name: /Start with/ }).waitFor();
  await shoot(page, `lobby-${name}`);

  await finish(page, everything, `modules-${name}`);
  const id = await finish(page, lessonRecord, name);
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
  for (const { name: game, record, n, press = [] } of tables) {
    // The seat that decides at this moment is the visitor's.
    const next = actionsOf(record)[n] ?? '0';
    await sitDown(page, { record, n, mine: [Number(next[0])], level: 'strong', name: 'Amina' });
    await page.waitForFunction(() => document.title.startsWith('(!)'), undefined, steady);
    for (const button of press) await page.locator(button).filter({ visible: true }).first().click(steady);
    await shoot(page, `table-${game}-${name}`);
  }
  expect(troubles).toEqual([]);
});
