// What is printed on tiles and cards, read from their text in the notation.
import type { Building, Currency, Tile } from '../generated/protocol';
import material from '../generated/material.json';

/** A kind of building of Granada. */
export type CityKind =
  'arena' | 'bath-house' | 'library' | 'hostel' | 'hospital' | 'market' | 'park' | 'school' | 'residential';

/** The kinds of the Alhambra in the order of the scoring tables. */
export const BUILDINGS: readonly Building[] = ['pavilion', 'seraglio', 'arcades', 'chambers', 'garden', 'tower'];

/** The kinds of Granada in the order of the lists. */
export const CITY_KINDS: readonly CityKind[] = [
  'arena',
  'bath-house',
  'library',
  'hostel',
  'hospital',
  'market',
  'park',
  'school',
  'residential',
];

/** The currencies in the order of the market squares. */
export const CURRENCIES: readonly Currency[] = ['fl', 'di', 'de', 'du'];

/** The name of a currency in symbols and colours. */
export const CURRENCY_NAME: Record<Currency, 'florin' | 'dirham' | 'denar' | 'ducat'> = {
  fl: 'florin',
  di: 'dirham',
  de: 'denar',
  du: 'ducat',
};

/** What a tile shows. */
export type Face =
  | { shows: 'fountain' | 'granada-start' }
  | { shows: 'building'; building: Building; price: number }
  | { shows: 'granada'; kind: CityKind; price: number }
  | { shows: 'hut'; building: Building }
  | { shows: 'camp'; price: number }
  | { shows: 'bazaar'; currency: Currency; colours: Building[] };

/** A tile with everything printed on it. */
export interface Printed {
  tile: Tile;
  face: Face;
  /** The sides with a wall, a moat or a bastion. */
  edges: string;
  /** The other face of a tile of Granada. */
  back: Tile | null;
}

interface Piece {
  tile: string;
  face: string | Record<string, object>;
  edges: string;
  back?: string | null;
}

function faceOf(piece: Piece): Face {
  if (typeof piece.face === 'string') {
    return { shows: piece.face === 'fountain' ? 'fountain' : 'granada-start' };
  }
  const [shows, rest] = Object.entries(piece.face)[0] ?? ['fountain', {}];
  return { shows, ...rest } as Face;
}

const PRINTED = new Map<string, Printed>(
  (material as Piece[]).map((it) => [
    it.tile,
    { tile: it.tile, face: faceOf(it), edges: it.edges, back: it.back ?? null },
  ]),
);

/** What is printed on a tile. */
export function printed(tile: Tile): Printed {
  const found = PRINTED.get(tile);
  if (!found) throw new Error(`no such tile: ${tile}`);
  return found;
}

/** The price on a tile, if there is one. */
export function priceOf(tile: Tile): number | null {
  const { face } = printed(tile);
  return 'price' in face ? face.price : null;
}

/** The kind of building a tile counts as by its picture, for colours and symbols. */
export function symbolOf(tile: Tile): { symbol: string; tone: string } {
  const { face } = printed(tile);
  switch (face.shows) {
    case 'building':
      return { symbol: `k-${face.building}`, tone: `k-${face.building}` };
    case 'granada':
      return { symbol: `g-${face.kind}`, tone: `g-${face.kind}` };
    case 'hut':
      return { symbol: 'hut', tone: `k-${face.building}` };
    case 'camp':
      return { symbol: 'camp', tone: 'k-camp' };
    case 'bazaar':
      return { symbol: 'bazaar', tone: 'k-bazaar' };
    case 'fountain':
      return { symbol: 'fountain', tone: 'k-fountain' };
    case 'granada-start':
      return { symbol: 'start-granada', tone: 'k-start-granada' };
  }
}

/** A cell in columns to the east and rows to the south of the starting tile. */
export interface Place {
  x: number;
  y: number;
}

/** Reads a cell such as `n1e2`. */
export function gridOf(cell: string): Place {
  const place = { x: 0, y: 0 };
  for (const [, side, steps] of cell.matchAll(/([nesw])(\d+)/g)) {
    const n = Number(steps);
    if (side === 'n') place.y -= n;
    if (side === 's') place.y += n;
    if (side === 'e') place.x += n;
    if (side === 'w') place.x -= n;
  }
  return place;
}

/** Writes a cell. */
export function cellAt({ x, y }: Place): string {
  const rows = y < 0 ? `n${-y}` : y > 0 ? `s${y}` : '';
  const columns = x > 0 ? `e${x}` : x < 0 ? `w${-x}` : '';
  return rows + columns || 'o';
}

/** A card of the display or the hand. */
export type Printing =
  { card: 'money'; currency: Currency; value: number } | { card: 'bureau'; pair: [Currency, Currency] };

/** Reads a money card such as `fl9`, or a bureau such as `fl/de`. */
export function cardOf(text: string): Printing {
  if (text.includes('/')) return { card: 'bureau', pair: text.split('/') as [Currency, Currency] };
  return { card: 'money', currency: text.slice(0, 2) as Currency, value: Number(text.slice(2)) };
}

/** A falcon: its type and its two colours. */
export interface FalconPrint {
  type: 'black' | 'white' | 'brown';
  colours: [Building, Building];
}

const LETTERS: readonly string[] = ['P', 'S', 'A', 'C', 'G', 'T'];
const kindOf = (letter: string | undefined): Building => BUILDINGS[LETTERS.indexOf(letter ?? '')] ?? 'pavilion';

/** Reads a falcon such as `black-PS`. */
export function falconOf(text: string): FalconPrint {
  const [type, letters = ''] = text.split('-');
  return { type: type as FalconPrint['type'], colours: [kindOf(letters[0]), kindOf(letters[1])] };
}
