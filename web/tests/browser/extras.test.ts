// What no other implementation has: taking back, hints, reasons, standing passes, one screen for two, and replays.
import { readFileSync } from 'node:fs';

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { desktop, expectAccessible, House, phone } from './house';
import { click, playOn } from './player';
import { dealt, lessonRecord, sitDown } from './tables';

let house: House;
beforeAll(async () => {
  house = await House.open();
});
afterAll(() => house.close());

const steady = { timeout: 60_000 };
/** The entry after which the learner of the recorded game buys exactly. */
const EXACT = 8;
/** Shortly before the end of the recorded game. */
const LATE = lessonRecord.split('\n').filter((it) => /^\d /.test(it)).length - 2;

/** What the server has written down so far. */
const ownTurn = (page: Page) => page.locator('.actions.turn').waitFor(steady);

it('holds the end of a turn until it is confirmed, and takes it back', async () => {
  const { page, troubles } = await house.visitor();
  await page.addInitScript(() => {
    localStorage['alhambra.settings'] = JSON.stringify({ speed: 'instant', volume: 0, confirm: true });
  });
  await sitDown(page, { record: lessonRecord });
  await ownTurn(page);
  const cards = await page.locator('.display .pick').evaluateAll((all) => all.map((it) => it.ariaLabel));
  await page.locator('.display .pick').first().click();
  // The two seconds are for people: here the way back is taken as soon as it is there.
  await page.evaluate(async () => {
    const seen = new Promise<void>((done) => {
      new MutationObserver((_, watch) => {
        const undo = document.querySelector<HTMLElement>('.bar button:has([href="#ui-undo"]):not(:disabled)');
        if (!undo) return;
        watch.disconnect();
        undo.click();
        done();
      }).observe(document.body, { subtree: true, childList: true, attributes: true });
    });
    document.querySelector<HTMLElement>('.bar .main')?.click();
    await seen;
  });
  await page.locator('.bar button:has([href="#ui-undo"])').waitFor({ ...steady, state: 'detached' });
  expect(await page.locator('.display .pick').evaluateAll((all) => all.map((it) => it.ariaLabel))).toEqual(cards);
  // Done again, it goes through by itself.
  await page.locator('.display .pick').first().click();
  await page.locator('.bar .main').click();
  await page.getByText('Player 1 took').first().waitFor(steady);
  expect(troubles).toEqual([]);
});

it('takes an exact purchase back', async () => {
  const { page, troubles } = await house.visitor();
  await sitDown(page, { record: lessonRecord, n: EXACT });
  await ownTurn(page);
  await page.keyboard.press('4');
  await page.locator('.bar .main').click();
  await page.locator('.bar button:has([href="#ui-undo"])').click(steady);
  await page.locator('.market [data-place="market-du"] .pick, .market .square.c-ducat .pick').first().waitFor(steady);
  expect(troubles).toEqual([]);
});

it('gives hints with reasons, and follows one', async () => {
  const { page, troubles } = await house.visitor();
  await sitDown(page, { record: lessonRecord, n: EXACT });
  await ownTurn(page);
  await page.keyboard.press('h');
  const idea = page.locator('.idea');
  await idea.locator('.row .btn').first().waitFor(steady);
  await expectAccessible(page);
  const before = await idea.innerText();
  if ((await idea.locator('.row .btn').count()) > 1) {
    await idea.locator('.row .btn').nth(1).click();
    await expect.poll(() => idea.innerText()).not.toBe(before);
  }
  await idea.locator('.row .btn').first().click();
  await idea.waitFor({ ...steady, state: 'detached' });
  expect(troubles).toEqual([]);
});

it('lets people pay by hand, and says why a cell is refused', async () => {
  const { page, troubles } = await house.visitor();
  await sitDown(page, { record: lessonRecord, n: EXACT });
  await ownTurn(page);
  await page.keyboard.press('4');
  // The proposal is put away card by card, and paid with the same cards again.
  const paid = page.locator('.hand .pick[aria-pressed=true]');
  expect(await paid.count()).toBe(2);
  await page.locator('.hand [data-card=du2]').click();
  await expect.poll(() => page.locator('.bar .main').isDisabled()).toBe(true);
  await page.locator('.hand [data-card=du2]').click();
  await expect.poll(() => page.locator('.bar .main').isEnabled()).toBe(true);
  await page.locator('.bar .main').click();
  await page.locator('.display .pick').first().click();
  await page.locator('.bar .main').click();
  // Every empty cell that is no place for the tile names its reasons.
  await page.locator('.cell.active').first().waitFor(steady);
  const refused = page.locator('.cell:not(.active)[aria-label*="not legal"]').first();
  await refused.focus();
  await page.locator('.pop.bad').waitFor(steady);
  await expectAccessible(page);
  await page.locator('.cell.active').first().click();
  await page.locator('.bar .main').click();
  await page.getByText('Player 1 built').first().waitFor(steady);
  expect(troubles).toEqual([]);
});

