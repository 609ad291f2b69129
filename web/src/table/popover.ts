// Where a popover stands on the board: beside the cell it speaks of, and over no other cell that can be chosen.

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** How far a popover keeps away from its cell, and from the edges of the board. */
const GAP = 10;
const EDGE = 8;

function overlap(one: Box, other: Box): number {
  const wide = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const high = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return wide > 0 && high > 0 ? wide * high : 0;
}

const between = (low: number, it: number, high: number): number => Math.max(low, Math.min(it, Math.max(low, high)));

/** The upper left corner of a popover: of the usual places the first that covers nothing, or the one that covers least. */
export function popoverAt(
  cell: Box,
  size: { width: number; height: number },
  free: readonly Box[],
  board: { width: number; height: number },
): { x: number; y: number } {
  const last = { x: board.width - size.width - EDGE, y: board.height - size.height - EDGE };
  const inside = (x: number, y: number) => ({ x: between(EDGE, x, last.x), y: between(EDGE, y, last.y) });
  const centre = { x: cell.x + (cell.width - size.width) / 2, y: cell.y + (cell.height - size.height) / 2 };
  const above = cell.y - GAP - size.height;
  const below = cell.y + cell.height + GAP;
  const left = cell.x - GAP - size.width;
  const right = cell.x + cell.width + GAP;
  const places = [
    inside(centre.x, above),
    inside(right, centre.y),
    inside(left, centre.y),
    inside(centre.x, below),
    ...[above, below].flatMap((y) => [inside(right, y), inside(left, y)]),
    ...[last.y, EDGE].flatMap((y) => [inside((EDGE + last.x) / 2, y), inside(EDGE, y), inside(last.x, y)]),
  ];
  const covered = places.map((place) =>
    [cell, ...free].reduce((sum, it) => sum + overlap({ ...place, ...size }, it), 0),
  );
  return places[covered.indexOf(Math.min(...covered))] ?? inside(centre.x, above);
}
