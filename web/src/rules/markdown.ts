// Reads the Markdown of a chapter; used when the client is built, so that no reader has to be sent to the browser.
import { lexer, type Token, type Tokens } from 'marked';

import { plain, type Block, type Chapter, type Inline, type Statement } from './chapter.ts';

const ruleId = /^[A-Z]+(-[A-Z]+)*-\d+[a-z]?$/;

function inline(tokens: Token[] | undefined): Inline[] {
  return (tokens ?? []).flatMap((token): Inline[] => {
    switch (token.type) {
      case 'strong':
      case 'em':
        return [{ is: token.type as 'strong' | 'em', inside: inline(token.tokens) }];
      case 'codespan': {
        const { text } = token as Tokens.Codespan;
        const code: Inline = { is: 'code', text };
        // A rule that is named inside a sentence can be looked up.
        return [ruleId.test(text) ? { is: 'link', to: `/rules#${text}`, inside: [code] } : code];
      }
      case 'link':
        return [{ is: 'link', to: target((token as Tokens.Link).href), inside: inline(token.tokens) }];
      case 'text':
        return 'tokens' in token && token.tokens ? inline(token.tokens) : [{ is: 'text', text: unescape(token.raw) }];
      default:
        return [{ is: 'text', text: unescape(token.raw) }];
    }
  });
}

const unescape = (text: string): string =>
  text
    .replaceAll(/\\([\\`*_{}[\]()#+\-.!|<>])/g, '$1')
    .replaceAll('&amp;', '&')
    .replaceAll('\n', ' ');

/** Chapters link to each other by their files; here they are pages. Everything else is only in the repository. */
function target(href: string): string {
  const chapter = /^(?:\.\.\/\.\.\/)?([a-z-]+)(?:\.de)?\.md(#.*)?$/.exec(href);
  return chapter ? `/rules/${chapter[1] ?? ''}${chapter[2] ?? ''}` : '';
}

const idOf = (word: Inline | undefined): string | undefined => {
  const [only] = word?.is === 'link' ? word.inside : [];
  return only?.is === 'code' && ruleId.test(only.text) ? only.text : undefined;
};

/** Takes the ids at the end of a sentence off it, and leads from the mark of a ruling to the ruling. */
function statement(tokens: Token[] | undefined): Statement {
  const words = inline(tokens);
  const ids: string[] = [];
  for (;;) {
    const last = words.at(-1);
    const id = idOf(last);
    if (id) ids.unshift(id);
    else if (last?.is !== 'text' || last.text.trim() !== '') break;
    words.pop();
  }
  const last = words.at(-1);
  if (ids.length > 0 && last?.is === 'text') last.text = last.text.replace(/[\s,]+$/, '');
  return { words: ids[0] ? words.flatMap((word) => marked(word, ids[0] ?? '')) : words, ids: [...new Set(ids)] };
}

/** How the rules mark what rests on a ruling, by language. */
const mark = /\((our reading|unsere Lesart)\)/;

function marked(word: Inline, id: string): Inline[] {
  const found = word.is === 'text' ? mark.exec(word.text) : null;
  if (word.is !== 'text' || !found) return [word];
  const [whole, said = ''] = found;
  const after = { ...word, text: `)${word.text.slice(found.index + whole.length)}` };
  return [
    { ...word, text: `${word.text.slice(0, found.index)}(` },
    { is: 'link', to: `/rules/rulings#${id}`, inside: [{ is: 'text', text: said }] },
    ...marked(after, id),
  ];
}

const anchorOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');

function blocks(tokens: Token[]): Block[] {
  return tokens.flatMap((token): Block[] => {
    switch (token.type) {
      case 'heading': {
        const { depth, tokens: inside } = token as Tokens.Heading;
        const words = inline(inside);
        const ids = words.map(idOf).filter((id) => id !== undefined);
        const text = plain(words.filter((word) => !idOf(word))).trim();
        return [{ is: 'heading', level: depth, text, anchor: anchorOf(text), ids }];
      }
      case 'paragraph':
        return [{ is: 'paragraph', ...statement(token.tokens) }];
      case 'text':
        return [{ is: 'paragraph', ...statement(token.tokens) }];
      case 'list': {
        const list = token as Tokens.List;
        const items = list.items.map((item) =>
          statement(item.tokens.flatMap((inner) => ('tokens' in inner && inner.tokens ? inner.tokens : [inner]))),
        );
        return [{ is: 'list', ordered: list.ordered, items }];
      }
      case 'table': {
        const table = token as Tokens.Table;
        return [
          {
            is: 'table',
            head: table.header.map((cell) => inline(cell.tokens)),
            rows: table.rows.map((row) => row.map((cell) => inline(cell.tokens))),
          },
        ];
      }
      case 'blockquote':
        return [{ is: 'example', blocks: blocks(token.tokens ?? []) }];
      case 'code': {
        const { lang, text } = token as Tokens.Code;
        if (lang === 'city') return [{ is: 'city', drawing: text }];
        if (lang === 'pieces') {
          const [caption = '', ...rows] = text.split('\n');
          return [{ is: 'pieces', caption, rows: rows.map((row) => row.split(' ')) }];
        }
        // Claims are for the tests that check the drawings.
        return [];
      }
      default:
        return [];
    }
  });
}

/** Reads a chapter. */
export function read(markdown: string): Chapter {
  const [title, lead, ...rest] = blocks(lexer(markdown));
  if (title?.is !== 'heading' || lead?.is !== 'paragraph')
    throw new Error('a chapter opens with a title and a sentence');
  return { title: title.text, lead: lead.words, blocks: rest };
}
