// Choosing: what is marked, what follows, what is left after the table has changed.
import { expect, test } from 'vitest';

import type { Effect, Options, Payment, View } from '../generated/protocol';
import {
  begin,
  bestOf,
  chosenOf,
  choosePlacing,
  choosePurchase,
  keep,
  layOut,
  marksOf,
  NO_PAY,
  NOTHING,
  proposalOf,
  purchaseOf,
  takable,
  toggleCard,
  waysOf,
  worth,
  writePay,
  type Scene,
} from './selection';

const effect = {} as Effect;
const none: Options = {
  purchases: [],
  placings: [],
  wall_cards: [],
  huts: [],
  perches: [],
  falcon_cards: [],
  offers: [],
  refused: [],
};

/** A table on which seat 0 has these cards and decides. */
function scene(own: string[], display: string[], options: Partial<Options>, step = 'turn'): Scene {
  const view = {
    viewer: 0,
    own: { money: own, bureaux: [], thieves: [0, 0, 0, 0], bonus_held: [], choice: null },
    table: { display },
    players: [{ bought: ['T9ne'], city: { tiles: [{ cell: 'e1', tile: 'S7w', edges: 'w' }] } }],
    agenda: [{ step, seat: 0, first: true }],
  } as unknown as View;
  return { view, options: { ...none, ...options } };
}

const take = (...cards: string[]) => ({
  notation: `take ${cards.join(' ')}`,
  action: { action: 'take' as const, cards },
  effect,
});
const pay = (...cards: string[]): Payment => ({ currency: 'fl', bureau: null, cards, coins: [] });
const buy = (...cards: string[]) => ({
  notation: `buy T9ne ${cards.join(' ')}`,
  action: { action: 'buy' as const, tile: 'T9ne', payment: pay(...cards) },
  effect,
});

test('a hut that is chosen shows its cells, and the drawer what it adds at best', () => {
  const at = scene([], [], {
    huts: [
      {
        tile: 'hTes',
        cells: [
          ['n1', 0],
          ['s1', 2],
        ],
      },
    ],
  });
  expect(bestOf(at.options, 'hTes')).toBe(2);
  expect(bestOf(at.options, 'hGn')).toBe(null);
  expect([...marksOf({ what: 'hut', tile: 'hTes' }, at).adds]).toEqual([
    ['n1', 0],
    ['s1', 2],
  ]);
});

test('cards that are offered together stay selectable, others don’t', () => {
  const it = scene([], ['fl1', 'di3', 'de4'], { offers: [take('fl1'), take('di3'), take('de4'), take('fl1', 'di3')] });
  expect(takable(it, [0], 1)).toBe(true);
  expect(takable(it, [0], 2)).toBe(false);
  expect(chosenOf({ what: 'money', cards: [1, 0] }, it)?.notation).toBe('take fl1 di3');
  expect(chosenOf({ what: 'money', cards: [2, 0] }, it)).toBeNull();
});

test('of two equal cards each is taken once', () => {
  const it = scene([], ['fl2', 'fl2'], { offers: [take('fl2'), take('fl2', 'fl2')] });
  expect(chosenOf({ what: 'money', cards: [0, 1] }, it)?.notation).toBe('take fl2 fl2');
});

const purchases = [
  {
    tile: 'T9ne',
    currency: 'fl' as const,
    price: 9,
    fit: { fit: 'exact' as const },
    payments: [buy('fl4', 'fl5'), buy('fl4', 'fl8')],
    n_payments: 2,
    refusal: null,
  },
];

test('a tile for sale comes with the best payment laid out in the hand', () => {
  const it = scene(['fl4', 'fl5', 'fl8'], [], { purchases });
  const selection = choosePurchase(it, 'T9ne');
  expect(selection).toEqual({
    what: 'purchase',
    tile: 'T9ne',
    pay: { cards: [0, 1], bureau: null, coins: [0, 0, 0, 0] },
  });
  expect(chosenOf(selection, it)).toMatchObject({ notation: 'buy T9ne fl4 fl5', kind: 'buy' });
});

test('a payment by hand is written out and left to the server to judge', () => {
  const it = scene(['fl4', 'fl5', 'fl8'], [], { purchases });
  const by = { ...NO_PAY, cards: [1, 2] };
  expect(worth(it.view, by)).toBe(13);
  expect(chosenOf({ what: 'purchase', tile: 'T9ne', pay: by }, it)).toEqual({
    notation: 'buy T9ne fl5 fl8',
    effect: null,
    kind: 'buy',
    tile: 'T9ne',
  });
  const purchase = purchaseOf(it.options, 'T9ne');
  expect(purchase && proposalOf(it.view, purchase, { ...NO_PAY, cards: [0, 2] })).toBe(1);
});

