// Where a panel lies best: beside what is spoken of, and over as little of the rest as possible.

/** A rectangle on the screen. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Something that is better not covered. */
export interface Kept extends Box {
  /** How much a covered pixel of it hurts. */
  weight: number;
}

/** How much of two boxes is the same. */
export function overlap(a: Box, b: Box): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return width > 0 && height > 0 ? width * height : 0;
}

const MARGIN = 10;
const STEP = 24;

/** The place for a panel of this size; it stays where it is as long as no other place is clearly better. */
export function placeFor(
  size: { width: number; height: number },
  screen: { width: number; height: number },
  kept: readonly Kept[],
  now: { x: number; y: number } | null,
): { x: number; y: number } {
  const hurt = (at: { x: number; y: number }): number =>
    kept.reduce((sum, it) => sum + it.weight * overlap({ ...at, ...size }, it), 0);
  const right = Math.max(MARGIN, screen.width - size.width - MARGIN);
  const bottom = Math.max(MARGIN, screen.height - size.height - MARGIN);
  const within = (it: number, most: number) => Math.min(Math.max(it, MARGIN), most);
  let best = now ? { x: within(now.x, right), y: within(now.y, bottom) } : { x: MARGIN, y: bottom };
  let least = hurt(best) * 0.95;
  for (let y = bottom; y >= MARGIN; y -= STEP) {
    // The right edge is a place of its own, however wide the steps are.
    for (let step = MARGIN; step < right + STEP; step += STEP) {
      const x = Math.min(step, right);
      const here = hurt({ x, y });
      if (here < least) {
        best = { x, y };
        least = here;
      }
    }
  }
  return best;
}
