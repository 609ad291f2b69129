// Where in the rules somebody at a table wants to look: at the module or the action that is at hand.
import type { Step, View } from '../generated/protocol';
import { printed } from '../pieces/printed';
import type { Selection } from '../table/selection';

/** The chapter and, where one sentence begins it, the rule. */
export interface Place {
  chapter: string;
  rule?: string;
}

/** The place for what is chosen and asked for. */
export function placeOf(view: View, selection: Selection, step: Step | null): Place {
  const { game, modules } = view.ruleset;
  const base = (rule: string): Place =>
    game === 'granada' ? { chapter: 'granada' } : { chapter: 'alhambra', rule: `B-${rule}` };
  switch (selection.what) {
    case 'hut':
      return { chapter: 'huts' };
    case 'walls':
      return { chapter: 'walls' };
    case 'falcon':
      return { chapter: 'falconers' };
    case 'trader':
    case 'citizens':
    case 'welcome':
      return { chapter: 'street-trader' };
    case 'money':
      return base('MONEY-1');
    case 'redesign':
      return base('RED-1');
    case 'purchase':
    case 'placing': {
      const { shows } = printed(selection.tile).face;
      if (shows === 'camp') return { chapter: 'camps' };
      if (shows === 'bazaar') return { chapter: 'bazaars' };
      if (shows === 'hut') return { chapter: 'huts' };
      if (shows === 'granada') return { chapter: 'granada' };
      return base(selection.what === 'purchase' ? 'BUY-1' : 'BUILD-1');
    }
    case 'offer':
    case 'nothing':
      if (step?.step === 'interrupt') return { chapter: modules.includes('vizier') ? 'vizier' : 'thieves' };
      if (step?.step === 'ask-bonus') return { chapter: 'bonus-cards' };
      return game === 'both' ? { chapter: 'alhambra-and-granada' } : base('TURN-1');
  }
}

/** The address of a place, with the way back to a table. */
export function addressOf({ chapter, rule }: Place, table: string): string {
  return `/rules/${chapter}?from=${encodeURIComponent(table)}${rule ? `#${rule}` : ''}`;
}
