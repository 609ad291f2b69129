// Which part of a palace is seen, and how large.
import { gridOf, type Place } from '../pieces/printed';

/** The size of a cell, and where the starting tile's corner lies on the board, in pixels. */
export interface Camera {
  size: number;
  x: number;
  y: number;
}

/** Room that chips need at the edges. */
export interface Insets {
  top: number;
  bottom: number;
  side: number;
}

export const SMALLEST = 36;
export const LARGEST = 160;
/** How large tiles become by themselves; a very large board lets them grow, and a palace that has only begun. */
const FITTED = 108;
/** How much smaller a palace is shown with each tile across, until it is fitted. */
const STEP = 13;

/** The cells that have to be seen. */
export interface Extent {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export function extentOf(cells: Iterable<string>): Extent {
  const extent = { left: 0, top: 0, right: 0, bottom: 0 };
  for (const cell of cells) {
    const { x, y } = gridOf(cell);
    extent.left = Math.min(extent.left, x);
    extent.right = Math.max(extent.right, x);
    extent.top = Math.min(extent.top, y);
    extent.bottom = Math.max(extent.bottom, y);
  }
  return extent;
}

/** The camera that shows an extent as large as the board allows, in its middle. */
export function fit({ left, top, right, bottom }: Extent, width: number, height: number, insets: Insets): Camera {
  const columns = right - left + 1;
  const rows = bottom - top + 1;
  const room = { x: width - 2 * insets.side, y: height - insets.top - insets.bottom };
  const near = LARGEST - STEP * (Math.max(columns, rows) - 1);
  const most = Math.max(FITTED, near, Math.min(LARGEST, height / 9));
  const size = Math.max(12, Math.min(most, room.x / columns, room.y / rows));
  return {
    size,
    x: insets.side + (room.x - columns * size) / 2 - left * size,
    y: insets.top + (room.y - rows * size) / 2 - top * size,
  };
}

/** Where the upper left corner of a cell lies on the board. */
export function cornerOf({ size, x, y }: Camera, cell: string): { x: number; y: number } {
  const place = gridOf(cell);
  return { x: x + place.x * size, y: y + place.y * size };
}

/** The camera after zooming by a factor around a point of the board. */
export function zoom(camera: Camera, factor: number, at: { x: number; y: number }): Camera {
  const size = Math.max(SMALLEST, Math.min(LARGEST, camera.size * factor));
  const scale = size / camera.size;
  return { size, x: at.x - (at.x - camera.x) * scale, y: at.y - (at.y - camera.y) * scale };
}

/** The nearest of some cells in the direction of an arrow key. */
export function nearest(from: Place, cells: readonly string[], key: string): string | null {
  const way: Record<string, [number, number]> = {
    ArrowUp: [0, -1],
    ArrowDown: [0, 1],
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
  };
  const [dx, dy] = way[key] ?? [0, 0];
  let best: { cell: string; far: number } | null = null;
  for (const cell of cells) {
    const { x, y } = gridOf(cell);
    const ahead = (x - from.x) * dx + (y - from.y) * dy;
    const aside = Math.abs((x - from.x) * dy) + Math.abs((y - from.y) * dx);
    if (ahead <= 0) continue;
    const far = ahead + 2 * aside;
    if (!best || far < best.far) best = { cell, far };
  }
  return best?.cell ?? null;
}
