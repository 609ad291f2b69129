// The keyboard's commands at the table: what each of them does, as a table.
import type { Command } from '../lib/keys.svelte';
import { go, path } from '../lib/router.svelte';
import { change, settings } from '../lib/settings.svelte';
import { printed } from '../pieces/printed';
import { addressOf, placeOf } from '../rules/where';
import type { Game } from './game.svelte';
import { choosePlacing, choosePurchase, NOTHING, offersOf, takable, waysOf } from './selection';
import { play } from './sounds';

/** The parts of the screen that commands reach for. */
export interface Screen {
  game: Game;
  /** The button that acts; a phone has it in its sheet. */
  bar: { primary(): void } | undefined;
  board: { refit(): void; zoomBy(factor: number): void; tellNeighbours(): void } | undefined;
  openLog(): void;
  openKeys(): void;
  toggleText(): void;
}

type Run = (screen: Screen) => void;

/** Chooses a tile on a square of the market; where two lie there, the one that is not chosen yet. */
const market =
  (i: number): Run =>
  ({ game }) => {
    const { selection, scene } = game;
    const { market, granada_market } = game.view.table;
    const tiles = [market[i], granada_market[i]].filter((it) => it !== null && it !== undefined);
    const tile = tiles.find((it) => !(selection.what === 'purchase' && selection.tile === it)) ?? tiles[0];
    if (tile && scene.options?.purchases.length) game.choose(choosePurchase(scene, tile));
  };

/** Takes a card of the display into the choice or out of it, or lets a thief have it. */
const money =
  (i: number): Run =>
  ({ game }) => {
    const { selection, scene } = game;
    const { options } = scene;
    const places = selection.what === 'money' ? selection.cards : [];
    const steal = offersOf(options, 'steal').find((it) => it.action.card === game.view.table.display[i]);
    if (steal) game.choose({ what: 'offer', notation: steal.offer.notation });
    else if (places.includes(i)) {
      const rest = places.filter((it) => it !== i);
      game.choose(rest.length ? { what: 'money', cards: rest } : NOTHING);
    } else if (
      takable(scene, places, i) &&
      offersOf(options, 'take').length + offersOf(options, 'take-bureau').length > 0
    ) {
      game.choose({ what: 'money', cards: [...places, i] });
    } else play('no');
  };

/** Puts the tile that is being placed somewhere else than into the palace. */
const aside =
  (...wanted: string[]): Run =>
  ({ game }) => {
    const { selection, scene } = game;
    if (selection.what !== 'placing') return;
    const ways = waysOf(scene.options, selection.tile);
    const way = ways.find((it) => wanted.includes(it));
    if (way) game.choose({ ...selection, way });
  };

/** What each command does; those that are missing do nothing at the table. */
export const commands: Partial<Record<Command, Run>> = {
  market1: market(0),
  market2: market(1),
  market3: market(2),
  market4: market(3),
  money1: money(0),
  money2: money(1),
  money3: money(2),
  money4: money(3),
  primary: ({ bar, game }) => {
    if (bar) bar.primary();
    else void game.actChosen();
  },
  undo: ({ game }) => void game.undo(),
  back: ({ game }) => {
    if (game.looking !== null) game.looking = null;
    else if (game.drawer) game.drawer = null;
    else game.back();
  },
  redesign: ({ game }) => {
    if (game.step?.step === 'turn' && game.mine) {
      game.choose({ what: 'redesign', tile: null, cell: null, built: null });
    }
  },
  reserve: aside('keep', 'leave-out'),
  dirk: aside('give'),
  flip: ({ game }) => {
    const { selection, scene } = game;
    if (selection.what !== 'placing' || game.step?.step !== 'place') return;
    const { back } = printed(selection.tile);
    if (back) game.choose(choosePlacing(scene, back));
  },
  vizier: ({ game }) => {
    const wake = offersOf(game.scene.options, 'wake')[0];
    if (wake) game.choose({ what: 'offer', notation: wake.offer.notation });
  },
  pass: ({ game }) => {
    const pass = offersOf(game.scene.options, 'pass')[0];
    if (pass) void game.act(pass.offer.notation);
  },
  hint: ({ game }) => void game.hint(),
  fit: ({ board }) => board?.refit(),
  zoomIn: ({ board }) => board?.zoomBy(1.2),
  zoomOut: ({ board }) => board?.zoomBy(1 / 1.2),
  neighbours: ({ board }) => board?.tellNeighbours(),
  log: (screen) => screen.openLog(),
  asText: (screen) => screen.toggleText(),
  keys: (screen) => screen.openKeys(),
  sound: () => change({ volume: settings.volume > 0 ? 0 : 60 }),
  search: ({ game }) => go(addressOf(placeOf(game.view, game.selection, game.step), path())),
};