test('bureau, cards and coins are written in the order of the notation', () => {
  const it = scene(['fl9', 'de2'], [], {});
  expect(writePay(it.view, { cards: [0, 1], bureau: 'fl/de', coins: [1, 0, 2, 0] }, 'de')).toBe(
    'de/fl fl9 fl*1 de2 de*2',
  );
});

test('equal cards of a payment are different cards of the hand', () => {
  const it = scene(['de3', 'de3', 'de9'], [], {});
  expect(layOut(it.view, pay('de3', 'de3')).cards).toEqual([0, 1]);
  expect(toggleCard({ ...NO_PAY, cards: [0, 1] }, 0).cards).toEqual([1]);
});

const placings = [
  {
    tile: 'T9ne',
    from_reserve: false,
    flips: null,
    flip_payments: [],
    refusal: null,
    cells: [{ cell: 'n1', notation: 'build T9ne n1', effect }],
    broken: [[['not-on-foot'], ['e2', 's2']]] as never,
    swaps: [],
    broken_swaps: [],
  },
];
const kept = { notation: 'keep T9ne', action: { action: 'keep' as const, tile: 'T9ne' }, effect };

test('a bought tile begins with building; its cells say why or why not', () => {
  const it = scene([], [], { placings, offers: [kept] }, 'place');
  const selection = begin(it);
  expect(selection).toMatchObject({ what: 'placing', tile: 'T9ne', way: 'build', cell: null });
  expect(waysOf(it.options, 'T9ne')).toEqual(['build', 'keep']);
  const { cells } = marksOf(selection, it);
  expect([...cells].map(([cell, mark]) => `${cell} ${mark.legal}`)).toEqual(['e2 false', 's2 false', 'n1 true']);
  expect(chosenOf(selection, it)).toBeNull();
  expect(chosenOf({ ...choosePlacing(it, 'T9ne'), cell: 'n1' } as never, it)?.notation).toBe('build T9ne n1');
});

test('where no cell fits the reserve is proposed', () => {
  const it = scene([], [], { placings: [{ ...placings[0], cells: [] } as never], offers: [kept] }, 'place');
  expect(chosenOf(begin(it), it)?.notation).toBe('keep T9ne');
});

test('a swap needs both tiles, taking down only one', () => {
  const swaps = [{ old: 'S7w', notation: 'swap T9ne S7w', effect }];
  const down = { notation: 'down S7w', action: { action: 'take-down' as const, tile: 'S7w' }, effect };
  const it = scene([], [], { placings: [{ ...placings[0], from_reserve: true, swaps } as never], offers: [down] });
  const chosen = (tile: string | null, built: string | null) =>
    chosenOf({ what: 'redesign', tile, cell: null, built }, it)?.notation;
  expect(chosen(null, 'S7w')).toBe('down S7w');
  expect(chosen('T9ne', 'S7w')).toBe('swap T9ne S7w');
  expect(chosen('T9ne', null)).toBeUndefined();
  const marks = marksOf({ what: 'redesign', tile: 'T9ne', cell: null, built: 'S7w' }, it);
  expect(marks.preview).toEqual({ tile: 'T9ne', cell: 'e1' });
});

test('a falcon needs its corner and a card', () => {
  const perches = [{ falcon: 'black-PS', corner: 'o', notation: 'falcon black-PS o', effect }];
  const it = scene(['fl1'], [], { perches, falcon_cards: ['fl1'] });
  const falcon = { what: 'falcon' as const, falcon: 'black-PS', corner: 'o' };
  expect(chosenOf({ ...falcon, card: null }, it)).toBeNull();
  expect(chosenOf({ ...falcon, card: 'fl1' }, it)?.notation).toBe('falcon black-PS o fl1');
});

test('what is still possible stays chosen after the table has changed', () => {
  const it = scene(['fl4', 'fl5'], ['fl1'], { purchases, offers: [take('fl1')] });
  const purchase = choosePurchase(it, 'T9ne');
  expect(keep(purchase, it.view, it)).toBe(purchase);
  const sold = scene(['fl4', 'fl5'], ['fl1'], { offers: [take('fl1')] });
  expect(keep(purchase, it.view, sold)).toBe(NOTHING);
  const other = scene(['fl4', 'fl5'], ['di7'], {});
  expect(keep({ what: 'money', cards: [0] }, it.view, other)).toBe(NOTHING);
});
