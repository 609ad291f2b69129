// Every page but the table: it shows what it should, keeps nobody out, and nothing goes wrong on it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { desktop, expectAccessible, House, phone } from './house';
import { lessonRecord, sitDown } from './tables';

let house: House;
beforeAll(async () => {
  house = await House.open();
});
afterAll(() => house.close());

const pages = [
  { path: '/', en: 'Play now', de: 'Sofort spielen' },
  { path: '/new', en: 'New table', de: 'Neuer Tisch' },
  { path: '/tables', en: 'Nobody waits.', de: 'Niemand wartet.' },
  { path: '/games', en: 'My games', de: 'Meine Spiele' },
  { path: '/rules', en: 'What is in the box', de: 'Wertung' },
  { path: '/rules/camps#M-CAMP-3', en: 'Camps', de: 'Feldlager' },
  { path: '/learn', en: 'First lesson, step 1 of 10', de: 'Erste Lektion, Schritt 1 von 10' },
  { path: '/seat/nonsense', en: 'Play on here', de: 'Hier weiterspielen' },
  { path: '/replay', en: 'Replay a record', de: 'Aufzeichnung ansehen' },
  { path: '/nowhere', en: 'Nothing stands here.', de: 'Hier steht nichts.' },
];

describe.each([
  { locale: 'en', viewport: desktop, colorScheme: 'light' },
  { locale: 'de', viewport: desktop, colorScheme: 'dark' },
  { locale: 'en', viewport: phone, colorScheme: 'light' },
  { locale: 'de', viewport: phone, colorScheme: 'dark' },
] as const)('$locale, $viewport.width wide, $colorScheme', (options) => {
  it.each(pages)('$path', async ({ path, [options.locale]: text }) => {
    const { page, troubles } = await house.visitor(options);
    await page.goto(path);
    await page.getByText(text).filter({ visible: true }).first().waitFor();
    await expectAccessible(page);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wide).toBeLessThanOrEqual(0);
    expect(troubles).toEqual([]);
    await page.context().close();
  });
});

it('remembers language and theme', async () => {
  const { page, troubles } = await house.visitor();
  await page.goto('/');
  await page.getByRole('button', { name: 'Deutsch' }).click();
  await page.getByRole('button', { name: 'Dunkel' }).click();
  const mark = () => page.evaluate(() => [document.documentElement.lang, document.documentElement.dataset.theme]);
  expect(await mark()).toEqual(['de', 'dark']);
  await page.getByRole('button', { name: 'Einstellungen' }).click();
  await page.getByRole('dialog').waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(troubles).toEqual([]);
});

it('lists public tables, to join and to watch in one click', async () => {
  const host = await house.visitor();
  await host.page.goto('/tables');
  await host.page.getByRole('main').getByRole('link', { name: 'Open a table' }).first().click();
  await host.page.getByRole('button', { name: 'Open the table' }).click();
  await host.page.waitForURL('**/t/*');
  const table = (await host.page.getByRole('heading', { level: 1 }).textContent()) ?? '';

  const guest = await house.visitor();
  await guest.page.goto('/');
  await guest.page.getByRole('link', { name: `Join ${table}` }).click();
  await guest.page.getByText('you', { exact: true }).waitFor();
  expect(new URL(guest.page.url()).search).toBe('');
  await host.page.getByRole('button', { name: 'Start with 4' }).click();
  await guest.page.locator('.hand [data-card]').first().waitFor();

  const third = await house.visitor();
  await third.page.goto('/tables');
  await third.page.getByRole('link', { name: /^Watch / }).click();
  await third.page.waitForURL(host.page.url());
  for (const { page, troubles } of [host, guest, third]) {
    expect(troubles).toEqual([]);
    await page.context().close();
  }
});

