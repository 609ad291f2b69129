// Every lesson is walked through, by clicks and on a phone; the first one with the keyboard too, and by somebody who goes another way.
import { type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { lessons, type LessonName } from '../../src/learn/lessons';
import { expectAccessible, House, phone } from './house';

let house: House;
beforeAll(async () => {
  house = await House.open();
});
afterAll(() => house.close());

const steady = { timeout: 60_000 };

/** The step that the panel shows, once it does. */
async function reached(page: Page, n: number): Promise<void> {
  await page.locator('.sentence').waitFor(steady);
  await page.waitForFunction(
    (n) => document.querySelectorAll('.dots .done').length === n && !!document.querySelector('.dots'),
    n,
    steady,
  );
}

/** Presses what has a gold ring, one thing after the other, until the step is done. */
async function follow(page: Page, n: number, press: (page: Page, spot: string) => Promise<void>): Promise<void> {
  const deadline = Date.now() + 120_000;
  // Past the last step the scoring is staged, or the lesson says good-bye.
  const isOn = () =>
    page.evaluate(
      (n) => document.querySelectorAll('.dots .done').length <= n && !document.querySelector('.stage, .lessons'),
      n,
    );
  while (await isOn()) {
    if (Date.now() > deadline) {
      const rings = await page.locator('.veil .ring').count();
      throw new Error(`step ${n + 1} does not end with ${rings} rings: ${await page.locator('main').innerText()}`);
    }
    const spot = await page.evaluate(() => {
      document.querySelector('[data-next]')?.removeAttribute('data-next');
      const rings = [...document.querySelectorAll('.veil .press')].map((it) => it.getBoundingClientRect());
      const inside = (it: Element): boolean => {
        const { x, y, width, height } = it.getBoundingClientRect();
        const [cx, cy] = [x + width / 2, y + height / 2];
        return rings.some((ring) => ring.left <= cx && cx <= ring.right && ring.top <= cy && cy <= ring.bottom);
      };
      const next = [...document.querySelectorAll<HTMLElement>('.table button')].find(
        (it) =>
          it.checkVisibility() &&
          !it.matches(':disabled') &&
          it.ariaDisabled !== 'true' &&
          it.ariaPressed !== 'true' &&
          inside(it),
      );
      next?.setAttribute('data-next', '');
      return next ? '[data-next]' : '';
    });
    // Others act, or the panel has not caught up: look again.
    if (spot) await press(page, spot);
    else await page.waitForTimeout(50);
  }
}

const click = async (page: Page, spot: string) => {
  await page.click(spot, { timeout: 3000 }).catch(() => undefined);
};
const key = async (page: Page, spot: string) => {
  await page.focus(spot, { timeout: 3000 }).catch(() => undefined);
  if (await page.evaluate(() => document.activeElement?.hasAttribute('data-next') ?? false))
    await page.keyboard.press('Enter');
};

/** Walks through all steps of a lesson. */
async function walk(
  page: Page,
  name: LessonName,
  press: (page: Page, spot: string) => Promise<void>,
  next: string,
): Promise<void> {
  for (const [n, { from, to, refused }] of lessons[name].steps.entries()) {
    await reached(page, n);
    await expectAccessible(page);
    if (from === to) {
      const button = page.locator('section > .foot').getByRole('button', { name: next, exact: true });
      await button.waitFor(steady);
      // What is spoken of is ringed.
      await page
        .locator('.veil .ring')
        .first()
        .waitFor({ ...steady, state: 'attached' });
      if (n === 0) {
        // The way on has the focus already.
        await page.waitForFunction((name) => document.activeElement?.textContent === name, next, steady);
      }
      if (press === key) {
        await button.focus();
        await page.keyboard.press('Enter');
      } else await button.click();
    } else {
      if (refused !== undefined) {
        // The refused cell tells why, before the one that fits is asked for.
        await page.locator(`[data-cell="${refused}"]`).click();
        await page.locator('.pop.bad').waitFor(steady);
        await expectAccessible(page);
      }
      await follow(page, n, press);
    }
  }
}

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
