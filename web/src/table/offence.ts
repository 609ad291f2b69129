// Where to point for a refused cell: at the sides that the server's reasons speak of.
import type { Broken, City, Tile } from '../generated/protocol';
import { gridOf, printed } from '../pieces/printed';

export type Compass = 'n' | 'e' | 's' | 'w';
type Reason = Broken[number];

const BESIDE: Record<Compass, { x: number; y: number; across: Compass }> = {
  n: { x: 0, y: -1, across: 's' },
  e: { x: 1, y: 0, across: 'w' },
  s: { x: 0, y: 1, across: 'n' },
  w: { x: -1, y: 0, across: 'e' },
};

/** One side of a tile and what lies there. */
interface Meeting {
  /** Whether this side and the one across bear a wall, moat or bastion. */
  mine: boolean;
  theirs: boolean;
  camps: { mine: boolean; theirs: boolean };
  /** Whether one is a tile of Granada and the other of the Alhambra. */
  seam: boolean;
}

/** At which sides each reason is seen; one that speaks of no side has none. */
const SEEN: Partial<Record<Reason, (it: Meeting) => boolean>> = {
  'wall-mismatch': ({ mine, theirs }) => mine !== theirs,
  'not-on-foot': ({ mine, theirs }) => mine || theirs,
  'wall-and-moat': ({ mine, theirs, seam }) => seam && !(mine && theirs),
  bastion: ({ mine, theirs, camps }) => (camps.mine && mine && !theirs) || (camps.theirs && theirs && !mine),
  'camp-side': ({ mine, theirs, camps }) =>
    camps.mine !== camps.theirs && ((camps.mine && !mine) || (camps.theirs && !theirs)),
};

/** The sides of a tile on a cell that its reasons are seen at. */
export function offendingSides(
  broken: Broken,
  { tile, cell, added = '' }: { tile: Tile; cell: string; added?: string | undefined },
  tiles: City['tiles'],
): Compass[] {
  const { x, y } = gridOf(cell);
  const own = printed(tile);
  const edges = own.edges + added;
  return (['n', 'e', 's', 'w'] as const).filter((side) => {
    const { x: dx, y: dy, across } = BESIDE[side];
    const other = tiles.find((it) => {
      const place = gridOf(it.cell);
      return place.x === x + dx && place.y === y + dy;
    });
    if (!other) return false;
    const shows = [own.face.shows, printed(other.tile).face.shows];
    const meeting: Meeting = {
      mine: edges.includes(side),
      theirs: other.edges.includes(across),
      camps: { mine: shows[0] === 'camp', theirs: shows[1] === 'camp' },
      seam: shows.filter((it) => it.startsWith('granada')).length === 1,
    };
    return broken.some((reason) => SEEN[reason]?.(meeting));
  });
}