it('asks for a name once, when somebody first sits down', async () => {
  const host = await house.visitor();
  await host.page.goto('/new?public');
  await host.page.getByRole('button', { name: 'Open the table' }).click();
  await host.page.waitForURL('**/t/*');
  const hostName = (await host.page.locator('.seats h2').first().textContent()) ?? '';

  const guest = await house.visitor();
  // Not a page of the client, which might write down what it remembers of its visitor after that.
  await guest.page.goto('/robots.txt');
  await guest.page.evaluate(() => (localStorage['alhambra.name'] = JSON.stringify({ asked: false })));
  await guest.page.goto(host.page.url());
  await guest.page.getByRole('button', { name: 'Sit here' }).first().click();
  const dialog = guest.page.getByRole('dialog', { name: 'What shall the others call you?' });
  await dialog.getByLabel('Your name').fill(hostName.toUpperCase());
  await dialog.getByText(`Two are called ${hostName.toUpperCase()} here.`).waitFor();
  await dialog.getByLabel('Your name').fill('Karim');
  await dialog.getByRole('radio', { name: 'olive' }).check();
  await expectAccessible(guest.page);
  await dialog.getByRole('button', { name: 'Sit down as Karim' }).click();
  await host.page.getByRole('heading', { name: 'Karim' }).waitFor();
  // The colour can be changed, and so can what is played, while people gather.
  await guest.page.getByRole('button', { name: 'slate' }).click();
  await host.page.getByRole('button', { name: 'slate, Karim has it' }).waitFor();
  await host.page.getByRole('button', { name: 'One seat fewer' }).click();
  await guest.page.getByText('Alhambra, 3 seats').waitFor();
  await host.page.getByRole('button', { name: 'Change the game' }).click();
  await host.page.getByRole('radio', { name: 'Granada', exact: true }).check();
  await expectAccessible(host.page);
  await host.page.getByRole('button', { name: 'Play this' }).click();
  await guest.page.getByText('Granada, 3 seats').waitFor();

  // Known from now on: nobody asks again.
  await guest.page.goto('/');
  await guest.page.getByRole('button', { name: 'Karim: change the name' }).waitFor();
  await guest.page.goto('/new?public');
  await guest.page.getByRole('button', { name: 'Open the table' }).click();
  await guest.page.getByRole('heading', { name: 'Karim’s table' }).waitFor();
  expect(await guest.page.getByRole('dialog').count()).toBe(0);
  expect([...host.troubles, ...guest.troubles]).toEqual([]);
  for (const { page } of [host, guest]) await page.context().close();
});

it('lets the host choose what bots are like, and tells everybody', async () => {
  const host = await house.visitor();
  await host.page.goto('/new');
  const seat = host.page.getByLabel('Seat 2');
  const beginners = seat.locator('optgroup[label="Beginners"] option');
  await beginners.first().waitFor({ state: 'attached' });
  expect(await beginners.allTextContents()).toEqual(
    ['easy', 'builder', 'collector', 'saver', 'spender'].map((level) => `Bot, ${level}`),
  );
  await seat.selectOption('saver');
  await host.page.getByText('waits for the exact sum').waitFor();
  await host.page.getByLabel('Seat 4').selectOption('open');
  await host.page.getByRole('button', { name: 'Open the table' }).click();
  await host.page.waitForURL('**/t/*');

  const guest = await house.visitor();
  await guest.page.goto(host.page.url());
  await guest.page.getByText('waits for the exact sum').waitFor();
  await host.page
    .getByLabel(/^How .* plays$/)
    .first()
    .selectOption('spender');
  await guest.page.getByText('buys at once, too dear').waitFor();
  await expectAccessible(host.page);
  expect([...host.troubles, ...guest.troubles]).toEqual([]);
});

it('opens the rules at a rule and searches them', async () => {
  const { page, troubles } = await house.visitor();
  await page.goto('/rules#M-CAMP-3');
  await page.getByRole('heading', { name: 'Camps', level: 1 }).waitFor();
  await expect.poll(() => page.locator('.sought').first().isVisible()).toBe(true);
  await page.keyboard.press('/');
  await page.keyboard.type('longest wall');
  await page.getByRole('status').waitFor();
  await page.locator('.places a').first().click();
  await page.locator('h1').waitFor();
  expect(troubles).toEqual([]);
});

it('tells in a minute what a module changes', async () => {
  const { page, troubles } = await house.visitor();
  await page.goto('/new');
  await page.getByRole('button', { name: 'What changes: Camps' }).click();
  await page.getByRole('dialog', { name: 'Camps' }).waitFor();
  await page.getByText('its bastion against your wall').waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'All rules of it' }).click();
  await page.getByRole('heading', { name: 'Camps', level: 1 }).waitFor();
  expect(troubles).toEqual([]);
});

it('moves a seat to another device by a link, once, and not by looking at it', async () => {
  const { page, troubles } = await house.visitor({ permissions: ['clipboard-read', 'clipboard-write'] });
  const id = await sitDown(page, { record: lessonRecord });
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Move this seat to another device' }).click();
  await page.locator('.toast', { hasText: 'Copied.' }).waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const other = await house.visitor();
  await other.page.goto(link);
  await other.page.getByRole('button', { name: 'Move the seat here' }).waitFor();
  await expectAccessible(other.page);
  // Whoever only looked has taken nothing.
  await page.reload();
  await page.locator('.hand [data-card]').first().waitFor();
  await other.page.getByRole('button', { name: 'Move the seat here' }).click();
  await other.page.waitForURL(`**/t/${id}`);
  await other.page.locator('.hand [data-card]').first().waitFor();
  const late = await house.visitor();
  await late.page.goto(link);
  await late.page.getByRole('button', { name: 'Move the seat here' }).click();
  await late.page.getByText('This link is used up.').waitFor();
  expect(late.troubles.filter((it) => !it.includes('404'))).toEqual([]);
  expect([...troubles, ...other.troubles]).toEqual([]);
});
