// The sheet of a phone: dragged, pushed, and up where the turn needs it.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { House } from './house';
import { actionsOf, everything, lay, turnAfter } from './scenes';
import { lessonRecord, sitDown } from './tables';

let house: House;
beforeAll(async () => {
  house = await House.open();
});
afterAll(() => house.close());

const steady = { timeout: 60_000 };
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const MIDDLE = 126;

const tall = (page: Page) => page.locator('.sheet').evaluate((it) => it.getBoundingClientRect().height);

/** Drags the grip by so many pixels upwards; held at the end, it is not pushed. */
async function drag(page: Page, up: number): Promise<void> {
  const grip = await page.locator('.grab').boundingBox();
  if (!grip) throw new Error('there is no grip');
  const [x, y] = [grip.x + grip.width / 2, grip.y + grip.height / 2];
  const hand = await page.context().newCDPSession(page);
  const move = (type: 'touchStart' | 'touchMove', at: number) =>
    hand.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x, y: at }] });
  await move('touchStart', y);
  for (let n = 1; n <= 8; n++) await move('touchMove', y - (up * n) / 8);
  // Without a way there is no speed.
  for (let n = 0; n < 3; n++) await move('touchMove', y - up + (n % 2) * 0.1);
  await hand.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

it('is dragged between its three heights by a grip that a finger finds', async () => {
  const { page, troubles } = await house.visitor(phone);
  await sitDown(page, { record: lessonRecord, n: MIDDLE, name: 'Amina' });
  await page.locator('.sheet').waitFor(steady);
  const half = await tall(page);
  expect((await page.locator('.grab').boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await drag(page, 230);
  await expect.poll(() => tall(page)).toBe(844 - 120);
  await drag(page, -240);
  await expect.poll(() => tall(page)).toBe(half);
  await drag(page, -230);
  await expect.poll(() => tall(page)).toBeLessThan(half - 100);
  // Pressed rather than dragged, it goes up step by step.
  await page.locator('.grab').click();
  await expect.poll(() => tall(page)).toBe(half);
  expect(troubles).toEqual([]);
});

it('comes up with the market when it is one’s turn', async () => {
  const { page, troubles } = await house.visitor(phone);
  await sitDown(page, { record: lessonRecord, n: MIDDLE, name: 'Amina' });
  await page.locator('.display .pick').first().waitFor(steady);
  await page.locator('.display .pick:not(.dim):not(.quiet)').first().click();
  await page.getByRole('button', { name: 'Log' }).click();
  expect(await page.locator('.market').count()).toBe(0);
  await page.locator('.bar .main').click();
  await page.locator('.market').waitFor(steady);
  expect(troubles).toEqual([]);
});

it('gives every finger 44 pixels', async () => {
  const { page, troubles } = await house.visitor(phone);
  const scenes = [
    { name: 'base', record: lessonRecord, n: MIDDLE },
    { name: 'all', record: everything, n: turnAfter(everything, 0.6) },
    {
      name: 'building',
      record: lessonRecord,
      n: actionsOf(lessonRecord).findIndex((it, n) => n > 100 && / build /.test(it)),
    },
  ];
  for (const scene of scenes) {
    await lay(page, scene);
    for (const tab of ['Market', 'Hand', 'Others', 'Log']) {
      await page.locator('.sheet nav button', { hasText: tab }).click();
      const small = await page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>('.table button, .table a')]
          .filter((it) => it.checkVisibility() && !it.closest('.reach, .hand'))
          .flatMap((it) => {
            it.scrollIntoView({ block: 'nearest' });
            const { left, top, width, height } = it.getBoundingClientRect();
            const [x, y] = [left + width / 2, top + height / 2];
            const mine = (dx: number, dy: number) =>
              document.elementFromPoint(x + dx, y + dy)?.closest('button, a') === it;
            if (!mine(0, 0)) return [];
            const reach = (dx: number, dy: number) => mine(dx * 20.5, dy * 20.5);
            const enough = (reach(0, -1) && reach(0, 1)) || height >= 43.5;
            const wide = (reach(-1, 0) && reach(1, 0)) || width >= 43.5;
            return enough && wide ? [] : [`${it.className} ${it.ariaLabel ?? it.innerText} ${width}×${height}`];
          }),
      );
      expect(small, `${scene.name}, ${tab}`).toEqual([]);
    }
  }
  expect(troubles).toEqual([]);
});

it('covers no tile of a palace that is looked at', async () => {
  const { page, troubles } = await house.visitor(phone);
  await sitDown(page, { record: lessonRecord, n: MIDDLE, name: 'Amina' });
  await page.locator('.phone header .chip').nth(1).locator('button').click();
  await page.locator('.mode.look').waitFor(steady);
  const [chips, tiles] = await Promise.all([
    page.locator('.board .chips').boundingBox(),
    page.locator('.board [data-cell]').evaluateAll((all) => all.map((it) => it.getBoundingClientRect().top)),
  ]);
  expect(Math.min(...tiles)).toBeGreaterThanOrEqual((chips?.y ?? 0) + (chips?.height ?? 0));
  expect(troubles).toEqual([]);
});
