// Weighs the built client as it travels: scripts and styles, and by themselves the texts of the rules, of which a reader loads
// one language; pictures and fonts are art and weigh nothing here.
import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const loads = [
  { what: 'scripts and styles', folder: '../dist/assets/', most: 240 },
  { what: 'rules in all languages', folder: '../dist/assets/rules/', most: 80 },
];
for (const { what, folder, most } of loads) {
  const place = new URL(folder, import.meta.url);
  const files = readdirSync(place).filter((name) => /\.(js|css)$/.test(name));
  const bytes = files.reduce((sum, name) => sum + gzipSync(readFileSync(new URL(name, place)), { level: 9 }).length, 0);
  const weight = Math.ceil(bytes / 1024);
  console.log(`${what} weigh ${weight} KB gzipped, ${most} are allowed`);
  if (weight > most) process.exitCode = 1;
}
