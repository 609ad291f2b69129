// The pieces that figures of the rules show in rows, by their names in the notation.
import material from '../generated/material.json';
import type { Building, Currency } from '../generated/protocol';
import { BUILDINGS } from '../pieces/printed';

/** A piece of a figure, or a sign between pieces. */
export type Piece =
  | { is: 'card'; card: string }
  | { is: 'coin'; currency: Currency }
  | { is: 'falcon'; falcon: string }
  | { is: 'citizen'; building: Building }
  | { is: 'walls'; sides: string }
  | { is: 'tile'; tile: string }
  | { is: 'symbol'; symbol: string }
  | { is: 'sign'; sign: string };

/** What is drawn as a symbol. */
const SYMBOLS = ['vizier-awake', 'vizier-asleep', 'thief', 'bonus', 'trader', ...BUILDINGS.map((it) => `k-${it}`)];

const tiles = material.map(({ tile }) => tile);

/** The tile of a name; without its walls named, the one without walls, else any of its kind and price. */
export const tileNamed = (name: string): string | undefined =>
  tiles.find((tile) => tile === name) ?? tiles.find((tile) => tile.replace(/(?<=[\dA-Z])[nesw]+$/, '') === name);

/** The piece of a name; nothing if there is none. */
export function pieceOf(name: string): Piece | null {
  if (/^[+→=×]$|^\d+$/.test(name)) return { is: 'sign', sign: name };
  if (/^(fl|di|de|du)(\d|\/(fl|di|de|du))$/.test(name)) return { is: 'card', card: name };
  if (/^(black|brown|white)-[PSACGT]{2}$/.test(name)) return { is: 'falcon', falcon: name };
  if (SYMBOLS.includes(name)) return { is: 'symbol', symbol: name };
  const [sort, of = ''] = name.split('-');
  if (sort === 'coin' && /^(fl|di|de|du)$/.test(of)) return { is: 'coin', currency: of as Currency };
  if (sort === 'wall' && /^[nesw]+$/.test(of)) return { is: 'walls', sides: of };
  const building = BUILDINGS.find((it) => it === of);
  if (sort === 'citizen' && building) return { is: 'citizen', building };
  const tile = tileNamed(name);
  return tile ? { is: 'tile', tile } : null;
}
