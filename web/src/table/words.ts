// Pieces, reasons and events in the words of the language that is shown.
import type {
  Action,
  Broken,
  Cell,
  Currency,
  Effect,
  Entry,
  Event,
  Payment,
  Reason,
  Refusal,
  Tile,
} from '../generated/protocol';
import { t } from '../i18n/index.svelte';
import { cardOf, falconOf, printed } from '../pieces/printed';
import { brokenReasons, joined, refusalReasons } from '../rules/reasons';

/** A tile inside a sentence: "tower 9". */
export function tileName(tile: Tile): string {
  const { face } = printed(tile);
  const words = t.table.tile;
  switch (face.shows) {
    case 'building':
      return words.priced(t.table.kind[face.building], face.price);
    case 'granada':
      return words.priced(t.table.kind[face.kind], face.price);
    case 'hut':
      return words.hut(t.table.kind[face.building]);
    case 'camp':
      return words.camp(face.price);
    case 'bazaar':
      return words.bazaar(t.table.currency[face.currency]);
    case 'fountain':
      return words.fountain;
    case 'granada-start':
      return words.start;
  }
}

/** The kind of a tile without its price, for buttons. */
export function kindName(tile: Tile): string {
  const { face } = printed(tile);
  if (face.shows === 'building') return t.table.kind[face.building];
  if (face.shows === 'granada') return t.table.kind[face.kind];
  return tileName(tile);
}

/** A tile with what its other face shows, if it has one. */
export function facesName(tile: Tile): string {
  const { back } = printed(tile);
  return back ? t.table.bothFaces(tileName(tile), priceIn(back) ?? 0, kindName(back)) : tileName(tile);
}

/** Several of a kind: "towers". */
export function kindsName(tile: Tile): string {
  const { face } = printed(tile);
  if (face.shows === 'building' || face.shows === 'hut') return t.table.kinds[face.building];
  if (face.shows === 'granada') return t.table.kinds[face.kind];
  return tileName(tile);
}

/** The sides of a tile: "walls north and west". */
export function sidesName(tile: Tile, edges: string): string {
  const words = t.table.sides;
  const sides = [...edges].map((it) => words[it as 'n' | 'e' | 's' | 'w']);
  const { shows } = printed(tile).face;
  if (shows === 'granada') return sides.length ? words.moats(sides) : words.open;
  if (!sides.length) return words.none;
  return shows === 'camp' ? words.bastions(sides) : words.walls(sides);
}

/** The first letter large, as at the beginning of a line. */
export const capital = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);

/** A kind of building as a title. */
export const kindTitle = (kind: keyof typeof t.table.kind): string => capital(t.table.kind[kind]);

/** A card: "florin 5". */
export function cardName(card: string): string {
  const it = cardOf(card);
  if (it.card === 'money') return t.table.card(t.table.currency[it.currency], it.value);
  return t.table.bureauName(t.table.currency[it.pair[0]], t.table.currency[it.pair[1]]);
}

/** A falcon with its colours. */
export function falconName(falcon: string): string {
  const { type, colours } = falconOf(falcon);
  return t.table.falcon[type](t.table.kind[colours[0]], t.table.kind[colours[1]]);
}

/** Every reason of a set in words. */
export const brokenNames = (broken: Broken, tile?: Tile): string[] => brokenReasons(broken, tile).map((it) => it.text);

/** Why something can't be done, in words. */
export const refusalName = (refusal: Refusal, tile?: Tile): string => joined(refusalReasons(refusal, tile)).text;

/** Money as people say it: "9 florins". */
export const sumName = (n: number, currency: Currency): string => t.table.money[currency](n);

/** What is paid, added up. */
export function paymentWorth(payment: Payment): number {
  const cards = payment.cards.reduce((sum, it) => sum + Number(it.slice(2)), 0);
  return cards + payment.coins.reduce((sum, it) => sum + it[1], 0);
}

/** What a cell would bring, for those who listen. */
export function effectName(effect: Effect): string {
  return effect.wall ? t.table.wouldBe(effect.wall.to) : '';
}

/** Where on the board something happened. */
export interface Spot {
  seat: number;
  /** The tile it happened to, which may have moved since. */
  tile?: Tile;
  cell?: Cell;
}

/** A line of the log. */
export interface Line {
  /** Whose colour it has. */
  seat: number | null;
  text: string;
  /** The same in pieces, of which every second one, a name or a tile, stands out. */
  parts: string[];
  /** The scoring it opens, if it tells of one. */
  scoring?: Extract<Event, { event: 'scored' }>;
  at?: Spot;
}

type Told = Omit<Line, 'parts'>;

// The isolates of Unicode keep a name apart inside a sentence, and tell here where it begins and ends.
const apart = (text: string): string => `\u2068${text.replace(/[\u2068\u2069]/g, '')}\u2069`;
const boldTile = (tile: Tile): string => apart(tileName(tile));

/** A sentence with its names and tiles in pieces of their own. */
function pieces({ text, ...rest }: Told): Line {
  const parts = text.split(/[\u2068\u2069]/);
  return { ...rest, text: parts.join(''), parts };
}

