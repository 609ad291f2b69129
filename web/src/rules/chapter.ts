// A chapter of the rules as a tree of plain data; it is read from Markdown when the client is built.

/** A piece of a sentence. */
export type Inline =
  | { is: 'text'; text: string }
  | { is: 'strong'; inside: Inline[] }
  | { is: 'em'; inside: Inline[] }
  | { is: 'code'; text: string }
  | { is: 'link'; to: string; inside: Inline[] };

/** A sentence or two with the ids of the rules they state. */
export interface Statement {
  words: Inline[];
  ids: string[];
}

/** A part of a chapter. */
export type Block =
  | { is: 'heading'; level: number; text: string; anchor: string; ids: string[] }
  | ({ is: 'paragraph' } & Statement)
  | { is: 'list'; ordered: boolean; items: Statement[] }
  | { is: 'table'; head: Inline[][]; rows: Inline[][][] }
  | { is: 'example'; blocks: Block[] }
  | { is: 'city'; drawing: string }
  | { is: 'pieces'; caption: string; rows: string[][] };

/** A chapter with its title, the sentence below it, and the rest. */
export interface Chapter {
  title: string;
  lead: Inline[];
  blocks: Block[];
}

/** Words without their dress. */
export const plain = (words: Inline[]): string =>
  words.map((word) => ('text' in word ? word.text : plain(word.inside))).join('');

/** The statements of a chapter in order, with the heading they stand under. */
export function statements(chapter: Chapter): { heading: string; statement: Statement }[] {
  let heading = chapter.title;
  const found: { heading: string; statement: Statement }[] = [{ heading, statement: { words: chapter.lead, ids: [] } }];
  const walk = (blocks: Block[]) => {
    for (const block of blocks) {
      if (block.is === 'heading') heading = block.text;
      if (block.is === 'paragraph') found.push({ heading, statement: block });
      if (block.is === 'list') found.push(...block.items.map((statement) => ({ heading, statement })));
      if (block.is === 'table') {
        found.push(...block.rows.map((row) => ({ heading, statement: { words: spaced(row), ids: [] } })));
      }
      if (block.is === 'example') walk(block.blocks);
    }
  };
  walk(chapter.blocks);
  return found;
}

/** The cells of a row as one sentence. */
const spaced = (row: Inline[][]): Inline[] =>
  row.flatMap((cell, i) => [...(i > 0 ? [{ is: 'text', text: ' ' } as const] : []), ...cell]);

/** Words as they are compared: small letters, without accents. */
const folded = (text: string): string =>
  text.toLocaleLowerCase().replaceAll('ß', 'ss').normalize('NFD').replaceAll(/\p{M}/gu, '');

/** The beginning that the forms of a word share, in English and German. */
function stem(word: string): string {
  const cut = word.replace(/(?:ing|ern|en|er|es|ed|e|n|s)$/, '');
  return cut.length >= 3 ? cut : word;
}

/** Where words are found, in any of their forms: the places with the most of them first, those in a heading before others. */
export function search(
  chapters: [string, Chapter][],
  wanted: string,
): { chapter: string; title: string; heading: string; text: string; ids: string[] }[] {
  const words = folded(wanted).split(/\s+/).filter(Boolean).map(stem);
  if (words.length === 0) return [];
  const places = chapters.flatMap(([chapter, content]) =>
    statements(content).map(({ heading, statement }) => {
      const place = { chapter, title: content.title, heading, text: plain(statement.words), ids: statement.ids };
      const above = folded(`${place.title} ${heading} ${place.ids.join(' ')}`);
      const text = folded(place.text);
      const n = words.filter((word) => above.includes(word) || text.includes(word)).length;
      return { place, n, above: words.filter((word) => above.includes(word)).length };
    }),
  );
  // All words if they are anywhere together, else as many as are.
  const most = Math.max(...places.map(({ n }) => n));
  return places
    .filter(({ n }) => n > 0 && n === most && n * 2 >= words.length)
    .sort((a, b) => b.above - a.above)
    .map(({ place }) => place);
}