it('answers between turns by standing passes', async () => {
  const { page, troubles } = await house.visitor();
  await sitDown(page, { record: dealt('alhambra 3 vizier thieves', 5) });
  // The first question offers what to do about questions; the editor is behind it, too.
  await page.getByRole('button', { name: 'More choices' }).click();
  await page.locator('.standing').waitFor(steady);
  await expectAccessible(page);
  for (const row of await page.locator('.standing .three').all()) await row.locator('button').nth(1).click();
  await page.locator('.standing .btn').last().click();
  await page.locator('.standing').waitFor({ ...steady, state: 'detached' });
  // From now on nobody has to answer between turns: one's own turns come by themselves.
  for (let turns = 0; turns < 3; turns++) {
    await page.waitForFunction(
      () => document.querySelector('.prompt b')?.textContent === 'Your turn.',
      undefined,
      steady,
    );
    await page.locator('.display .pick').first().click();
    await page.locator('.bar .main').click();
    await page.waitForFunction(
      () => document.querySelector('.prompt b')?.textContent !== 'Your turn.',
      undefined,
      steady,
    );
  }
  expect(troubles).toEqual([]);
});

it('two people play at one screen to the end', async () => {
  const { page, troubles } = await house.visitor();
  const record = readFileSync('../games/two-players-gifts-for-dirk.txt', 'utf8');
  const n = record.split('\n').filter((it) => /^\d /.test(it)).length - 24;
  await sitDown(page, { record, n, mine: [0, 1] });
  const cover = page.locator('.cover');
  let covered = 0;
  await playOn(page, async (page) => {
    if (await cover.isVisible()) {
      // Nothing of a hand is to be seen while the screen changes hands.
      if (covered === 0) await expectAccessible(page);
      covered += 1;
    }
    return click(page);
  });
  expect(covered).toBeGreaterThan(1);
  expect(troubles).toEqual([]);
});

it('replays a finished game from every side, judges it, and links to a moment', async () => {
  const { page, troubles } = await house.visitor();
  const id = await sitDown(page, { record: lessonRecord, n: LATE });
  await playOn(page, click);
  await page.goto(`/g/${id}/replay`);
  for (const name of ['See as Player 1', 'See as Zaynab', 'See as Tariq', 'See as Leonor']) {
    const eye = page.getByRole('button', { name });
    if ((await eye.count()) === 0) continue;
    await eye.click();
    await expect.poll(() => eye.getAttribute('aria-pressed')).toBe('true');
    await page.getByText('Only what this seat knew.').waitFor();
  }
  await page.getByRole('button', { name: 'All', exact: true }).click();
  await page.getByText('All hands are open.').waitFor();
  // The bot's judgement: a line per player, and turning points that lead to their turn.
  await page.getByRole('heading', { name: 'Winning chances' }).waitFor(steady);
  await page.locator('.legend').waitFor(steady);
  await expectAccessible(page);
  // What could have been done, with chances and reasons; what was done is among it or not, but says so if it is.
  const candidates = page.locator('.candidates li');
  await page.getByRole('slider', { name: 'Course of the game' }).fill(`${EXACT}`);
  await page.locator('.candidates .best', { hasText: '%' }).waitFor(steady);
  expect(await candidates.count()).toBeGreaterThan(1);
  await page
    .locator('.candidates [aria-current]', { hasText: 'Buy tower 11 with ducat 2 and ducat 9' })
    .waitFor(steady);
  await expectAccessible(page);
  // Whoever wants to know better lets the bot think longer.
  await page.getByText('1,000 games tried').waitFor(steady);
  await page.getByRole('button', { name: 'Think longer' }).click();
  await page.getByText('4,000 games tried').waitFor(steady);
  await page.locator('.candidates [aria-current]').waitFor(steady);
  // A turning point leads to its turn: the board shows whose decision it was, and what was played has a value.
  const points = page.getByRole('list', { name: 'Turning points' }).getByRole('button');
  const n = await points.count();
  expect(n).toBeGreaterThan(0);
  await points.last().click();
  await page.locator('.points [aria-current]').waitFor(steady);
  await page.locator('.candidates [aria-current] .percent', { hasText: /^\d+ %$/ }).waitFor(steady);
  const who = /: (.+) lost/.exec((await points.last().getAttribute('aria-label')) ?? '')?.[1] ?? '';
  await page.getByRole('img', { name: `${who}’s palace` }).waitFor(steady);
  // The second candidate is seen without scrolling.
  const [panel, second] = await Promise.all([
    page.locator('.candidates').boundingBox(),
    candidates.nth(1).boundingBox(),
  ]);
  if (!panel || !second) throw new Error('there are no two candidates');
  expect(second.y + second.height).toBeLessThanOrEqual(panel.y + panel.height);
  await page.getByRole('button', { name: 'Next turning point' }).click();
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await page.getByText('longest wall').waitFor(steady);
  await expectAccessible(page);
  // On a phone the buttons above have their names too.
  await page.setViewportSize(phone);
  await page.getByRole('button', { name: 'Play on from here' }).waitFor(steady);
  await expectAccessible(page);
  await page.setViewportSize(desktop);
  await page.getByRole('slider', { name: 'Course of the game' }).fill('20');
  await page.waitForURL('**n=20*');
  const there = await page.locator('.log [aria-current]').innerText();
  const friend = await house.visitor();
  await friend.page.goto(page.url());
  await expect.poll(() => friend.page.locator('.log [aria-current]').innerText()).toBe(there);
  expect(friend.troubles).toEqual([]);
  expect(troubles).toEqual([]);
});

