// What has happened: the log and where it points, what one has missed, and whose palace a spectator sees.
import { afterAll, beforeAll, expect, it } from 'vitest';

import { expectAccessible, House } from './house';
import { simulated, turnAfter } from './scenes';
import { lessonRecord, sitDown } from './tables';

let house: House;
beforeAll(async () => {
  house = await House.open();
});
afterAll(() => house.close());

const steady = { timeout: 60_000 };
/** In the middle of the recorded game, at the turn of the first seat. */
const MIDDLE = 126;
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };

it('names players and tiles in bold, and shows on the board where a line happened', async () => {
  const { page, troubles } = await house.visitor();
  await sitDown(page, { record: lessonRecord, n: MIDDLE, name: 'Amina' });
  const line = page
    .locator('.log li', { hasText: / built / })
    .filter({ has: page.locator('button') })
    .first();
  const [who, tile] = await line.locator('b').allInnerTexts();
  const text = await line.innerText();
  expect(text.startsWith(`${who} built ${tile} on `)).toBe(true);
  await line.locator('button').click();
  const flash = page.locator('.flash');
  await flash.waitFor(steady);
  const cell = await flash.getAttribute('data-flash');
  expect(text.endsWith(` on ${cell}`)).toBe(true);
  // It lies over that very tile, on the palace of whoever built it.
  const [over, under] = await Promise.all([flash.boundingBox(), page.locator(`[data-cell="${cell}"]`).boundingBox()]);
  expect(over).toEqual(under);
  await expectAccessible(page);
  // Touching the board ends it.
  await page.locator(`[data-cell="${cell}"]`).click();
  await flash.waitFor({ ...steady, state: 'detached' });
  expect(troubles).toEqual([]);
});

it('leaves the log seven lines with three opponents and every module on a low screen', async () => {
  const { page, troubles } = await house.visitor();
  const record = simulated('--players', '4', '--modules', 'all', '--seed', '7');
  await sitDown(page, { record, n: turnAfter(record, 0.4), name: 'Amina' });
  expect(await page.getByRole('tab').allInnerTexts()).toEqual(['Log', 'Majorities', 'Chat']);
  const lines = await page.locator('.log').evaluate((it) => it.clientHeight / 24);
  expect(lines).toBeGreaterThanOrEqual(7);
  expect(troubles).toEqual([]);
});

it.each([
  ['on a desktop', {}],
  ['on a tablet', { viewport: { width: 1024, height: 768 } }],
  ['on a phone', phone],
])('opens the log by a key %s', async (_, look) => {
  const { page, troubles } = await house.visitor(look);
  await sitDown(page, { record: lessonRecord, n: MIDDLE, name: 'Amina' });
  const majorities = page.getByRole('tab', { name: 'Majorities' });
  if (await majorities.isVisible()) await majorities.click();
  expect(await page.locator('ol.log').count()).toBe(0);
  await page.keyboard.press('l');
  await page.locator('ol.log').waitFor(steady);
  await expect.poll(() => page.evaluate(() => document.activeElement?.matches('ol.log'))).toBe(true);
  expect(troubles).toEqual([]);
});

it('tells whoever comes back what the others have done', async () => {
  const { page, troubles } = await house.visitor();
  await sitDown(page, { record: lessonRecord, n: MIDDLE, name: 'Amina' });
  const missed = page.getByRole('region', { name: 'Since your last turn' });
  await missed.waitFor(steady);
  // The others' acts, as the log ends with them, and none of one's own.
  const told = await missed.locator('li').allInnerTexts();
  const log = await page.locator('.log li').allInnerTexts();
  expect(told.length).toBeGreaterThan(1);
  expect(log.slice(-told.length)).toEqual(told);
  expect(told.join()).not.toContain('Amina');
  await missed.getByRole('button', { name: 'Close' }).click();
  await missed.waitFor({ ...steady, state: 'detached' });
  // Read once, it is not told again before the next time somebody comes back.
  await page.reload();
  await missed.waitFor(steady);
  await page.locator('.display .pick:not(.dim):not(.quiet)').first().click();
  await page.locator('.bar .main').click();
  await missed.waitFor({ ...steady, state: 'detached' });
  expect(troubles).toEqual([]);
});

it('lets a spectator follow whoever decides', async () => {
  const host = await house.visitor();
  const id = await sitDown(host.page, { record: lessonRecord, n: MIDDLE, mine: [0, 1, 2], name: 'Amina' });
  const { page, troubles } = await house.visitor();
  await page.goto(`/t/${id}`);
  const shown = page.locator('.mode.look b');
  await page.locator('.prompt', { hasText: 'You are watching.' }).waitFor(steady);
  const deciding = async () => /watching\. (.+) is choosing/.exec(await page.locator('.prompt').innerText())?.[1];
  // Whoever decides now is not looked at yet.
  await page.locator('.card, .player').nth(1).waitFor(steady);
  await page.getByRole('button', { name: 'Follow who decides' }).click();
  await expect.poll(async () => (await shown.innerText()).startsWith(`${await deciding()}’s`)).toBe(true);
  const before = await shown.innerText();
  const cover = host.page.getByRole('button', { name: 'Show my hand' });
  if (await cover.isVisible()) await cover.click();
  await host.page.locator('.display .pick:not(.dim):not(.quiet)').first().click();
  await host.page.locator('.bar .main').click();
  await expect.poll(() => shown.innerText()).not.toBe(before);
  expect((await shown.innerText()).startsWith(`${await deciding()}’s`)).toBe(true);
  expect(troubles).toEqual([]);
});
