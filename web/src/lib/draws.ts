// The order in which tiles and money have to come after a shuffle, and in which they came (docs/fairness.md).
import material from '../generated/material.json';
import type { Entry, Ruleset } from '../generated/protocol';
import { Stream } from './shuffle';

const faceOf = ({ face }: { face: unknown }): string =>
  typeof face === 'string' ? face : (Object.keys(face as object)[0] ?? '');
const tilesOf = (shows: string): string[] =>
  material.filter((piece) => faceOf(piece) === shows).map(({ tile }) => tile);
const granadaTiles = tilesOf('granada').filter((_, i) => i % 2 === 0);
/** The name of a tile of Granada by either face. */
const evenFace = new Map(
  material.flatMap(({ tile, back }) =>
    back !== null && granadaTiles.includes(tile)
      ? [
          [tile, tile],
          [back, tile],
        ]
      : [],
  ) as [string, string][],
);
const colours = ['pavilion', 'seraglio', 'arcades', 'chambers', 'garden', 'tower'];
const hutsOf = (colour: string): string[] =>
  material
    .filter(({ face }) => typeof face === 'object' && 'hut' in face && face.hut?.building === colour)
    .map(({ tile }) => tile);
const bureaux = ['fl/di', 'fl/de', 'fl/du', 'di/de', 'di/du', 'de/du'];
const walls = ['n', 'e', 's', 'w', 'ne', 'es', 'sw', 'nw'].map((sides) => `wall-${sides}`);

/** Tiles of the Alhambra, tiles of Granada and money, each in the order of their coming. */
export interface Draws {
  tiles: string[];
  granada: string[];
  money: string[];
}

/** The order that a seed leads to, as far as the set-up settles it. */
export function draws({ game, players, modules }: Ruleset, seed: string): Draws {
  const stream = new Stream(seed);
  const has = (module: string): boolean => modules.some((it) => it === module);
  const tiles = stream.shuffle([
    ...(game === 'granada' ? [] : tilesOf('building')),
    ...(has('camps') ? tilesOf('camp') : []),
    ...(has('bazaars') ? tilesOf('bazaar') : []),
  ]);
  let granada = stream.shuffle(game === 'alhambra' ? [] : [...granadaTiles]);
  const cards = ['fl', 'di', 'de', 'du'].flatMap((currency) =>
    Array.from({ length: 9 }, (_, i) => `${currency}${i + 1}`).flatMap((card) =>
      Array<string>(players === 2 ? 2 : 3).fill(card),
    ),
  );
  const money = stream.shuffle(cards);
  if (tiles.length > 0 && granada.length > 0) {
    const first = granada.filter((tile) => /[nesw]$/.test(tile)).slice(-4);
    granada = [...stream.shuffle(granada.filter((tile) => !first.includes(tile))), ...first];
  }
  if (has('huts')) for (const colour of colours) stream.shuffle(hutsOf(colour));
  const came: string[] = [];
  const draw = (): string => {
    const card = money.pop() ?? '';
    came.push(card);
    return card;
  };
  for (let seat = 0; seat < players; seat++) for (let worth = 0; worth < 20;) worth += Number(draw().slice(2));
  for (let i = 0; i < 4; i++) draw();
  const extra: string[][] = game === 'both' ? [[], [], ['scoring1'], [], []] : [[], ['scoring1'], [], ['scoring2'], []];
  for (const pairs of [has('bureaux') ? bureaux : [], has('walls') ? walls : []])
    stream.shuffle([...pairs]).forEach((card, i) => extra[1 + (i >> 1)]?.push(card));
  money.reverse();
  const [each, surplus] = [Math.floor(money.length / 5), money.length % 5];
  let done = 0;
  extra.forEach((cards, i) => {
    const n = each + (i < surplus ? 1 : 0);
    const own = [...money.slice(done, done + n), ...cards];
    done += n;
    came.push(...(cards.length > 0 ? stream.shuffle(own) : own));
  });
  return { tiles: tiles.reverse(), granada: granada.reverse(), money: came };
}

/** What came in a game, as everybody could see it. */
export function cameIn(entries: readonly Entry[]): Draws {
  const out: Draws = { tiles: [], granada: [], money: [] };
  for (const event of entries.flatMap(({ events }) => events)) {
    if (event.event === 'supplied' || event.event === 'dirk-drew' || event.event === 'bazaar-came') {
      const even = evenFace.get(event.tile);
      if (even === undefined) out.tiles.push(event.tile);
      else out.granada.push(even);
    } else if (event.event === 'dealt' || event.event === 'turned') out.money.push(event.card);
  }
  return out;
}

/** How many of those that came did so as they had to, from the first on. */
export function agreeing(due: readonly string[], came: readonly string[]): { right: number; of: number } {
  const of = Math.min(due.length, came.length);
  const wrong = came.slice(0, of).findIndex((piece, i) => piece !== due[i]);
  return { right: wrong < 0 ? of : wrong, of };
}
