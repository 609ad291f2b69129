// Fair shuffles: two browsers add their numbers, and after the game each of them finds its own among those that made the seed.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { expectAccessible, House, phone } from './house';

let house: House;
beforeAll(async () => {
  house = await House.open('chance');
});
afterAll(() => house.close());

/** Plays on at random, over a socket of its own, until the game is over. */
const finish = (page: Page, id: string): Promise<void> =>
  page.evaluate(
    (id) =>
      new Promise<void>((done) => {
        const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/api/tables/${id}/socket`);
        let [seat, seq, asked] = [0, 0, -1];
        const ask = (what: object) => socket.send(JSON.stringify({ seat, seq, ...what }));
        socket.onmessage = ({ data }: MessageEvent<string>) => {
          const message = JSON.parse(data) as {
            say: string;
            answer?: string;
            actions?: string[];
            update?: { seat: number; seq: number; options: object | null; view: { agenda: object[] } };
          };
          const { update, actions } = message;
          if (update) {
            ({ seat, seq } = update);
            if (update.view.agenda.length === 0) return done();
            if (update.options === null || asked === seq) return;
            asked = seq;
            ask({ ask: 'legal' });
          } else if (actions) ask({ ask: 'act', action: actions[Math.floor(Math.random() * actions.length)] });
          // Whoever asks too fast waits a little.
          else if (message.say === 'error') setTimeout(() => ask({ ask: 'legal' }), 300);
        };
      }),
    id,
  );

it('two people add a number each, and both browsers find the shuffle fair', async () => {
  const [host, guest] = [await house.visitor(), await house.visitor({ viewport: phone })];
  await host.page.goto('/new');
  await host.page.getByLabel('Seat 2').selectOption('open');
  await host.page.getByRole('button', { name: 'One seat fewer' }).click();
  await host.page.getByRole('button', { name: 'Open the table' }).click();
  await host.page.waitForURL('**/t/*');
  const id = host.page.url().split('/t/')[1] ?? '';
  await guest.page.goto(host.page.url());
  await guest.page.getByRole('button', { name: 'Sit here' }).click();
  await host.page.getByRole('button', { name: 'Start with 3' }).click();
  await Promise.all([host, guest].map(({ page }) => finish(page, id)));
  for (const { page, troubles } of [host, guest]) {
    await page.goto(`/g/${id}`);
    await page.getByRole('link', { name: 'Check the shuffle' }).click();
    await page.getByRole('heading', { name: 'This game was shuffled fairly' }).waitFor();
    await page.getByText('5 of 5 steps').waitFor();
    expect(await page.getByText('your device').count()).toBe(1);
    expect(await page.getByText('own device').count()).toBe(1);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    await expectAccessible(page);
    expect(troubles).toEqual([]);
  }

  // A browser that was promised something else says so.
  await guest.page.evaluate((id) => {
    const name = `alhambra.shuffle.${id}`;
    const own = JSON.parse(localStorage.getItem(name) ?? '{}') as object;
    localStorage.setItem(name, JSON.stringify({ ...own, nonce: '0'.repeat(32) }));
  }, id);
  await guest.page.getByRole('button', { name: 'Check again' }).click();
  await guest.page.getByRole('heading', { name: 'This game can’t be trusted' }).waitFor();
});
