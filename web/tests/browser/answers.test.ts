// What a player does is answered at once: own acts cut pauses short, the end of a turn is a button, and a lost line loses nothing.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { House, Line } from './house';
import { lessonRecord, sitDown } from './tables';

let house: House;
beforeAll(async () => {
  house = await House.open();
});
afterAll(() => house.close());

const steady = { timeout: 60_000 };
/** People see bots act at their pace. */
const settings = (confirm: boolean) => JSON.stringify({ speed: 'normal', volume: 0, confirm });

/** Somebody with these settings, and what their page asks of the table. */
async function player(confirm: boolean) {
  const visitor = await house.visitor();
  await visitor.page.addInitScript((it) => {
    localStorage['alhambra.settings'] = it;
  }, settings(confirm));
  const asked: string[] = [];
  visitor.page.on('websocket', (line) =>
    line.on('framesent', ({ payload }) => {
      const ask = /"ask":"(act|confirm|undo)"/.exec(payload.toString())?.[1];
      if (ask) asked.push(ask);
    }),
  );
  return { ...visitor, asked };
}

const mine = (page: Page) => page.waitForFunction(() => document.title.startsWith('(!)'), undefined, steady);
const money = (page: Page) => page.locator('.display .pick:not(.dim):not(.quiet)').first();

/** Milliseconds from a click to the answer, and to the screen that shows it. */
interface Times {
  answered: number;
  shown: number;
}

it('shows an own act by the time it is answered, whatever is still being shown', async () => {
  const { page, troubles } = await player(false);
  await page.addInitScript(() => {
    const times = { clicked: 0, answered: 0, shown: 0 };
    const cards = () => document.querySelectorAll('.hand [data-card]').length;
    let before = 0;
    addEventListener(
      'click',
      (event) => {
        if (!(event.target as Element).closest('.bar .main')) return;
        before = cards();
        Object.assign(times, { clicked: performance.now(), answered: 0, shown: 0 });
      },
      true,
    );
    window.WebSocket = class extends WebSocket {
      constructor(...how: ConstructorParameters<typeof WebSocket>) {
        super(...how);
        // Heard before the page hears it.
        this.addEventListener('message', ({ data }) => {
          if (times.clicked && String(data).startsWith('{"say":"answer"')) times.answered ||= performance.now();
        });
      }
    };
    new MutationObserver(() => {
      if (times.clicked && cards() > before) times.shown ||= performance.now();
    }).observe(document, { childList: true, subtree: true });
    Object.assign(window, { times });
  });
  await sitDown(page, { record: lessonRecord });
  const taken: Times[] = [];
  while (taken.length < 5) {
    // As soon as it can be done: what the last bot did is still being shown.
    await mine(page);
    await money(page).click();
    await page.locator('.bar .main').click();
    const times = await page.waitForFunction(
      () => {
        const { times } = window as unknown as { times: { clicked: number; answered: number; shown: number } };
        const { clicked, answered, shown } = times;
        return answered && shown ? { answered: answered - clicked, shown: shown - clicked } : null;
      },
      undefined,
      steady,
    );
    taken.push((await times.jsonValue()) as Times);
  }
  const median = (which: keyof Times) => taken.map((it) => it[which]).toSorted((a, b) => a - b)[taken.length >> 1];
  console.log(`from click to answer ${median('answered')} ms, to the screen ${median('shown')} ms`);
  for (const { answered, shown } of taken) expect(shown).toBeLessThanOrEqual(answered);
  expect(troubles).toEqual([]);
});

it('keeps a button pressed until the answer is there, and asks only once', async () => {
  const { page, troubles } = await player(false);
  // The answers wait behind a gate.
  let gate: Promise<void> = Promise.resolve();
  const asked: string[] = [];
  await page.routeWebSocket(/\/socket/, (inside) => {
    const outside = inside.connectToServer();
    inside.onMessage((message) => {
      if (message.toString().includes('"ask":"act"')) asked.push(message.toString());
      outside.send(message);
    });
    outside.onMessage((message) => void gate.then(() => inside.send(message)));
  });
  await sitDown(page, { record: lessonRecord });
  await mine(page);
  const cards = await page.locator('.hand [data-card]').count();
  await money(page).click();
  let open = (): void => undefined;
  gate = new Promise((done) => (open = done));
  await page.locator('.bar .main').dblclick();
  await page.locator('.bar .main.pressed').waitFor(steady);
  await page.keyboard.press('Enter');
  open();
  await expect.poll(() => page.locator('.hand [data-card]').count()).toBe(cards + 1);
  expect(await page.locator('.toast').count()).toBe(0);
  expect(asked.length).toBe(1);
  expect(troubles).toEqual([]);
});

it('ends a turn by a button, or takes it back', async () => {
  const { page, asked, troubles } = await player(true);
  await sitDown(page, { record: lessonRecord });
  await mine(page);
  await money(page).click();
  await page.locator('.bar .main').click();
  const end = page.getByRole('button', { name: 'End turn' });
  await end.waitFor(steady);
  await page.getByRole('button', { name: /^Undo/ }).click();
  await mine(page);
  await money(page).click();
  await page.locator('.bar .main').click();
  await end.click();
  // Nobody waits for the ring: the others play.
  await expect.poll(() => asked).toEqual(['act', 'undo', 'act', 'confirm']);
  await end.waitFor({ ...steady, state: 'detached' });
  await mine(page);
  // Whoever does nothing has ended the turn too.
  await money(page).click();
  await page.locator('.bar .main').click();
  await expect.poll(() => asked.at(-1)).toBe('confirm');
  expect(troubles).toEqual([]);
});

it('shows one note at a time, above the palace, and lets clicks through', async () => {
  const { page, troubles } = await player(false);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await sitDown(page, { record: lessonRecord });
  for (let i = 0; i < 2; i++) {
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('button', { name: 'Move this seat' }).click();
    await page.getByRole('dialog').waitFor({ ...steady, state: 'detached' });
  }
  const note = page.locator('.board .toast');
  await note.waitFor();
  expect(await page.locator('.toast').count()).toBe(1);
  const caught = await note.locator('span').evaluate((it) => {
    const { left, top, width, height } = it.getBoundingClientRect();
    return document.elementFromPoint(left + width / 2, top + height / 2)?.closest('.toast') !== null;
  });
  expect(caught).toBe(false);
  expect(troubles).toEqual([]);
});

it('keeps what was chosen while the line is down, and says why nothing can be done', async () => {
  const { page, asked } = await player(false);
  const line = await Line.lay(page);
  await sitDown(page, { record: lessonRecord });
  await mine(page);
  await money(page).click();
  const chosen = page.locator('.display .pick[aria-pressed=true]');
  await chosen.waitFor(steady);
  const main = page.locator('.bar .main');
  const label = await main.innerText();
  line.cut();
  await page.locator('.prompt', { hasText: 'Connection lost. What you have chosen is kept.' }).waitFor(steady);
  expect(await main.getAttribute('aria-disabled')).toBe('true');
  expect(await main.getAttribute('title')).toContain('Connection lost');
  // Nothing is covered, and a click is no deed.
  const [bar, top] = await Promise.all([page.locator('.lost').boundingBox(), page.locator('.table').boundingBox()]);
  expect(top?.y).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0));
  await main.click({ force: true });
  expect(await chosen.count()).toBe(1);
  expect(asked).toEqual([]);
  line.mend();
  await page.locator('.lost').waitFor({ ...steady, state: 'detached' });
  expect(await chosen.count()).toBe(1);
  expect(await main.innerText()).toBe(label);
  await main.click();
  await expect.poll(() => asked).toEqual(['act']);
});
