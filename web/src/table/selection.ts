// What a player has chosen so far, and the action that follows from it.
//
// Nothing here knows a rule: every mark and every button comes from the options that the server sent.
import type {
  Action,
  Broken,
  Building,
  Cell,
  Currency,
  Effect,
  Offer,
  Options,
  Payment,
  Perching,
  Placing,
  Purchase,
  Refusal,
  Step,
  Tile,
  View,
} from '../generated/protocol';
import { BUILDINGS, CURRENCIES } from '../pieces/printed';

/** Cards and coins that lie ready for a payment. */
export interface Pay {
  /** Places in the hand. */
  cards: number[];
  bureau: string | null;
  /** Coins by currency. */
  coins: number[];
}

/** Where a bought or won tile goes. */
export type Way = 'build' | 'keep' | 'give' | 'leave-out';

/** What is chosen. */
export type Selection =
  | { what: 'nothing' }
  | { what: 'money'; cards: number[] }
  | { what: 'purchase'; tile: Tile; pay: Pay }
  | { what: 'placing'; tile: Tile; way: Way; cell: Cell | null; pay: Pay }
  | { what: 'redesign'; tile: Tile | null; cell: Cell | null; built: Tile | null }
  | { what: 'hut'; tile: Tile }
  | { what: 'walls'; walls: string | null; tile: Tile | null }
  | { what: 'falcon'; falcon: string | null; corner: Cell | null; card: string | null }
  | { what: 'trader'; cell: Cell | null }
  | { what: 'citizens'; chosen: Building[] }
  | { what: 'welcome'; move: boolean; give: Building | null; take: Building | null }
  | { what: 'offer'; notation: string };

/** Everything that a selection is read against. */
export interface Scene {
  view: View;
  options: Options | null;
}

/** An action that is ready to be done. */
export interface Chosen {
  notation: string;
  /** What it leads to; unknown until the server has been asked about a payment chosen by hand. */
  effect: Effect | null;
  kind: Action['action'];
  tile?: Tile;
}

export const NOTHING: Selection = { what: 'nothing' };
export const NO_PAY: Pay = { cards: [], bureau: null, coins: [0, 0, 0, 0] };

/** The step that waits for a decision. */
export function stepOf(view: View): Step | null {
  return view.agenda.at(-1) ?? null;
}

/** Whose decision it is. */
export function deciderOf(view: View): number | null {
  const step = stepOf(view);
  return step && 'seat' in step ? step.seat : null;
}

type ActionOf<K extends Action['action']> = Extract<Action, { action: K }>;

/** The offers of one kind with their parts. */
export function offersOf<K extends Action['action']>(
  options: Options | null,
  kind: K,
): { offer: Offer; action: ActionOf<K> }[] {
  return (options?.offers ?? [])
    .filter((it) => it.action.action === kind)
    .map((offer) => ({ offer, action: offer.action as ActionOf<K> }));
}

/** Why something named in the notation can't be done now. */
export function refusalOf(options: Options | null, notation: string): Refusal | null {
  return options?.refused.find((it) => it.notation === notation)?.refusal ?? null;
}

/** Why a built tile can't be taken down. */
export const downRefusal = (options: Options | null, tile: Tile): Refusal | null => refusalOf(options, `down ${tile}`);

/** Why a hut can't be taken. */
export const hutRefusal = (options: Options | null, hut: Tile): Refusal | null => refusalOf(options, `hut ${hut}`);

