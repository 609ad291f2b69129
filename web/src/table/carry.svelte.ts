// Pieces that are carried: picked up with mouse or finger, shown above everything, put down where there is a place for them.
import type { Action } from 'svelte/action';

/** What is carried. */
export type Piece = { tile: string; added?: string | undefined } | { card: string };

/** How a piece is carried. */
export interface Carrying {
  /** Picks the piece up; nothing if it stays where it lies. */
  lift: () => Piece | null;
  /** Which elements are places for it. */
  onto: string;
  /** It hovers over a place, or over none. */
  over?: (place: HTMLElement | null) => void;
  /** It is put down on a place. */
  drop: (place: HTMLElement) => void;
  /** It went back to where it lay. */
  back?: () => void;
}

/** The piece in the air, and where. */
export const carried: { piece: Piece | null; x: number; y: number } = $state({ piece: null, x: 0, y: 0 });

/** So many pixels are still a click. */
const TREMBLE = 7;

/** Lets a piece be carried; whoever clicks instead clicks as before. */
export const carry: Action<HTMLElement, Carrying | null> = (node, how) => {
  let start: { id: number; x: number; y: number } | null = null;
  let flying = false;
  let place: HTMLElement | null = null;

  function placeAt(x: number, y: number): HTMLElement | null {
    for (const it of document.elementsFromPoint(x, y)) {
      const found = how && it.closest<HTMLElement>(how.onto);
      if (found) return found;
    }
    return null;
  }
  function down(event: PointerEvent): void {
    if (!how || event.button !== 0 || start) return;
    start = { id: event.pointerId, x: event.clientX, y: event.clientY };
    // A board below would take it for a wish to move the board.
    event.stopPropagation();
    // A quick mouse is elsewhere before it has moved here.
    addEventListener('pointermove', move);
    addEventListener('pointerup', up);
    addEventListener('pointercancel', cancel);
  }
  function release(): void {
    start = null;
    removeEventListener('pointermove', move);
    removeEventListener('pointerup', up);
    removeEventListener('pointercancel', cancel);
  }
  function move(event: PointerEvent): void {
    if (!start || event.pointerId !== start.id || !how) return;
    if (!flying) {
      if (Math.hypot(event.clientX - start.x, event.clientY - start.y) < TREMBLE) return;
      const piece = how.lift();
      if (!piece) {
        release();
        return;
      }
      flying = true;
      carried.piece = piece;
      addEventListener('keydown', key, true);
    }
    event.preventDefault();
    Object.assign(carried, { x: event.clientX, y: event.clientY });
    const next = placeAt(event.clientX, event.clientY);
    if (next !== place) {
      place = next;
      how.over?.(place);
    }
  }
  function land(): HTMLElement | null {
    const at = place;
    release();
    place = null;
    flying = false;
    carried.piece = null;
    removeEventListener('keydown', key, true);
    return at;
  }
  function up(event: PointerEvent): void {
    if (!start || event.pointerId !== start.id) return;
    if (!flying) {
      release();
      return;
    }
    // What was carried was not clicked.
    const unclick = (click: Event): void => click.stopImmediatePropagation();
    addEventListener('click', unclick, true);
    setTimeout(() => removeEventListener('click', unclick, true));
    const at = land();
    if (at) how?.drop(at);
    else how?.back?.();
  }
  function cancel(): void {
    if (flying) {
      land();
      how?.back?.();
    }
    release();
  }
  function key(event: KeyboardEvent): void {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    cancel();
  }
  node.addEventListener('pointerdown', down);
  const free = (): void => {
    node.toggleAttribute('data-carry', how !== null);
  };
  free();
  return {
    update(next) {
      how = next;
      free();
    },
    destroy() {
      cancel();
      node.removeEventListener('pointerdown', down);
    },
  };
};
