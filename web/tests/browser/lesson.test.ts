// Every lesson after the first one is walked through, by clicks and on a phone.
import { type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { lessons, type LessonName } from '../../src/learn/lessons';
import { expectAccessible, House, phone } from './house';
import { click, reached, walk } from './learner';

let house: House;
beforeAll(async () => {
  house = await House.open();
});
afterAll(() => house.close());

const steady = { timeout: 60_000 };

/** What a learner did last may have brought a scoring. */
async function endScoring(page: Page): Promise<void> {
  await page.locator('.stage, .lessons').first().waitFor(steady);
  if (await page.locator('.stage').isVisible()) await page.locator('.stage [data-primary]').click();
}

const others = (Object.keys(lessons) as LessonName[]).filter((it) => it !== 'first');

it.each(others)('walks through %s by clicks', async (name) => {
  const { page, troubles } = await house.visitor();
  await page.goto(`/learn/${name}`);
  await walk(page, name, click, 'Next');
  await endScoring(page);
  await page.getByText('More lessons').waitFor(steady);
  await expectAccessible(page);
  expect(troubles).toEqual([]);
  await page.context().close();
});

it.each(others)('walks through %s on a phone in German', async (name) => {
  const { page, troubles } = await house.visitor({ viewport: phone, locale: 'de', hasTouch: true, isMobile: true });
  await page.goto(`/learn/${name}`);
  await walk(page, name, click, 'Weiter');
  await endScoring(page);
  await page.getByText('Weitere Lektionen').waitFor(steady);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(wide).toBeLessThanOrEqual(0);
  expect(troubles).toEqual([]);
  await page.context().close();
});

it('opens the lesson of a module from its card', async () => {
  const { page, troubles } = await house.visitor();
  await page.goto('/new');
  await page.getByRole('button', { name: 'What changes: Workers’ huts' }).click();
  await page.getByRole('link', { name: 'A short lesson' }).click();
  await page.waitForURL('**/learn/huts');
  await reached(page, 0);
  await page.goto('/learn/nothing');
  await page.getByText('Nothing stands here.').waitFor(steady);
  expect(troubles).toEqual([]);
});
