// The chapters of the rules by language and name, loaded when they are asked for.
import type { Chapter } from './chapter';

const files = import.meta.glob<Chapter>('../../../docs/rules/*/*.md', { import: 'default' });

/** The chapters in the order in which they are read. */
export const order = {
  games: ['alhambra', 'two-players', 'granada', 'alhambra-and-granada'],
  modules: [
    'vizier',
    'bureaux',
    'bonus-cards',
    'huts',
    'walls',
    'thieves',
    'change',
    'street-trader',
    'camps',
    'bazaars',
    'falconers',
    'together',
  ],
} as const;

/** Every chapter of a language; English where it has not been written yet. */
export async function chapters(language: string): Promise<[string, Chapter][]> {
  return Promise.all(
    [...order.games, ...order.modules].map(async (name): Promise<[string, Chapter]> => {
      const load = files[`../../../docs/rules/${language}/${name}.md`] ?? files[`../../../docs/rules/en/${name}.md`];
      if (!load) throw new Error(`no chapter ${name}`);
      return [name, await load()];
    }),
  );
}
