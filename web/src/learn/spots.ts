// Where on the table the pieces of an action lie, for the cut-outs of a lesson.
import type { View } from '../generated/protocol';
import { CURRENCIES } from '../pieces/printed';
import { partsOf } from './lesson';

/** What can be looked up on the page. */
export interface Page {
  /** Whether something that fits the selector is there and chosen. */
  pressed: (selector: string) => boolean;
  present: (selector: string) => boolean;
}

const MAIN = '.bar .main:not(:disabled)';

/** The things to touch next for an action; the button that does it once everything is chosen. */
export function spotsOf(notation: string, view: View, page: Page): string[] {
  const { verb, pieces } = partsOf(notation);
  switch (verb) {
    case 'take': {
      const left = [...view.table.display] as (string | null)[];
      const cards = pieces.map((card) => {
        const place = left.indexOf(card);
        left[place] = null;
        return `[data-place="display-${place}"]`;
      });
      const open = cards.filter((it) => !page.pressed(it));
      return open.length > 0 ? cards : [...cards, MAIN];
    }
    case 'buy': {
      const square = view.table.market.findIndex((tile) => tile === pieces[0]);
      const place = `[data-place="market-${CURRENCIES[square] ?? ''}"]`;
      return page.pressed(`${place} .pick`) ? [place, '.slot .panel', MAIN] : [place];
    }
    case 'keep':
      return page.pressed('[data-way="keep"]') ? [MAIN] : ['[data-way="keep"]'];
    case 'build': {
      const cell = `[data-cell="${pieces[1] ?? ''}"]`;
      if (page.pressed(cell)) return [cell, MAIN];
      // From the reserve, a tile is chosen there first.
      const redesigns = view.agenda.at(-1)?.step === 'turn';
      if (!redesigns || page.pressed('.tray .tiles button')) return [cell];
      return page.present('.tray') ? ['.tray .tiles'] : ['.bar .buttons .btn:not(.main)'];
    }
    default:
      return [];
  }
}
