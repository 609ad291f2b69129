// A finished game as the result page tells it: where the points came from and how the lead went.
import type { FinishedGame, ScoreSheet } from '../generated/protocol';

const buildings = ['pavilion', 'seraglio', 'arcades', 'chambers', 'garden', 'tower'] as const;
const granada = [
  'arena',
  'bath-house',
  'library',
  'hostel',
  'hospital',
  'market',
  'park',
  'school',
  'residential',
] as const;

/** Where points come from. */
export type Source =
  | (typeof buildings)[number]
  | `granada-${(typeof granada)[number]}`
  | 'wall'
  | 'moat'
  | 'together'
  | 'camps'
  | 'bazaars'
  | 'falcons'
  | 'citizens';

/** A source with its symbol and its colours. */
export interface Share {
  source: Source;
  symbol: string;
  points: number;
}

function shares(sheet: ScoreSheet): Share[] {
  return [
    ...buildings.map((kind, i): Share => ({ source: kind, symbol: `k-${kind}`, points: sheet.buildings[i] ?? 0 })),
    ...granada.map((kind, i): Share => ({
      source: `granada-${kind}`,
      symbol: `g-${kind}`,
      points: sheet.granada[i] ?? 0,
    })),
    { source: 'wall', symbol: 'wall-stick', points: sheet.wall },
    { source: 'moat', symbol: 'wall-stick', points: sheet.moat },
    { source: 'together', symbol: 'wall-stick', points: sheet.together },
    { source: 'camps', symbol: 'camp', points: sheet.camps },
    { source: 'bazaars', symbol: 'bazaar', points: sheet.bazaars },
    { source: 'falcons', symbol: 'falcon-white', points: sheet.falcons },
    { source: 'citizens', symbol: 'citizen', points: sheet.citizens },
  ];
}

/** The points of all scorings by source, without those that brought nothing. */
export function totals(sheets: ScoreSheet[]): Share[] {
  const sums = new Map<Source, Share>();
  for (const share of sheets.flatMap(shares)) {
    const sum = sums.get(share.source);
    if (sum) sum.points += share.points;
    else sums.set(share.source, { ...share });
  }
  return [...sums.values()].filter(({ points }) => points > 0);
}

/** The points of one scoring. */
export const sumOf = (sheet: ScoreSheet): number => shares(sheet).reduce((sum, { points }) => sum + points, 0);

/** The seats from the first place to the last; whoever is tied keeps the order of the seats. */
export function ranking(game: FinishedGame): { seat: number; place: number }[] {
  const order = game.seats
    .map(({ score }, seat) => ({ seat, score, won: game.winners.includes(seat) }))
    .sort((a, b) => Number(b.won) - Number(a.won) || b.score - a.score || a.seat - b.seat);
  return order.map(({ seat, score, won }) => ({
    seat,
    place: won ? 1 : 1 + order.filter((other) => other.won || other.score > score).length,
  }));
}

/** What the course of a game can show. */
export type Course = 'points' | 'walls' | 'money';

/** One line per seat, from the start through the scorings. */
export function course(game: FinishedGame, what: Course): number[][] {
  return game.seats.map((seat) => {
    if (what === 'walls') return [0, ...seat.walls];
    if (what === 'money') return seat.taken;
    const sums: number[] = [0];
    for (const sheet of seat.scorings) sums.push((sums.at(-1) ?? 0) + sumOf(sheet));
    return sums;
  });
}

/** A round number at or above the greatest, for the top of a chart, and the steps below it. */
export function scale(greatest: number): number[] {
  const steps = [1, 2, 5, 10, 20, 40, 50, 100, 200];
  const step = steps.find((each) => greatest <= each * 4) ?? 500;
  const n = Math.max(1, Math.ceil(greatest / step));
  return Array.from({ length: n + 1 }, (_, i) => i * step);
}
