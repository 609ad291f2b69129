// Where on the table the pieces of an action lie, for the cut-outs of a lesson.
import type { View } from '../generated/protocol';
import { CURRENCIES } from '../pieces/printed';
import { partsOf } from './lesson';

/** What can be looked up on the page. */
export interface Page {
  /** Whether something that fits the selector is there and chosen. */
  pressed: (selector: string) => boolean;
  /** Whether something that fits the selector is there, can be pressed and is not chosen yet. */
  open: (selector: string) => boolean;
}

/** The cut-outs of a moment, as selectors. */
export interface Spots {
  /** What to press next. */
  press: string[];
  /** What is spoken of besides. */
  besides: string[];
}

export const nowhere: Spots = { press: [], besides: [] };

/** What is bought and where it goes; where the words lie over it, the palace alone is spoken of. */
export const bought = ['.table:not(.phone) .slot .panel:not(.idle)', ':root[style*="--below"] .slot .panel:not(.idle)'];

/** The button that does what was chosen; passing is not what a lesson asks for. */
const MAIN = '.bar .main:not(:disabled):not(:has([href="#ui-step"]))';
const chip = (symbol: string): string => `.bar .act:has([href="#${symbol}"])`;
const drawer = (symbol: string): string => `.yard button:has([href="#${symbol}"])`;

/** Of what is pressed one after the other, the last thing first, the one whose turn it is. */
function first(page: Page, path: readonly string[], besides: string[] = []): Spots {
  const next = path.find((it) => page.open(it));
  return { press: next ? [next] : [], besides };
}

/** The things to touch next for an action; the button that does it once everything is chosen. */
export function spotsOf(notation: string, view: View, page: Page): Spots {
  const { verb, pieces } = partsOf(notation);
  const { table } = view;
  const piece = pieces[0] ?? '';
  switch (verb) {
    case 'take': {
      const left = [...table.display] as (string | null)[];
      const cards = pieces.map((card) => {
        const place = left.indexOf(card);
        left[place] = null;
        return `[data-place="display-${place}"]`;
      });
      const open = cards.filter((it) => !page.pressed(it));
      return open.length > 0 ? { press: cards, besides: [] } : { press: [MAIN], besides: cards };
    }
    case 'bureau':
      return first(page, [MAIN, `[data-place="display-${table.display.findIndex((it) => it === piece)}"]`]);
    case 'buy': {
      if (view.agenda.at(-1)?.step === 'interrupt') return first(page, [MAIN, '.interrupt button']);
      const bazaar = table.bazaars.findIndex((it) => it === piece) + 1;
      if (bazaar > 0) return first(page, [MAIN, `.drawer .bazaar:nth-child(${bazaar})`, drawer('bazaar')]);
      const markets = [table.market, table.granada_market];
      const square = markets.map((it) => it.findIndex((tile) => tile === piece)).find((it) => it >= 0) ?? 0;
      const place = `[data-place="market-${CURRENCIES[square] ?? ''}"]`;
      const tiles = markets.map((it) => it[square]).filter((it) => it !== null && it !== undefined);
      const pick = `${place} .pick:nth-of-type(${tiles.findIndex((it) => it === piece) + 1})`;
      return page.pressed(pick)
        ? { press: [MAIN], besides: [place, '.slot .panel'] }
        : { press: [tiles.length > 1 ? pick : place], besides: [] };
    }
    case 'keep':
      return first(page, [MAIN, '[data-way="keep"]']);
    case 'build':
    case 'flip': {
      const cell = `[data-cell="${pieces[1] ?? ''}"]`;
      const besides = ['.board', ...bought];
      // The other face is chosen first.
      if (verb === 'flip' && page.open('.face:nth-of-type(2)')) return { press: ['.face:nth-of-type(2)'], besides };
      if (page.pressed(cell)) return { press: [MAIN], besides };
      // From the reserve, a tile is chosen there first.
      const redesigns = view.agenda.at(-1)?.step === 'turn';
      if (!redesigns || page.pressed('.tray .tiles button')) return { press: [cell], besides };
      return first(page, ['.tray .tiles button', '.bar .buttons .btn:not(.main)']);
    }
    case 'wake':
      return first(page, [MAIN, chip('vizier-awake')]);
    case 'hut':
      return first(page, [MAIN, '.drawer .grid .hut', chip('hut')]);
    case 'walls':
      return first(page, [MAIN, chip('wall-stick'), '.board .cell.active']);
    case 'falcon':
      return first(page, [MAIN, '.pay .pick', '.board .cell.corner', '.drawer .disc', chip('falcon-black')]);
    case 'reveal':
      return first(page, [MAIN, '.bonus-card.may']);
    case 'steal':
      return first(page, [MAIN, '.interrupt button:has([href="#thief"])']);
    case 'citizens':
      return first(page, ['.choice .go', '.choice [data-choice]']);
    case 'trader':
      return first(page, [MAIN, '.board .cell.active']);
    case 'move-in':
      return first(page, [MAIN, '.welcome .disc']);
    default:
      return nowhere;
  }
}
