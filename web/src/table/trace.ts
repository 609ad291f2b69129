// The gold line along the longest wall: a path a little outside the sides it follows.
import type { Side } from '../generated/protocol';
import { gridOf } from '../pieces/printed';

/** A point on the board, in cells. */
export interface Point {
  x: number;
  y: number;
}

interface Stretch {
  /** The ends of the side, walked clockwise around its cell. */
  from: Point;
  to: Point;
  /** The way out of its cell. */
  out: Point;
}

const CORNERS: Record<string, [Point, Point, Point]> = {
  n: [
    { x: 0, y: 0 },
    { x: 1, y: 0 },
    { x: 0, y: -1 },
  ],
  e: [
    { x: 1, y: 0 },
    { x: 1, y: 1 },
    { x: 1, y: 0 },
  ],
  s: [
    { x: 1, y: 1 },
    { x: 0, y: 1 },
    { x: 0, y: 1 },
  ],
  w: [
    { x: 0, y: 1 },
    { x: 0, y: 0 },
    { x: -1, y: 0 },
  ],
};

const add = (a: Point, b: Point): Point => ({ x: a.x + b.x, y: a.y + b.y });
const meet = (a: Point, b: Point): boolean => a.x === b.x && a.y === b.y;

function stretchOf({ cell, side }: Side): Stretch {
  const place = gridOf(cell);
  const [from, to, out] = CORNERS[side] ?? CORNERS['n'] ?? [place, place, place];
  return { from: add(place, from), to: add(place, to), out };
}

/** The sides as one walk: each stretch turned so that it begins where the last one ended. */
function walk(sides: readonly Side[]): Stretch[] {
  const stretches = sides.map(stretchOf);
  const turned = (it: Stretch): Stretch => ({ ...it, from: it.to, to: it.from });
  const first = stretches[0];
  const second = stretches[1];
  if (!first) return [];
  const path = [second && (meet(first.from, second.from) || meet(first.from, second.to)) ? turned(first) : first];
  for (const it of stretches.slice(1)) {
    const end = path.at(-1)?.to;
    path.push(end && meet(it.to, end) ? turned(it) : it);
  }
  return path;
}

/** The points of the line, `gap` pixels outside, in a drawing with cells of `size` pixels around `origin`. */
export function traceOf(sides: readonly Side[], size: number, origin: Point, gap = 6): Point[] {
  const path = walk(sides);
  const moved = (corner: Point, ...outs: Point[]): Point => {
    const seen = outs.filter((it, i) => outs.findIndex((other) => meet(it, other)) === i);
    return {
      x: origin.x + corner.x * size + seen.reduce((sum, it) => sum + it.x, 0) * gap,
      y: origin.y + corner.y * size + seen.reduce((sum, it) => sum + it.y, 0) * gap,
    };
  };
  const points: Point[] = [];
  path.forEach((it, i) => {
    const before = path[i - 1];
    const closed = i === 0 ? path.at(-1) : undefined;
    const joins = closed && path.length > 3 && meet(closed.to, it.from) ? closed : before;
    points.push(joins ? moved(it.from, joins.out, it.out) : moved(it.from, it.out));
    const after = path[i + 1];
    if (!after) {
      const start = path[0];
      points.push(
        start && path.length > 3 && meet(it.to, start.from) ? moved(it.to, it.out, start.out) : moved(it.to, it.out),
      );
    }
  });
  return points;
}

/** A bead on the line: how many sides it has come to there. */
export interface Bead extends Point {
  n: number;
}

/** Beads in the middle of every fifth side of a line and of its last one. */
export function beadsOf(sides: readonly Side[], size: number, origin: Point, gap = 6): Bead[] {
  const last = sides.length;
  return walk(sides).flatMap(({ from, to, out }, i) => {
    const n = i + 1;
    // A bead shortly before the last one would lie on it.
    if (n !== last && (n % 5 !== 0 || last - n < 2)) return [];
    return [
      {
        n,
        x: origin.x + ((from.x + to.x) / 2) * size + out.x * gap,
        y: origin.y + ((from.y + to.y) / 2) * size + out.y * gap,
      },
    ];
  });
}

/** Points as the path of an SVG. */
export function pathOf(points: readonly Point[]): string {
  return points.length ? `M${points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}` : '';
}
