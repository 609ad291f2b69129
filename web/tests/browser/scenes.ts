// Moments of recorded games in which something is to be seen, and how a page gets there.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Page } from 'playwright-core';

import { lessonRecord, sitDown } from './tables';

const steady = { timeout: 60_000 };

export const recorded = (name: string): string => readFileSync(`../games/${name}.txt`, 'utf8');

export const actionsOf = (record: string): string[] => record.split('\n').filter((it) => /^\d /.test(it));
/** Where in the lesson a tile is built on a palace that has grown. */
const building = actionsOf(lessonRecord).findIndex((it, n) => n > 100 && / build /.test(it));
export const everything = recorded('all-eleven-modules-three-players');
const redesigned = recorded('four-players-redesign');
const dirk = recorded('two-players-gifts-for-dirk');

/** A game that bots play, always the same one. */
export function simulated(...how: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'alhambra-pictures-'));
  const program = process.env['ALHAMBRA_PROGRAM'] ?? '';
  execFileSync(program, ['simulate', '--games', '1', '--bots', 'greedy', '--records', folder, ...how]);
  const record = readFileSync(join(folder, 'game-000000.txt'), 'utf8');
  rmSync(folder, { recursive: true });
  return record;
}

/** The first turn after so much of a record: somebody takes money or buys. */
export const turnAfter = (record: string, part: number): number => {
  const actions = actionsOf(record);
  const from = Math.round(actions.length * part);
  const turn = actions.slice(from).findIndex((it) => /^\d (take|buy) /.test(it));
  return from + turn;
};

export interface Scene {
  name: string;
  record: string;
  n: number;
  /** What is pressed before, one after the other. */
  press?: string[];
  /** What the pointer rests on. */
  over?: string;
}

/** Recorded games, and where in them something is to be seen. */
export const scenes: Scene[] = [
  { name: 'base', record: lessonRecord, n: 126 },
  { name: 'purchase', record: lessonRecord, n: 8, press: ['.market .c-ducat .pick'] },
  { name: 'preview', record: lessonRecord, n: building, press: ['.cell.active'] },
  { name: 'refused', record: lessonRecord, n: building, over: '.cell:not(.active)[aria-label*="not legal"]' },
  {
    name: 'redesign',
    record: redesigned,
    n: actionsOf(redesigned).findIndex((it) => / swap /.test(it)),
    press: ['.bar button:has([href="#reserve"])', '.tray .tiles button'],
  },
  { name: 'citizens', record: everything, n: 0 },
  { name: 'all-modules', record: everything, n: turnAfter(everything, 0.6) },
  { name: 'falcons', record: everything, n: 483 },
  { name: 'interrupt', record: everything, n: 420 },
  { name: 'granada', record: recorded('granada-three-players'), n: 170 },
  { name: 'combined', record: recorded('alhambra-and-granada-three-players'), n: 330 },
  {
    name: 'dirk',
    record: dirk,
    n: actionsOf(dirk).findLastIndex((it) => / give /.test(it)),
    press: ['[data-way=give]'],
  },
];

/** Lays a table and does what is to be seen. */
export async function lay(page: Page, { record, n, press = [], over }: Scene): Promise<void> {
  // The seat that decides at this moment is the visitor's.
  const next = actionsOf(record)[n] ?? '0';
  await sitDown(page, { record, n, mine: [Number(next[0])], level: 'strong', name: 'Amina' });
  await page.waitForFunction(() => document.title.startsWith('(!)'), undefined, steady);
  for (const button of press) await page.locator(button).filter({ visible: true }).first().click(steady);
  if (over) await page.locator(over).first().hover(steady);
}