const cards = (texts: readonly string[]): string => t.table.told.and(texts.map(cardName));

/** Who wins a tile in the end. */
export function awardName(
  { tile, winner }: Extract<Event, { event: 'awarded' }>,
  name: (seat: number) => string,
): string {
  const told = t.table.told;
  return typeof winner === 'number' ? told.awarded(name(winner), tileName(tile)) : told.awardedNobody(tileName(tile));
}

function tell(event: Event, name: (seat: number) => string): Told | null {
  const told = t.table.told;
  const by = (seat: number, text: string, at?: Omit<Spot, 'seat'>): Told => ({
    seat,
    text,
    ...(at && { at: { seat, ...at } }),
  });
  switch (event.event) {
    case 'took':
      return by(event.seat, told.took(name(event.seat), cards(event.cards)));
    case 'took-bureau':
      return by(event.seat, told.tookBureau(name(event.seat), cardName(event.bureau)));
    case 'bought': {
      const over = paymentWorth(event.payment) - (priceIn(event.tile) ?? paymentWorth(event.payment));
      const tile = boldTile(event.tile);
      return by(
        event.seat,
        event.exact ? told.exactly(name(event.seat), tile) : told.bought(name(event.seat), tile, over),
      );
    }
    case 'got-change':
      return by(
        event.seat,
        told.change(
          name(event.seat),
          event.coins.reduce((sum, it) => sum + it, 0),
        ),
      );
    case 'flipped':
      return by(event.seat, told.flipped(name(event.seat), boldTile(event.tile)));
    case 'built':
      return by(event.seat, told.built(name(event.seat), boldTile(event.tile), event.cell), {
        tile: event.tile,
        cell: event.cell,
      });
    case 'taken-down':
      return by(event.seat, told.down(name(event.seat), boldTile(event.tile)));
    case 'swapped':
      return by(event.seat, told.swapped(name(event.seat), boldTile(event.tile), boldTile(event.old)), {
        tile: event.tile,
      });
    case 'kept':
      return by(event.seat, told.kept(name(event.seat), boldTile(event.tile)));
    case 'given':
      return by(event.seat, told.given(name(event.seat), boldTile(event.tile)));
    case 'left-out':
      return by(event.seat, told.leftOut(name(event.seat), boldTile(event.tile)));
    case 'passed':
      return by(event.seat, told.passed(name(event.seat)));
    case 'pile-renewed':
      return { seat: null, text: told.renewed };
    case 'dirk-drew':
      return { seat: null, text: told.dirkDrew(boldTile(event.tile)) };
    case 'turned':
      return event.card.startsWith('wall') ? { seat: null, text: told.wallCard } : null;
    case 'scored':
      return { seat: null, text: told.scored(t.game.round(event.round)), scoring: event };
    case 'awarded':
      return { seat: event.winner ?? null, text: awardName(event, name) };
    case 'vizier-woke':
      return by(event.seat, told.woke(name(event.seat)));
    case 'vizier-used':
      return by(event.seat, told.vizier(name(event.seat)));
    case 'took-hut':
      return by(event.seat, told.hut(name(event.seat), boldTile(event.tile)));
    case 'added-walls':
      return by(event.seat, told.walls(name(event.seat), boldTile(event.tile)), { tile: event.tile });
    case 'falcon-came':
      return by(event.seat, told.falcon(name(event.seat), falconName(event.falcon)));
    case 'falcon-left':
      return by(event.seat, told.falconLeft(falconName(event.falcon)));
    case 'bonus-shown':
      return by(event.seat, told.bonus(name(event.seat), boldTile(event.tile)), { tile: event.tile });
    case 'bonus-returned':
      return by(event.seat, told.bonusBack(name(event.seat), boldTile(event.tile)));
    case 'stole':
      return by(event.seat, told.stole(name(event.seat), cardName(event.card)));
    case 'citizens-chosen':
      return by(event.seat, told.citizensSecret(name(event.seat)));
    case 'citizens-shown':
      return by(event.seat, told.citizens(name(event.seat), told.and(event.citizens.map((it) => t.table.kind[it]))));
    case 'trader-laid':
      return by(event.seat, told.traderLaid(name(event.seat), event.cell), { cell: event.cell });
    case 'moved-in':
      return by(event.seat, told.movedIn(name(event.seat), boldTile(event.tile)), { tile: event.tile });
    case 'exchanged':
      return by(event.seat, told.exchanged(name(event.seat), t.table.kind[event.given], t.table.kind[event.taken]));
    case 'moved-out':
      return by(event.seat, told.movedOut(boldTile(event.tile)));
    case 'bazaar-came':
      return { seat: null, text: told.bazaar(boldTile(event.tile)) };
    case 'over':
      return { seat: null, text: told.over(told.and(event.winners.map(name))) };
    case 'dealt':
    case 'turn-began':
    case 'supplied':
    case 'bonus-dealt':
    case 'thief-dealt':
    case 'trader-aside':
    case 'hut-turned':
    case 'marker-moved':
      return null;
  }
}

