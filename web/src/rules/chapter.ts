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
  | { is: 'city'; drawing: string };

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
      if (block.is === 'example') walk(block.blocks);
    }
  };
  walk(chapter.blocks);
  return found;
}

/** Where words are found, the best places first: in a heading, then in a sentence. */
export function search(
  chapters: [string, Chapter][],
  wanted: string,
): { chapter: string; title: string; heading: string; text: string; ids: string[] }[] {
  const words = wanted.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return chapters
    .flatMap(([chapter, content]) =>
      statements(content).map(({ heading, statement }) => ({
        chapter,
        title: content.title,
        heading,
        text: plain(statement.words),
        ids: statement.ids,
      })),
    )
    .map((place) => ({
      place,
      heading: `${place.title} ${place.heading} ${place.ids.join(' ')}`.toLocaleLowerCase(),
      text: place.text.toLocaleLowerCase(),
    }))
    .filter(({ heading, text }) => words.every((word) => heading.includes(word) || text.includes(word)))
    .sort((a, b) => score(b.heading) - score(a.heading))
    .map(({ place }) => place);

  function score(heading: string): number {
    return words.filter((word) => heading.includes(word)).length;
  }
}
