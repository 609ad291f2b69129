// Somebody who learns: presses what a lesson rings, step by step, by clicks or by keys.
import { type Page } from 'playwright-core';

import { lessons, type LessonName } from '../../src/learn/lessons';
import { expectAccessible } from './house';

const steady = { timeout: 60_000 };

/** The step that the panel shows, once it does. */
export async function reached(page: Page, n: number): Promise<void> {
  await page.locator('.sentence').waitFor(steady);
  await page.waitForFunction(
    (n) => document.querySelectorAll('.dots .done').length === n && !!document.querySelector('.dots'),
    n,
    steady,
  );
}

/** Presses what has a gold ring, one thing after the other, until the step is done. */
export async function follow(page: Page, n: number, press: (page: Page, spot: string) => Promise<void>): Promise<void> {
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
      const pressable = [...document.querySelectorAll<HTMLElement>('.table button')].filter(
        (it) =>
          it.checkVisibility() && !it.matches(':disabled') && it.ariaDisabled !== 'true' && it.ariaPressed !== 'true',
      );
      // In a ring lies what is in its middle; its rim may touch more than that.
      const inside = (ring: DOMRect): HTMLElement | undefined =>
        pressable
          .map((it) => {
            const { x, y, width, height } = it.getBoundingClientRect();
            return { it, cx: x + width / 2, cy: y + height / 2 };
          })
          .filter(({ cx, cy }) => ring.left <= cx && cx <= ring.right && ring.top <= cy && cy <= ring.bottom)
          .map(({ it, cx, cy }) => ({
            it,
            far: Math.hypot(cx - (ring.left + ring.right) / 2, cy - (ring.top + ring.bottom) / 2),
          }))
          .sort((a, b) => a.far - b.far)[0]?.it;
      const next = rings.map(inside).find((it) => it !== undefined);
      next?.setAttribute('data-next', '');
      return next ? '[data-next]' : '';
    });
    // Others act, or the panel has not caught up: look again.
    if (spot) await press(page, spot);
    else await page.waitForTimeout(50);
  }
}

export const click = async (page: Page, spot: string) => {
  await page.click(spot, { timeout: 3000 }).catch(() => undefined);
};
export const key = async (page: Page, spot: string) => {
  await page.focus(spot, { timeout: 3000 }).catch(() => undefined);
  if (await page.evaluate(() => document.activeElement?.hasAttribute('data-next') ?? false))
    await page.keyboard.press('Enter');
};

/** Walks through all steps of a lesson. */
export async function walk(
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
