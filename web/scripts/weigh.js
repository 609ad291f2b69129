// Weighs the scripts and styles of the built client as they travel; pictures and fonts are art and weigh nothing here.
import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const most = 250;
const folder = new URL('../dist/assets/', import.meta.url);
const files = readdirSync(folder).filter((name) => /\.(js|css)$/.test(name));
const bytes = files.reduce((sum, name) => sum + gzipSync(readFileSync(new URL(name, folder)), { level: 9 }).length, 0);
const weight = Math.ceil(bytes / 1024);
console.log(`scripts and styles weigh ${weight} KB gzipped, ${most} are allowed`);
if (weight > most) process.exit(1);
