// Where the pills of the score track lie: two lanes, none over another, equal scores together.

/** A player on the track. */
export interface Runner {
  seat: number | 'dirk';
  initial: string;
  score: number;
}

/** A pill with everybody who has this score. */
export interface Pill {
  key: string;
  players: Runner[];
  score: number;
  lane: 0 | 1;
  /** Its middle in pixels, nudged where another is in the way. */
  x: number;
  /** The true point of the score. */
  true: number;
  width: number;
}

const RANGES = [60, 100, 160, 240];

/** The end of the track, which grows with the best score. */
export function rangeOf(best: number): number {
  return RANGES.find((it) => best <= it) ?? Math.ceil(best / 100) * 100;
}

/** Lays the pills out on a track of this width. */
export function laneOut(runners: readonly Runner[], range: number, width: number): Pill[] {
  const scores = [...new Set(runners.map((it) => it.score))].sort((a, b) => a - b);
  const ends = [-Infinity, -Infinity];
  return scores.map((score, i) => {
    const players = runners.filter((it) => it.score === score);
    const wide = 27 + 12 * players.length + 7 * String(score).length;
    const point = (score / range) * width;
    const wanted = (i % 2) as 0 | 1;
    const fits = (lane: 0 | 1): boolean => (ends[lane] ?? 0) + 3 <= point - wide / 2;
    const other = (1 - wanted) as 0 | 1;
    const lane = fits(wanted) || !fits(other) ? wanted : other;
    const x = Math.max(point, (ends[lane] ?? 0) + 3 + wide / 2);
    ends[lane] = x + wide / 2;
    return { key: players.map((it) => it.seat).join(' '), players, score, lane, x, true: point, width: wide };
  });
}
