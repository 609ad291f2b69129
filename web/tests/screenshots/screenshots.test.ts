// Pictures of the main pages and of tables in the middle of a game: desktop light and dark, phone; written to docs/screenshots.
//
// The few that the README shows are kept, smaller, in docs/pictures.
import { mkdirSync, writeFileSync } from 'node:fs';

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { House, phone } from '../browser/house';
import { click, clickNext, look, playOn } from '../browser/player';
import { actionsOf, everything, lay, scenes as tables, simulated, turnAfter } from '../browser/scenes';
import { dealt, lessonRecord, sitDown } from '../browser/tables';

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

/** Plays the last turn of a recorded game; the final award and the scoring are staged. */
async function finish(page: Page, record: string, name?: string): Promise<string> {
  // Whoever has the last turn is the visitor: nothing ends before the page is there.
  const n = actionsOf(record).findLastIndex((it) => !/ build /.test(it));
  const id = await sitDown(page, { record, n, mine: [Number(actionsOf(record)[n]?.[0])], name: 'Amina' });
  await playOn(page, async (page) => {
    const chance = await look(page);
    if (chance !== 'ledger') return click(page, chance);
    if (name) await shoot(page, `${(await page.locator('.award').isVisible()) ? 'award' : 'scoring'}-${name}`);
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
  // A turning point, if there is one, and what else could have been done.
  const points = page.locator('.points .btn:not(.ghost)');
  if ((await points.count()) > 1) await points.nth(1).click();
  await page.locator('.candidates .best').waitFor(steady);
  await shoot(page, `replay-${name}`);
  expect(troubles).toEqual([]);
});

it.each(looks)('tables, $name', async ({ name, ...look }) => {
  const { page, troubles } = await house.visitor(look);
  for (const scene of tables) {
    await lay(page, scene);
    await shoot(page, `table-${scene.name}-${name}`);
  }
  expect(troubles).toEqual([]);
});

/** Other screens, and the tables that are hardest there. */
const shapes = [
  { name: '720', viewport: { width: 1280, height: 720 } },
  { name: 'tablet', viewport: { width: 1024, height: 768 } },
  { name: 'upright', viewport: { width: 768, height: 1024 } },
  { name: 'german', viewport: { width: 1440, height: 900 }, locale: 'de' },
  { name: 'german-phone', viewport: phone, locale: 'de', deviceScaleFactor: 2 },
  { name: '4k', viewport: { width: 3840, height: 2160 } },
  // What is left of 1440 × 900 with everything twice as large.
  { name: 'twice', viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 },
];
it.each(shapes)('tables, $name', async ({ name, ...look }) => {
  const { page, troubles } = await house.visitor(look);
  const six = simulated('--players', '6', '--modules', 'all', '--seed', '7');
  const hardest = ['base', 'purchase', 'redesign', 'all-modules', 'interrupt', 'combined'];
  const scenes = [
    ...tables.filter((it) => hardest.includes(it.name)),
    { name: 'six', record: six, n: turnAfter(six, 0.6) },
  ];
  for (const scene of scenes) {
    await lay(page, scene);
    await shoot(page, `table-${scene.name}-${name}`);
  }
  await finish(page, everything, `modules-${name}`);
  expect(troubles).toEqual([]);
});

it.each(looks)('sheets, $name', async ({ name, ...look }) => {
  const { page, troubles } = await house.visitor(look);
  await page.goto('/new');
  await page.getByRole('button', { name: 'What changes: Camps' }).click();
  await page.getByRole('dialog').waitFor();
  await shoot(page, `what-changes-${name}`);
  await page.goto('/');
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('dialog').waitFor();
  await shoot(page, `settings-${name}`);

  await sitDown(page, { record: lessonRecord, n: 8, name: 'Amina' });
  await page.locator('.actions.turn, .sheet').first().waitFor(steady);
  await page.keyboard.press('h');
  await page.locator('.idea .row .btn').first().waitFor(steady);
  await shoot(page, `hint-${name}`);
  await page.keyboard.press('t');
  await page.getByRole('dialog').waitFor(steady);
  await shoot(page, `as-text-${name}`);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ ...steady, state: 'detached' });
  await page.keyboard.press('?');
  await page.getByRole('dialog').waitFor(steady);
  await shoot(page, `keys-${name}`);

  await sitDown(page, { record: lessonRecord, mine: [0, 1], name: 'Amina' });
  await page.locator('.display .pick').first().waitFor(steady);
  await page.locator('.display .pick').first().click();
  await page.locator('.bar .main').click();
  await page.locator('.cover').waitFor(steady);
  await shoot(page, `hot-seat-${name}`);

  await sitDown(page, { record: dealt('alhambra 3 vizier thieves', 5), name: 'Amina' });
  await page.locator('.between').click();
  await page.locator('.standing').waitFor(steady);
  await page.locator('.standing .three').first().locator('button').nth(2).click();
  await shoot(page, `standing-pass-${name}`);

  // Games that go on, and one that is over.
  await finish(page, lessonRecord);
  await page.goto('/');
  await page.getByRole('button', { name: /Play now/ }).waitFor();
  await shoot(page, `start-again-${name}`);
  await page.goto('/games');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await shoot(page, `games-${name}`);
  expect(troubles).toEqual([]);
});