/** Whether all of `few` are among `many`, each as often. */
function within(few: readonly string[], many: readonly string[]): boolean {
  const left = [...many];
  return few.every((it) => {
    const at = left.indexOf(it);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

function same(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && within(a, b);
}

// Money

function shown(view: View, places: readonly number[]): string[] {
  return places.map((it) => view.table.display[it] ?? '');
}

/** Whether a card of the display can be taken together with those chosen. */
export function takable({ view, options }: Scene, chosen: readonly number[], place: number): boolean {
  const card = view.table.display[place];
  if (!card || chosen.includes(place)) return !!card;
  if (chosen.length === 0 && offersOf(options, 'take-bureau').some((it) => it.action.bureau === card)) return true;
  const wanted = [...shown(view, chosen), card];
  return offersOf(options, 'take').some((it) => within(wanted, it.action.cards));
}

// Payments

/** The texts of the cards that lie ready. */
export function paid(view: View, pay: Pay): string[] {
  return pay.cards.map((it) => view.own?.money[it] ?? '');
}

/** What lies ready, added up. */
export function worth(view: View, pay: Pay): number {
  const cards = paid(view, pay).reduce((sum, it) => sum + Number(it.slice(2)), 0);
  return cards + pay.coins.reduce((sum, it) => sum + it, 0);
}

/** A payment that the server proposes, laid out in the hand. */
export function layOut(view: View, payment: Payment): Pay {
  const used: number[] = [];
  for (const card of payment.cards) {
    const at = (view.own?.money ?? []).findIndex((it, i) => it === card && !used.includes(i));
    if (at >= 0) used.push(at);
  }
  const laid = payment.coins;
  const coins = CURRENCIES.map((currency) => laid.find((it) => it[0] === currency)?.[1] ?? 0);
  return { cards: used, bureau: payment.bureau ?? null, coins };
}

function matches(view: View, pay: Pay, payment: Payment): boolean {
  const other = layOut(view, payment);
  return (
    same(paid(view, pay), payment.cards) &&
    pay.bureau === other.bureau &&
    pay.coins.every((n, i) => n === other.coins[i])
  );
}

/** Which of the proposals lies ready, if one does. */
export function proposalOf(view: View, purchase: Purchase, pay: Pay): number {
  return purchase.payments.findIndex((it) => it.action.action === 'buy' && matches(view, pay, it.action.payment));
}

/** A payment in the notation, without what is bought. */
export function writePay(view: View, pay: Pay, currency: Currency): string {
  const bureau = pay.bureau?.split('/');
  const words = bureau ? [[currency, ...bureau.filter((it) => it !== currency)].join('/')] : [];
  for (const [i, it] of CURRENCIES.entries()) {
    words.push(...paid(view, pay).filter((card) => card.startsWith(it)));
    if (pay.coins[i]) words.push(`${it}*${pay.coins[i]}`);
  }
  return words.join(' ');
}

/** Adds a card of the hand to a payment, or takes it away. */
export function toggleCard(pay: Pay, place: number): Pay {
  const cards = pay.cards.includes(place) ? pay.cards.filter((it) => it !== place) : [...pay.cards, place];
  return { ...pay, cards: cards.sort((a, b) => a - b) };
}

/** Adds a coin to a payment, or takes all of its currency away when there is no more. */
export function toggleCoin(pay: Pay, currency: number, owned: number): Pay {
  const coins = [...pay.coins];
  const laid = coins[currency] ?? 0;
  coins[currency] = laid >= owned ? 0 : laid + 1;
  return { ...pay, coins };
}

/** Plays a bureau, or takes it back. */
export function toggleBureau(pay: Pay, bureau: string): Pay {
  return { ...pay, bureau: pay.bureau === bureau ? null : bureau };
}

/** The purchase of a tile. */
export function purchaseOf(options: Options | null, tile: Tile): Purchase | null {
  return options?.purchases.find((it) => it.tile === tile) ?? null;
}

/** Chooses a tile for sale, with the best payment ready. */
export function choosePurchase({ view, options }: Scene, tile: Tile): Selection {
  const best = purchaseOf(options, tile)?.payments[0]?.action;
  return { what: 'purchase', tile, pay: best?.action === 'buy' ? layOut(view, best.payment) : NO_PAY };
}

// Tiles and cells

/** The placings of a tile, with either face up. */
export function placingsOf(options: Options | null, tile: Tile): Placing[] {
  return (options?.placings ?? []).filter((it) => it.tile === tile || it.flips === tile);
}

/** The placing whose face is chosen. */
export function placingOf(options: Options | null, tile: Tile): Placing | null {
  return options?.placings.find((it) => it.tile === tile) ?? null;
}

function placingKind(options: Options | null, tile: Tile, way: Way): Offer | null {
  const kinds: Record<Exclude<Way, 'build'>, 'keep' | 'give' | 'leave-out'> = {
    keep: 'keep',
    give: 'give',
    'leave-out': 'leave-out',
  };
  if (way === 'build') return null;
  return offersOf(options, kinds[way]).find((it) => it.action.tile === tile)?.offer ?? null;
}

/** The ways that are open to a bought or won tile. */
export function waysOf(options: Options | null, tile: Tile): Way[] {
  const ways: Way[] = placingOf(options, tile)?.cells.length ? ['build'] : [];
  for (const way of ['keep', 'give', 'leave-out'] as const) {
    if (placingKind(options, tile, way)) ways.push(way);
  }
  return ways;
}

/** Chooses a bought or won tile with the first way that is open to it. */
export function choosePlacing({ view, options }: Scene, tile: Tile): Selection {
  const way = waysOf(options, tile)[0] ?? 'keep';
  const flip = placingOf(options, tile)?.flip_payments[0];
  return { what: 'placing', tile, way, cell: null, pay: flip ? layOut(view, flip.payment) : NO_PAY };
}

/** A mark on a cell of the board. */
export type Mark = { legal: true; effect: Effect } | { legal: false; broken: Broken };

function cellsOf(placing: Placing | null): Map<Cell, Mark> {
  const marks = new Map<Cell, Mark>();
  for (const [broken, cells] of placing?.broken ?? []) {
    for (const cell of cells) marks.set(cell, { legal: false, broken });
  }
  for (const { cell, effect } of placing?.cells ?? []) marks.set(cell, { legal: true, effect });
  return marks;
}

/** What the board shows for a selection. */
export interface Marks {
  /** Cells where something can be laid or can't. */
  cells: Map<Cell, Mark>;
  /** Built tiles that can be chosen now. */
  tiles: Set<Tile>;
  /** Cells where the chosen hut could be built, with what it would count as there. */
  adds: Map<Cell, number>;
  /** Corners where the chosen falcon can sit. */
  corners: Set<Cell>;
  /** Whether tiles that can't be chosen step back. */
  dims: boolean;
  /** A tile shown where it would lie. */
  preview: { tile: Tile; cell: Cell } | null;
}

/** Nothing is marked. */
export const QUIET: Marks = {
  cells: new Map(),
  tiles: new Set(),
  adds: new Map(),
  corners: new Set(),
  dims: false,
  preview: null,
};

/** The marks on the own board. */
export function marksOf(selection: Selection, { view, options }: Scene): Marks {
  switch (selection.what) {
    case 'placing':
      if (selection.way !== 'build') return QUIET;
      return {
        ...QUIET,
        cells: cellsOf(placingOf(options, selection.tile)),
        preview: selection.cell ? { tile: selection.tile, cell: selection.cell } : null,
      };
    case 'redesign': {
      const { tile, cell, built } = selection;
      if (tile) {
        const placing = placingOf(options, tile);
        const under = cell ?? cityCell(view, built);
        return {
          ...QUIET,
          cells: cellsOf(placing),
          tiles: new Set((placing?.swaps ?? []).map((it) => it.old)),
          dims: true,
          preview: under ? { tile, cell: under } : null,
        };
      }
      const downs = offersOf(options, 'take-down').map((it) => it.action.tile);
      const swaps = (options?.placings ?? []).flatMap((it) => it.swaps.map((swap) => swap.old));
      return { ...QUIET, tiles: new Set([...downs, ...swaps]), dims: true };
    }
    case 'walls': {
      const cards = (options?.wall_cards ?? []).filter((it) => !selection.walls || it.walls === selection.walls);
      return { ...QUIET, tiles: new Set(cards.flatMap((it) => it.tiles.map((legal) => legal.tile))), dims: true };
    }
    case 'hut':
      return { ...QUIET, adds: new Map(options?.huts.find((it) => it.tile === selection.tile)?.cells) };
    case 'falcon':
      return { ...QUIET, corners: new Set(perchesOf(options, selection.falcon).map((it) => it.corner)) };
    case 'trader': {
      const cells = new Map<Cell, Mark>();
      for (const { action, offer } of offersOf(options, 'lay-trader')) {
        cells.set(action.cell, { legal: true, effect: offer.effect });
      }
      return { ...QUIET, cells };
    }
    default:
      return QUIET;
  }
}

/** The cell of a built tile in the own city. */
export function cityCell(view: View, tile: Tile | null): Cell | null {
  if (tile === null || view.viewer === null || view.viewer === undefined) return null;
  return view.players[view.viewer]?.city.tiles.find((it) => it.tile === tile)?.cell ?? null;
}

function take(offer: Offer | undefined): Chosen | null {
  if (!offer) return null;
  const tile = 'tile' in offer.action ? offer.action.tile : undefined;
  return { notation: offer.notation, effect: offer.effect, kind: offer.action.action, ...(tile && { tile }) };
}

/** The action that follows from a selection, once it is complete. */
export function chosenOf(selection: Selection, { view, options }: Scene): Chosen | null {
  if (!options) return null;
  switch (selection.what) {
    case 'nothing':
      return null;
    case 'money': {
      const cards = shown(view, selection.cards);
      const bureau = offersOf(options, 'take-bureau').find((it) => cards.length === 1 && it.action.bureau === cards[0]);
      return take(bureau?.offer ?? offersOf(options, 'take').find((it) => same(it.action.cards, cards))?.offer);
    }
    case 'purchase': {
      const purchase = purchaseOf(options, selection.tile);
      if (!purchase || purchase.refusal) return null;
      const proposal = purchase.payments[proposalOf(view, purchase, selection.pay)];
      if (proposal) return take(proposal);
      const money = writePay(view, selection.pay, purchase.currency);
      if (!money) return null;
      return { notation: `buy ${selection.tile} ${money}`, effect: null, kind: 'buy', tile: selection.tile };
    }
    case 'placing': {
      if (selection.way !== 'build') return take(placingKind(options, selection.tile, selection.way) ?? undefined);
      return built(selection.tile, selection.cell, selection.pay, { view, options });
    }
    case 'redesign': {
      const { tile, cell, built: old } = selection;
      if (tile && cell) return built(tile, cell, NO_PAY, { view, options });
      if (tile && old) {
        const swap = placingOf(options, tile)?.swaps.find((it) => it.old === old);
        return swap ? { notation: swap.notation, effect: swap.effect, kind: 'swap', tile } : null;
      }
      if (old) return take(offersOf(options, 'take-down').find((it) => it.action.tile === old)?.offer);
      return null;
    }
    case 'hut':
      return take(offersOf(options, 'take-hut').find((it) => it.action.tile === selection.tile)?.offer);
    case 'walls': {
      const card = options.wall_cards.find((it) => it.walls === selection.walls);
      const legal = card?.tiles.find((it) => it.tile === selection.tile);
      return legal ? { notation: legal.notation, effect: legal.effect, kind: 'add-walls', tile: legal.tile } : null;
    }
    case 'falcon': {
      const perch = perchesOf(options, selection.falcon).find((it) => it.corner === selection.corner);
      if (!selection.falcon || !selection.card || !perch) return null;
      return { notation: `${perch.notation} ${selection.card}`, effect: perch.effect, kind: 'buy-falcon' };
    }
    case 'trader':
      return take(offersOf(options, 'lay-trader').find((it) => it.action.cell === selection.cell)?.offer);
    case 'citizens': {
      const wanted = [...selection.chosen].sort((a, b) => BUILDINGS.indexOf(a) - BUILDINGS.indexOf(b));
      return take(offersOf(options, 'choose-citizens').find((it) => same(it.action.citizens, wanted))?.offer);
    }
    case 'welcome':
      if (selection.move) {
        return take(offersOf(options, 'move-in').find((it) => (it.action.take ?? null) === selection.take)?.offer);
      }
      return take(
        offersOf(options, 'exchange').find(
          (it) => it.action.give === selection.give && it.action.take === selection.take,
        )?.offer,
      );
    case 'offer':
      return take(options.offers.find((it) => it.notation === selection.notation));
  }
}

function built(tile: Tile, cell: Cell | null, pay: Pay, { view, options }: Scene): Chosen | null {
  const placing = placingOf(options, tile);
  const at = placing?.cells.find((it) => it.cell === cell);
  if (!placing || !at) return null;
  if (placing.flips === null || placing.flips === undefined)
    return { notation: at.notation, effect: at.effect, kind: 'build', tile };
  const payment = placing.flip_payments.find((it) => matches(view, pay, it.payment));
  if (!payment) return null;
  return { notation: `${at.notation} ${payment.notation}`, effect: at.effect, kind: 'build-flipped', tile };
}

/** What is chosen before the player has touched anything. */
export function begin(scene: Scene): Selection {
  const { view, options } = scene;
  const step = stepOf(view);
  if (!options || !step) return NOTHING;
  switch (step.step) {
    case 'place':
    case 'build-won': {
      const tile = view.players[step.seat]?.bought[0];
      return tile ? choosePlacing(scene, tile) : NOTHING;
    }
    case 'choose-citizens':
      return { what: 'citizens', chosen: [] };
    case 'lay-trader':
      return { what: 'trader', cell: null };
    case 'welcome': {
      const moves = offersOf(options, 'move-in');
      return { what: 'welcome', move: moves.length > 0, give: null, take: moves[0]?.action.take ?? null };
    }
    case 'more-falcons':
      return { what: 'falcon', falcon: null, corner: null, card: null };
    default:
      return NOTHING;
  }
}

/** What is left of a selection after the table has changed: all of it if it is still possible. */
export function keep(selection: Selection, before: View, scene: Scene): Selection {
  const { view, options } = scene;
  const then = stepOf(before);
  const now = stepOf(view);
  if (JSON.stringify(then) !== JSON.stringify(now)) return begin(scene);
  const hand = (own: View['own']): string => JSON.stringify([own?.money, own?.bureaux]);
  switch (selection.what) {
    case 'money':
      return JSON.stringify(before.table.display) === JSON.stringify(view.table.display) ? selection : begin(scene);
    case 'purchase':
      if (!purchaseOf(options, selection.tile)) return begin(scene);
      return hand(before.own) === hand(view.own) ? selection : choosePurchase(scene, selection.tile);
    default:
      return chosenOf(selection, scene) ? selection : begin(scene);
  }
}

/** The most that an open hut would count as; nothing where it can't be taken. */
export function bestOf(options: Options | null, hut: Tile): number | null {
  const open = options?.huts.find((it) => it.tile === hut);
  return open ? Math.max(0, ...open.cells.map((it) => it[1])) : null;
}

/** Where a falcon, or any, can be set. */
export function perchesOf(options: Options | null, falcon: string | null): Perching[] {
  return (options?.perches ?? []).filter((it) => falcon === null || it.falcon === falcon);
}

/** Whether anything can be redesigned now. */
export function canRedesign(options: Options | null): boolean {
  const reserve = (options?.placings ?? []).filter((it) => it.from_reserve);
  return offersOf(options, 'take-down').length > 0 || reserve.some((it) => it.cells.length + it.swaps.length > 0);
}
