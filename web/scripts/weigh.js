// Weighs the built client as it travels: scripts and styles with the heavier of the languages, of which a visitor loads one, and by
// themselves the texts of the rules and of the lessons, and the game itself, which is fetched when somebody plays in the browser;
// pictures and fonts are art and weigh nothing here.
import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

/** What each script, style and program of a folder weighs gzipped. */
function weights(folder) {
  const place = new URL(folder, import.meta.url);
  const files = readdirSync(place).filter((name) => /\.(js|css|wasm)$/.test(name));
  return files.map((name) => gzipSync(readFileSync(new URL(name, place)), { level: 9 }).length);
}

const sum = (all) => all.reduce((a, b) => a + b, 0);
const loads = [
  {
    what: 'scripts and styles in one language',
    bytes: sum(weights('../dist/assets/')) + Math.max(...weights('../dist/assets/languages/')),
    // What the browser does without a server, and says about it, is part of every page.
    most: 240,
  },
  { what: 'rules in all languages', bytes: sum(weights('../dist/assets/rules/')), most: 80 },
  { what: 'the game itself', bytes: sum(weights('../dist/assets/here/')), most: 600 },
  { what: 'lessons in all languages', bytes: sum(weights('../dist/assets/lessons/')), most: 20 },
];
for (const { what, bytes, most } of loads) {
  const weight = Math.ceil(bytes / 1024);
  console.log(`${what} weigh ${weight} KB gzipped, ${most} are allowed`);
  if (weight > most) process.exitCode = 1;
}