function priceIn(tile: Tile): number | null {
  const { face } = printed(tile);
  return 'price' in face ? face.price : null;
}

/** The log, the oldest line first, which says how the game began. */
export function linesOf(
  entries: readonly Entry[],
  name: (seat: number) => string,
  began: string = t.table.told.began,
): Line[] {
  const bold = (seat: number): string => apart(name(seat));
  const told = entries.flatMap((entry): Told[] => {
    if (entry.seat === null || entry.seat === undefined) return [{ seat: null, text: began }];
    if (entry.took_back !== null && entry.took_back !== undefined) {
      return [{ seat: entry.seat, text: t.table.told.tookBack(bold(entry.seat)) }];
    }
    const lines = entry.events.map((it) => tell(it, bold)).filter((it) => it !== null);
    const first = lines[0];
    if (first && entry.hinted) lines[0] = { ...first, text: `${first.text} (${t.table.told.hinted})` };
    return lines;
  });
  return told.map(pieces);
}

/** The button that does an action. */
export function doName(kind: Action['action'], tile: Tile | undefined, sum: number): string {
  const words = t.table.do;
  switch (kind) {
    case 'take':
      return words.take(sum);
    case 'take-bureau':
      return words.takeBureau;
    case 'buy':
      return words.buy(tile ? kindName(tile) : '');
    case 'build':
      return words.build;
    case 'build-flipped':
      return words.flip;
    case 'keep':
      return words.keep;
    case 'give':
      return words.give;
    case 'leave-out':
      return words.leave;
    case 'take-down':
      return words.down;
    case 'swap':
      return words.swap;
    case 'wake':
      return words.wake;
    case 'take-hut':
      return words.hut;
    case 'add-walls':
      return words.walls;
    case 'buy-falcon':
      return words.falcon;
    case 'reveal':
      return words.reveal;
    case 'steal':
      return words.steal;
    case 'choose-citizens':
      return words.citizens;
    case 'lay-trader':
      return words.trader;
    case 'move-in':
      return words.moveIn;
    case 'exchange':
      return words.exchange;
    case 'pass':
      return words.pass;
  }
}

/** Everything that is paid with, in words. */
function paymentName({ cards, coins }: Payment): string {
  const n = coins.reduce((sum, it) => sum + it[1], 0);
  return t.common.list([...cards.map(cardName), ...(n > 0 ? [t.table.could.coins(n)] : [])]);
}

/** An action with everything it needs, in words. */
export function actionName(action: Action): string {
  const words = t.table.could;
  switch (action.action) {
    case 'take':
      return words.take(t.common.list(action.cards.map(cardName)));
    case 'take-bureau':
      return words.take(cardName(action.bureau));
    case 'buy':
      return words.buy(tileName(action.tile), paymentName(action.payment));
    case 'build':
      return words.build(tileName(action.tile), cellName(action.cell));
    case 'build-flipped':
      return words.flip(tileName(action.tile), cellName(action.cell));
    case 'keep':
      return words.keep(tileName(action.tile));
    case 'give':
      return words.give(tileName(action.tile));
    case 'leave-out':
      return words.leave(tileName(action.tile));
    case 'take-down':
      return words.down(tileName(action.tile));
    case 'swap':
      return words.swap(tileName(action.old), tileName(action.tile));
    case 'take-hut':
      return words.hut(tileName(action.tile));
    case 'add-walls':
      return words.walls(tileName(action.tile));
    case 'buy-falcon':
      return words.falcon(falconName(action.falcon), cardName(action.card));
    case 'reveal':
      return words.reveal(tileName(action.tile));
    case 'steal':
      return words.steal(cardName(action.card));
    case 'lay-trader':
      return words.trader(cellName(action.cell));
    case 'wake':
    case 'choose-citizens':
    case 'move-in':
    case 'exchange':
    case 'pass':
      return doName(action.action, undefined, 0);
  }
}

/** What is to be said for an action. */
export function reasonName(reason: Reason, name: (seat: number) => string): string {
  const words = t.table.hintSaid;
  switch (reason.reason) {
    case 'extra-action':
      return words.extra;
    case 'points':
      return words.points(Math.round(reason.gained), t.game.round(reason.round));
    case 'wall':
      return words.wall(reason.from, reason.to);
    case 'majority':
      return words.majority(t.table.kinds[reason.building], reason.to);
    case 'denial':
      return words.denial(name(reason.seat), tileName(reason.tile));
    case 'money':
      return words.money(reason.amount);
    case 'exact-next':
      return words.exactNext(tileName(reason.tile));
    case 'affordable':
      return words.affordable(tileName(reason.tile));
    case 'short':
      return words.short(tileName(reason.tile), reason.by);
    case 'card-denial':
      return words.cardDenial(name(reason.seat), tileName(reason.tile));
  }
}

/** Where a cell lies, as in the notation. */
export const cellName = (cell: Cell): string => cell;
