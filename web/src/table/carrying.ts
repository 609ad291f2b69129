// Where pieces can be carried: a tile to a cell or into the reserve, a card into the hand. Every place comes from the options.
import type { Carrying, Piece } from './carry.svelte';
import type { Game } from './game.svelte';
import { choosePlacing, marksOf, offersOf, placingOf, takable, waysOf, type Selection } from './selection';
import { play } from './sounds';

function pieceOf(game: Game, tile: string): Piece {
  const own = game.seat === null ? undefined : game.view.players[game.seat];
  return { tile, added: own?.sticks.find((it) => it.tile === tile)?.walls };
}

/** Hovers over a cell: the tile is shown there if it may lie there, otherwise the reasons are. */
function hover(game: Game, cell: string | null, at: (cell: string | null, built: string | null) => Selection): void {
  const built = cell === null || game.seat === null ? undefined : builtOn(game, cell);
  const marks = marksOf(at(null, null), game.scene);
  const fits = cell !== null && (built ? marks.tiles.has(built) : (marks.cells.get(cell)?.legal ?? false));
  game.choose(fits ? (built ? at(null, built) : at(cell, null)) : at(null, null));
  game.pointed = fits ? null : cell;
}

function builtOn(game: Game, cell: string): string | undefined {
  return game.view.players[game.seat ?? 0]?.city.tiles.find((it) => it.cell === cell)?.tile;
}

function finish(game: Game): void {
  game.pointed = null;
  if (game.ready) void game.actChosen();
  else play('no');
}

/** A bought or won tile: onto a cell, or into the reserve. */
export function carryBought(game: Game, tile: string): Carrying | null {
  const ways = waysOf(game.scene.options, tile);
  if (ways.length === 0) return null;
  const on = (cell: string | null): Selection => {
    const chosen =
      game.selection.what === 'placing' && game.selection.tile === tile
        ? game.selection
        : choosePlacing(game.scene, tile);
    return chosen.what === 'placing' ? { ...chosen, way: 'build', cell } : chosen;
  };
  const start = (): void => game.choose(choosePlacing(game.scene, tile));
  return {
    onto: '[data-cell], [data-drop=reserve]',
    lift() {
      start();
      return pieceOf(game, tile);
    },
    over(place) {
      if (place?.dataset['drop']) {
        const chosen = on(null);
        if (ways.includes('keep') && chosen.what === 'placing') game.choose({ ...chosen, way: 'keep' });
      } else hover(game, place?.dataset['cell'] ?? null, on);
    },
    drop: () => finish(game),
    back: start,
  };
}

/** A tile of the reserve: onto a cell, or in place of a built tile. */
export function carryReserved(game: Game, tile: string): Carrying | null {
  const placing = placingOf(game.scene.options, tile);
  if (!placing?.from_reserve) return null;
  const on = (cell: string | null, built: string | null): Selection => ({ what: 'redesign', tile, cell, built });
  return {
    onto: '[data-cell]',
    lift() {
      game.choose(on(null, null));
      return pieceOf(game, tile);
    },
    over: (place) => hover(game, place?.dataset['cell'] ?? null, on),
    drop: () => finish(game),
    back: () => (game.pointed = null),
  };
}

/** A built tile while redesigning: into the reserve. */
export function carryBuilt(game: Game, tile: string | undefined): Carrying | null {
  if (game.selection.what !== 'redesign' || tile === undefined) return null;
  if (!offersOf(game.scene.options, 'take-down').some((it) => it.action.tile === tile)) return null;
  const down: Selection = { what: 'redesign', tile: null, cell: null, built: tile };
  return {
    onto: '[data-drop=reserve]',
    lift() {
      game.choose(down);
      return pieceOf(game, tile);
    },
    drop: () => finish(game),
  };
}

/** An open money card: into the hand, with all others that are chosen. */
export function carryMoney(game: Game, place: number): Carrying | null {
  const card = game.view.table.display[place];
  if (card === undefined || !takable(game.scene, [], place)) return null;
  return {
    onto: '[data-drop=hand]',
    lift() {
      const chosen = game.selection.what === 'money' ? game.selection.cards : [];
      if (!chosen.includes(place)) {
        game.choose({ what: 'money', cards: takable(game.scene, chosen, place) ? [...chosen, place] : [place] });
      }
      return { card };
    },
    drop: () => finish(game),
  };
}