it('tells a result in bars and lines, and opens a table for the same people', async () => {
  const { page, troubles } = await house.visitor();
  const id = await sitDown(page, { record: lessonRecord, n: LATE });
  await playOn(page, click);
  await page.getByRole('link', { name: 'See the result' }).click();
  await page.getByText('Where the points came from').waitFor(steady);
  // One scoring has its own points; all of them together are the result.
  const scores = page.locator('.score');
  const all = await scores.allInnerTexts();
  await page.getByRole('radio', { name: '1st' }).check();
  await expect.poll(() => scores.allInnerTexts()).not.toEqual(all);
  await page.getByRole('radio', { name: 'All', exact: true }).check();
  await expect.poll(() => scores.allInnerTexts()).toEqual(all);
  for (const name of ['Walls', 'Money taken']) {
    await page.getByRole('radio', { name }).check();
    await expectAccessible(page);
  }
  await page.getByRole('button', { name: 'Play again' }).click();
  await page.waitForURL((url) => url.pathname.startsWith('/t/') && !url.pathname.endsWith(id));
  expect(troubles).toEqual([]);
});

it("reads the palace as text and a cell's neighbours, lists its keys, and lets them be changed", async () => {
  const { page, troubles } = await house.visitor();
  await sitDown(page, { record: lessonRecord, n: 126 });
  await ownTurn(page);
  await page.keyboard.press('t');
  const text = page.getByRole('dialog', { name: 'Palace as text' });
  await text.getByText('Lion Fountain, no walls').waitFor(steady);
  await expectAccessible(page);
  // What lies under it is not touched from there.
  await page.keyboard.press('5');
  await page.keyboard.press('Escape');
  await text.waitFor({ ...steady, state: 'detached' });
  expect(await page.locator('.display .pick[aria-pressed=true]').count()).toBe(0);
  await page.keyboard.press('i');
  await page
    .locator('[aria-live=assertive]', { hasText: /north: .+ east: .+ south: .+ west: / })
    .waitFor({ ...steady, state: 'attached' });
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keys' }).waitFor(steady);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ ...steady, state: 'detached' });
  // Another key for the palace as text.
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Settings' }).click();
  const settings = page.getByRole('dialog', { name: 'Settings' });
  await settings.getByText('Keys', { exact: true }).click();
  await settings.getByRole('button', { name: /^Palace as text/ }).click();
  await page.keyboard.press('x');
  await settings.getByRole('button', { name: 'Palace as text: X' }).waitFor(steady);
  await page.keyboard.press('Escape');
  await settings.waitFor({ ...steady, state: 'detached' });
  await page.reload();
  await ownTurn(page);
  await page.keyboard.press('x');
  await text.waitFor(steady);
  expect(troubles).toEqual([]);
});

it('downloads a record, replays it again from the file, and plays on from the middle', async () => {
  const { page, troubles } = await house.visitor();
  const id = await sitDown(page, { record: lessonRecord, n: LATE });
  await playOn(page, click);
  await page.goto(`/g/${id}/replay`);
  await page.locator('.legend').waitFor(steady);
  await page.locator('.candidates li').first().waitFor(steady);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Record' }).click(),
  ]);
  const file = await download.path();
  expect(readFileSync(file, 'utf8')).toContain('ruleset alhambra 3');
  await page.goto('/replay');
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('heading', { name: 'Winning chances' }).waitFor(steady);
  await page.locator('.legend').waitFor(steady);
  await expectAccessible(page);
  await page.getByRole('slider', { name: 'Course of the game' }).fill(`${EXACT}`);
  await page.locator('.candidates [aria-current]').waitFor(steady);
  await page.locator('.seats button').first().click();
  await page.getByRole('button', { name: 'Play on from here' }).click();
  await page.waitForURL('**/t/*');
  await page.locator('.market').waitFor(steady);
  // What is no record is refused in words, and nothing breaks.
  await page.goto('/replay');
  await page.locator('input[type=file]').setInputFiles({
    name: 'shopping.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('milk'),
  });
  const alert = page.getByRole('alert').filter({ hasText: 'shopping.txt is no record' });
  await alert.filter({ hasText: 'line 1' }).waitFor(steady);
  expect(troubles.filter((it) => !it.includes('400'))).toEqual([]);
});
