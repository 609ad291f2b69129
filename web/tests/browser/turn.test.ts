// One's own turn: what a hut would add, what the turn has been before it ends, and what an empty court says.
import { afterAll, beforeAll, expect, it } from 'vitest';

import { expectAccessible, House } from './house';
import { actionsOf, everything, lay } from './scenes';
import { lessonRecord, sitDown } from './tables';

let house: House;
beforeAll(async () => {
  house = await House.open();
});
afterAll(() => house.close());

const steady = { timeout: 60_000 };
/** The entry after which the learner of the recorded game buys exactly. */
const EXACT = 8;

it('shows what a hut adds at best and on each cell, without scrolling', async () => {
  const { page, troubles } = await house.visitor();
  const n = actionsOf(everything).findIndex((it) => / hut /.test(it));
  await lay(page, { name: 'huts', record: everything, n, press: ['.yard .huts'] });
  const huts = page.locator('.drawer .hut');
  expect(await huts.count()).toBeGreaterThanOrEqual(5);
  const body = await page.locator('.drawer .body').evaluate((it) => it.scrollHeight - it.clientHeight);
  expect(body).toBeLessThanOrEqual(0);
  for (const hut of await huts.all()) {
    await hut.click();
    expect(await hut.getAttribute('aria-pressed')).toBe('true');
    const cells = await page.locator('[data-adds]').evaluateAll((all) => all.map((it) => Number(it.dataset['adds'])));
    const best = Math.max(0, ...cells);
    expect(await hut.innerText()).toContain(`adds ${best}`);
  }
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Take hut' }).click();
  expect(troubles).toEqual([]);
});

it('lists what the turn has been while its end can be taken back', async () => {
  const { page, troubles } = await house.visitor();
  await page.addInitScript(() => {
    localStorage['alhambra.settings'] = JSON.stringify({ speed: 'instant', volume: 0, confirm: true });
  });
  await lay(page, {
    name: 'held',
    record: lessonRecord,
    n: EXACT,
    press: ['.market .c-ducat .pick', '.bar .main', '.display .pick:not(.quiet)', '.bar .main', '.cell.active'],
  });
  // The two seconds are for people: here the list is read as soon as it is there.
  const list = await page.evaluate(async () => {
    const seen = new Promise<{ acts: string[]; head: string; gone: number }>((done) => {
      new MutationObserver((_, watch) => {
        const turn = document.querySelector('.turn ol');
        if (!turn) return;
        watch.disconnect();
        done({
          acts: [...turn.querySelectorAll<HTMLElement>('li b')].map((it) => it.innerText),
          head: document.querySelector<HTMLElement>('.turn header')?.innerText ?? '',
          gone: document.querySelectorAll('.display .gone').length,
        });
      }).observe(document.body, { subtree: true, childList: true });
    });
    document.querySelector<HTMLElement>('.bar .main')?.click();
    return seen;
  });
  expect(list.acts.map((it) => it.split(' ')[0])).toEqual(['Buy', 'Take', 'Build']);
  expect(list.head).toMatch(/wall 0 → \d/);
  expect(list.gone).toBe(1);
  expect(troubles).toEqual([]);
});

it('lets the court say in the beginning what comes next and what others lead in', async () => {
  const { page, troubles } = await house.visitor();
  await sitDown(page, { record: lessonRecord, name: 'Amina' });
  const note = page.locator('.note');
  await note.waitFor(steady);
  expect(await note.innerText()).toContain('Next comes the first scoring');
  const fountain = await page.locator('[data-cell="o"]').boundingBox();
  expect(fountain?.width).toBeGreaterThan(140);
  // It keeps off the palace.
  expect((await note.boundingBox())?.x).toBeGreaterThan((fountain?.x ?? 0) + (fountain?.width ?? 0));
  await expectAccessible(page);
  // Once the palace has grown it is silent, and the palace is seen whole.
  await sitDown(page, { record: lessonRecord, n: 126, name: 'Amina' });
  expect(await note.count()).toBe(0);
  expect(troubles).toEqual([]);
});
