// The way of the tab key: from what is asked over supply, hand and palace to the others, and never far to the cells.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { desktop, House, phone } from './house';
import { lay, type Scene, scenes } from './scenes';

let house: House;
beforeAll(async () => {
  house = await House.open();
});
afterAll(() => house.close());

const PARTS = {
  question: '.bar',
  market: '.market',
  money: '.display',
  slot: '.slot',
  hand: '.hand',
  reserve: '.tray',
  palace: '.board .cell',
  yard: '.yard',
  others: '.others',
  log: '.side',
  top: 'header',
};
type Part = keyof typeof PARTS;

/** Walks through the whole page by the tab key from its beginning: in which part each stop is. */
async function stops(page: Page): Promise<(Part | null)[]> {
  // Where somebody has clicked already, the walk would begin there.
  await page.reload();
  await page.waitForFunction(() => document.title.startsWith('(!)'));
  const all: (Part | null)[] = [];
  for (;;) {
    await page.keyboard.press('Tab');
    const part = await page.evaluate((parts) => {
      const at = document.activeElement;
      if (!at || at === document.body) return 'end';
      return Object.entries(parts).find(([, selector]) => at.closest(selector))?.[0] ?? null;
    }, PARTS);
    if (part === 'end') return all;
    all.push(part as Part | null);
    if (all.length > 60) throw new Error(`the tab key goes round and round: ${all.join(', ')}`);
  }
}
const scene = (name: string, from: Partial<Scene> = {}): Scene => ({
  ...(scenes.find((it) => it.name === name) as Scene),
  ...from,
});
const building = scene('preview', { press: [] });

it('goes through the table as it is read', async () => {
  const { page, troubles } = await house.visitor();
  await lay(page, scene('all-modules'));
  const order = (await stops(page)).filter((it, i, all) => it !== null && it !== all[i - 1]);
  expect(order).toEqual([
    'question',
    'market',
    'slot',
    'money',
    'hand',
    'palace',
    'yard',
    'others',
    'log',
    'top',
  ] satisfies Part[]);
  expect(troubles).toEqual([]);
  await page.context().close();
});

it.each([
  { name: 'desktop', viewport: desktop },
  { name: 'tablet', viewport: { width: 1024, height: 768 } },
  { name: 'tablet held upright', viewport: { width: 820, height: 1180 } },
  { name: 'phone', viewport: phone },
  { name: 'phone on its side', viewport: { width: 844, height: 390 } },
])('reaches the cells within four stops where a tile is placed: $name', async ({ viewport }) => {
  const { page, troubles } = await house.visitor({ viewport });
  await lay(page, building);
  const all = await stops(page);
  expect(all.indexOf('palace')).toBeGreaterThanOrEqual(0);
  expect(all.indexOf('palace') + 1).toBeLessThanOrEqual(4);
  // All cells are one stop.
  expect(all.filter((it) => it === 'palace')).toHaveLength(1);
  expect(troubles).toEqual([]);
  await page.context().close();
});

it('reaches the cells within four stops in a redesign', async () => {
  const { page, troubles } = await house.visitor();
  await lay(page, scene('redesign'));
  // The tile of the reserve was pressed last: the cells are next to it, and not far from the beginning either.
  const where = () => page.evaluate(() => document.activeElement?.matches('.board .cell') ?? false);
  await page.keyboard.press('Tab');
  expect(await where()).toBe(true);
  let n = 1;
  for (; n < 20; n++) {
    await page.keyboard.press('Shift+Tab');
    if (await page.evaluate(() => !!document.activeElement?.closest('.bar'))) break;
  }
  expect(n).toBeLessThanOrEqual(3);
  expect(troubles).toEqual([]);
  await page.context().close();
});
