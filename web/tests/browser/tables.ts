// Tables laid for a test: from a seed, or from the middle of a recorded game, so that the same always happens.
import { readFileSync } from 'node:fs';

import type { Page } from 'playwright-core';

/** The record of the first lesson. */
export const lessonRecord = readFileSync('../games/first-lesson.txt', 'utf8');

/** A record in which nothing has happened yet. */
export function dealt(ruleset: string, number: number): string {
  // The seed is written as its bytes, the lowest first.
  const seed = [0, 8, 16, 24].map((by) => ((number >> by) & 255).toString(16).padStart(2, '0')).join('');
  return `alhambra record\nrules 2\nruleset ${ruleset}\nseed ${seed.padEnd(64, '0')}\n`;
}

export interface Laid {
  record: string;
  /** After how many actions of the record. */
  n?: number;
  /** Which seats are the visitor's; bots have the others. */
  mine?: number[];
  level?: string;
  /** What the visitor is called. */
  name?: string;
}

/** Lays a table and goes there. */
export async function sitDown(
  page: Page,
  { record, n = 0, mine = [0], level = 'greedy', name = 'Player' }: Laid,
): Promise<string> {
  const [game, players, ...words] = /^ruleset (.+)$/m.exec(record)?.[1]?.split(' ') ?? [];
  const scoring = words.includes('simplified') ? 'simplified' : 'regular';
  const wish = {
    settings: {
      ruleset: {
        game,
        scoring,
        players: Number(players),
        modules: words.filter((it) => it !== 'simplified'),
      },
      visibility: 'link',
      pace: { pace: 'unlimited' },
      assistance: { hints: true, undo: true },
      fixed_seats: true,
      substitute: 'greedy',
    },
    seats: Array.from({ length: Number(players) }, (_, seat) =>
      mine.includes(seat)
        ? { seat: 'me', name: mine.length > 1 || name === 'Player' ? `${name} ${seat + 1}` : name }
        : { seat: 'bot', level },
    ),
    from: [record, n],
    start: true,
  };
  // Whoever has not been here is given a name by the first answer: the page and the wish would be given one each.
  await page.request.get('/api/me');
  if (page.url() === 'about:blank') await page.goto('/');
  const id = await page.evaluate(async (wish) => {
    const answer = await fetch('/api/tables', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(wish),
    });
    const table = (await answer.json()) as { id?: string; message?: string };
    if (!table.id) throw new Error(table.message);
    return table.id;
  }, wish);
  await page.goto(`/t/${id}`);
  await page.locator('.board, .setup').first().waitFor();
  return id;
}
