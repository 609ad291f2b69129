// Draws the pictures by which the installed game is known, from public/icon.svg, into public/.
import { readFileSync } from 'node:fs';
import process from 'node:process';

import { chromium } from 'playwright-core';

const drawing = readFileSync(new URL('../public/icon.svg', import.meta.url), 'utf8');
// A system cuts a shape of its own out of a maskable icon: only the inner circle, four fifths wide, is safe.
const pictures = [
  { name: 'icon-192', size: 192, ground: 'transparent', share: 1 },
  { name: 'icon-512', size: 512, ground: 'transparent', share: 1 },
  { name: 'icon-maskable-512', size: 512, ground: '#EBE2D0', share: 0.72 },
  { name: 'icon-apple-180', size: 180, ground: '#EBE2D0', share: 0.8 },
];
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
for (const { name, size, ground, share } of pictures) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(`<style>
    body { margin: 0; height: 100vh; display: grid; place-items: center; background: ${ground} }
    svg { width: ${share * 100}vw }
  </style>${drawing}`);
  await page.screenshot({ path: `public/${name}.png`, omitBackground: true });
}
await browser.close();
