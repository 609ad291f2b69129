// Reads the Markdown of a chapter; used when the client is built, so that no reader has to be sent to the browser.
import { lexer, type Token, type Tokens } from 'marked';

import type { Block, Chapter, Inline, Statement } from './chapter';

const ruleId = /^[A-Z]+(-[A-Z]+)*-\d+[a-z]?$/;

function inline(tokens: Token[] | undefined): Inline[] {
  return (tokens ?? []).flatMap((token): Inline[] => {
    switch (token.type) {
      case 'strong':
      case 'em':
        return [{ is: token.type as 'strong' | 'em', inside: inline(token.tokens) }];
      case 'codespan':
        return [{ is: 'code', text: (token as Tokens.Codespan).text }];
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
  const chapter = /^([a-z-]+)\.md(#.*)?$/.exec(href);
  return chapter ? `/rules/${chapter[1] ?? ''}${chapter[2] ?? ''}` : '';
}

/** Takes the ids at the end of a sentence off it. */
function statement(tokens: Token[] | undefined): Statement {
  const words = inline(tokens);
  const ids: string[] = [];
  const kept = words.filter((word) => {
    const isId = word.is === 'code' && ruleId.test(word.text);
    if (isId && !ids.includes(word.text)) ids.push(word.text);
    return !isId;
  });
  const last = kept.at(-1);
  if (last?.is === 'text') last.text = last.text.replace(/[\s,]+$/, '');
  return { words: kept, ids };
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
        const { depth, text } = token as Tokens.Heading;
        return [{ is: 'heading', level: depth, text, anchor: anchorOf(text) }];
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
        // Claims are for the tests that check the drawings.
        return lang === 'city' ? [{ is: 'city', drawing: text }] : [];
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
