// The chapters of the rules by language and name, loaded when they are asked for.
import type { Chapter } from './chapter';

const files = import.meta.glob<Chapter>(['../../../docs/rules/*/*.md', '../../../docs/rulings*.md'], {
  import: 'default',
});

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
  rulings: ['rulings'],
} as const;

/** Where a chapter is written. */
export function pathOf(name: string, language: string): string {
  const docs = '../../../docs';
  if (name !== 'rulings') return `${docs}/rules/${language}/${name}.md`;
  return language === 'en' ? `${docs}/rulings.md` : `${docs}/rulings.${language}.md`;
}

/** Every chapter of a language; English where it has not been written yet. */
export async function chapters(language: string): Promise<[string, Chapter][]> {
  return Promise.all(
    [...order.games, ...order.modules, ...order.rulings].map(async (name): Promise<[string, Chapter]> => {
      const load = files[pathOf(name, language)] ?? files[pathOf(name, 'en')];
      if (!load) throw new Error(`no chapter ${name}`);
      return [name, await load()];
    }),
  );
}
