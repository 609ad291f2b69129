// Measures how soon a newcomer sees something: the first paint of pages from a server on this machine.
import process from 'node:process';

import { chromium } from 'playwright-core';

const address = process.argv[2];
if (!address) throw new Error('name the address of a running server: npm run paint http://127.0.0.1:8080');
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
for (const path of ['/', '/new', '/rules']) {
  const times = [];
  for (let n = 0; n < 7; n++) {
    // Nothing is in a newcomer's cache.
    const page = await (await browser.newContext({ baseURL: address })).newPage();
    await page.goto(path);
    const paint = await page.waitForFunction(
      () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
    );
    times.push(await paint.jsonValue());
    await page.context().close();
  }
  times.sort((a, b) => a - b);
  const ms = (it) => `${Math.round(it)} ms`;
  console.log(`${path}: first paint after ${ms(times[3])}, at most ${ms(times[6])}`);
}
await browser.close();
