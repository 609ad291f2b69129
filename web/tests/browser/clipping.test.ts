// Nothing is cut off, covered or out of reach: every main state in every size, with text twice as large, in English and German.
//
// `cargo verify` looks at the sizes that are hardest, in German; `cargo xtask browser --all` at everything. One state alone:
// `ALHAMBRA_STATES=lobby`, with the environment that `cargo xtask browser` gives.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { faultsOf } from './clipping';
import { desktop, House, phone, violationsOf } from './house';
import { states } from './states';

const all = !!process.env['ALHAMBRA_ALL'];
/** Only the states whose names contain this are looked at, to try one thing. */
const only = process.env['ALHAMBRA_STATES'] ?? '';

let house: House;
beforeAll(async () => {
  house = await House.open();
});
afterAll(() => house.close());

interface Size {
  width: number;
  height: number;
  /** Looked at on every change. */
  main?: true;
}
const sizes: Size[] = [
  { width: 360, height: 640, main: true },
  { width: 390, height: 844 },
  { width: 844, height: 390, main: true },
  { width: 820, height: 1180 },
  { width: 1024, height: 768, main: true },
  { width: 1280, height: 720, main: true },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
];
/** With text and everything else twice as large, half of the window is left. */
const twice = ({ width, height }: Size) => ({ width: width / 2, height: height / 2 });

/** Whom nothing keeps out: desktop and phone, both themes. */
const eyes = [
  [desktop, 'light'],
  [phone, 'dark'],
] as const;
const otherEyes = [
  [desktop, 'dark'],
  [phone, 'light'],
] as const;

const looked = states.filter((it) => it.name.includes(only));
// German has the longer words.
describe.each(all ? ['en', 'de'] : ['de'])('%s', (locale) => {
  it.each(looked)('$name', async ({ reach }) => {
    const { page, troubles } = await house.visitor({ locale, hasTouch: true });
    await reach(page);
    const faults: string[] = [];
    const windows = sizes.filter((it) => all || it.main);
    const larger = windows.map((it) => ({ ...twice(it), zoomed: true }));
    for (const size of all ? [...windows, ...larger] : windows) {
      await page.setViewportSize(size);
      const still = size.width >= 1280 ? '.slot, .slot :not(ol, ul), .setup, .setup *, .asked, .means' : '';
      for (const fault of await faultsOf(page, still)) faults.push(`${size.width} × ${size.height}: ${fault}`);
    }
    for (const [size, colorScheme] of all ? [...eyes, ...otherEyes] : eyes) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme });
      for (const { id, nodes } of await violationsOf(page)) {
        faults.push(`${size.width} wide, ${colorScheme}: ${id}: ${nodes.join(' | ')}`);
      }
    }
    expect(faults).toEqual([]);
    expect(troubles).toEqual([]);
    await page.context().close();
  });
});
