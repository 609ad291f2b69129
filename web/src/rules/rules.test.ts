// The rules as the client reads them from docs/rules.
import { readFileSync, readdirSync } from 'node:fs';
import { expect, it } from 'vitest';

import { plain, search, statements, type Chapter, type Inline } from './chapter';
import { order } from './chapters';
import { drawn } from './drawing';
import { pieceOf } from './pieces';
import { read } from './markdown';

const folder = '../docs/rules';
const chaptersOf = (language: string): [string, Chapter][] =>
  [...order.games, ...order.modules].map((name) => [
    name,
    read(readFileSync(`${folder}/${language}/${name}.md`, 'utf8')),
  ]);
const idsOf = (chapter: Chapter) => new Set(statements(chapter).flatMap(({ statement }) => statement.ids));

it('lists every chapter there is', () => {
  const files = readdirSync(`${folder}/en`).map((file) => file.replace('.md', ''));
  expect([...order.games, ...order.modules].sort()).toEqual(files.sort());
});

it('states the same rules in both languages', () => {
  const german = new Map(chaptersOf('de'));
  for (const [name, english] of chaptersOf('en'))
    expect([name, idsOf(german.get(name)!)]).toEqual([name, idsOf(english)]);
});

it('takes ids off the end of a sentence', () => {
  const chapter = read('# Walls\n\nThey *stand*.\n\n## Where\n\n- Outside, as in [camps](camps.md). `M-WALL-1`\n');
  expect(chapter.title).toBe('Walls');
  expect(chapter.blocks).toEqual([
    { is: 'heading', level: 2, text: 'Where', anchor: 'where', ids: [] },
    {
      is: 'list',
      ordered: false,
      items: [
        {
          ids: ['M-WALL-1'],
          words: [
            { is: 'text', text: 'Outside, as in ' },
            { is: 'link', to: '/rules/camps', inside: [{ is: 'text', text: 'camps' }] },
            { is: 'text', text: '.' },
          ],
        },
      ],
    },
  ]);
});

const rulingsOf = (language: string): Chapter =>
  read(readFileSync(`../docs/rulings${language === 'en' ? '' : `.${language}`}.md`, 'utf8'));
/** The links of a sentence. */
const linksOf = (words: Inline[]): string[] =>
  words.flatMap((word) => (word.is === 'link' ? [word.to] : 'inside' in word ? linksOf(word.inside) : []));

it('leads from the mark of a ruling to the ruling', () => {
  const [list] = read('# A\n\nB.\n\n- So (our reading), or so (our reading). `X-4` `X-3`\n').blocks;
  expect(list?.is === 'list' && list.items[0]).toEqual({
    ids: ['X-4', 'X-3'],
    words: [
      { is: 'text', text: 'So (' },
      { is: 'link', to: '/rules/rulings#X-4', inside: [{ is: 'text', text: 'our reading' }] },
      { is: 'text', text: '), or so (' },
      { is: 'link', to: '/rules/rulings#X-4', inside: [{ is: 'text', text: 'our reading' }] },
      { is: 'text', text: ').' },
    ],
  });
});

it.each(['en', 'de'])('has a ruling for every mark in %s', (language) => {
  const rulings = rulingsOf(language).blocks.flatMap((block) => (block.is === 'heading' ? block.ids : []));
  const marked = chaptersOf(language)
    .flatMap(([, chapter]) => statements(chapter))
    .filter(({ statement }) => /\((our reading|unsere Lesart)\)/.test(plain(statement.words)));
  expect(marked.length).toBeGreaterThan(50);
  for (const { statement } of marked) {
    const [to] = linksOf(statement.words).filter((it) => it.startsWith('/rules/rulings#'));
    expect([plain(statement.words), rulings]).toEqual([
      plain(statement.words),
      expect.arrayContaining([to?.slice(15)]),
    ]);
  }
  // And the other way round: whoever reads a ruling finds its rule.
  const known = new Set(chaptersOf(language).flatMap(([, chapter]) => [...idsOf(chapter)]));
  expect(rulings.filter((id) => !known.has(id))).toEqual([]);
});

it('keeps a rule that is named inside a sentence', () => {
  const [paragraph] = read('# A\n\nB.\n\nThe order is `X-1`. Then more.\n').blocks;
  expect(paragraph?.is === 'paragraph' && plain(paragraph.words)).toBe('The order is X-1. Then more.');
});

it('finds a rule by its words and by its id', () => {
  const all = chaptersOf('en');
  expect(search(all, 'm-camp-3')[0]).toMatchObject({ chapter: 'camps', ids: ['M-CAMP-3'] });
  expect(search(all, 'longest wall').length).toBeGreaterThan(0);
  // In any form, in another order, with words that stand nowhere, in a table.
  expect(search(all, 'passing')[0]?.text).toMatch(/pass/);
  expect(search(all, 'falcons walls')[0]?.chapter).toBe('falconers');
  expect(search(all, 'swap the starting tile please').map(({ ids }) => ids[0])).toContain('B-RED-1');
  expect(search(all, 'chambers 5–11')[0]?.chapter).toBe('alhambra');
  expect(search(chaptersOf('de'), 'Bauhutte')[0]?.chapter).toBe('huts');
  expect(search(chaptersOf('de'), 'Löcher').map(({ ids }) => ids[0])).toContain('B-BUILD-5');
  expect(search(all, 'zeppelin xylophone quark')).toEqual([]);
  expect(search(all, '   ')).toEqual([]);
});

it('draws something on every page of a module', () => {
  for (const [name, { blocks }] of [...chaptersOf('en'), ...chaptersOf('de')]) {
    if (name === 'two-players') continue;
    expect([name, blocks.some(({ is }) => is === 'city' || is === 'pieces')]).toEqual([name, true]);
  }
});

it('knows every piece that is drawn', () => {
  for (const [, { blocks }] of [...chaptersOf('en'), ...chaptersOf('de')]) {
    const names = blocks.flatMap((block) => (block.is === 'pieces' ? block.rows.flat() : []));
    expect(names.filter((name) => pieceOf(name) === null)).toEqual([]);
  }
  expect(pieceOf('zeppelin')).toBeNull();
});

it('reads a drawing', () => {
  const drawing = ['+----+----+    +', '|P5   T9  |', '+    +    +    +', ' @    G10  S9', '+    +    +    +'].join(
    '\n',
  );
  expect(drawn(drawing)).toEqual([
    { name: 'P5', x: 0, y: 0, edges: 'nw' },
    { name: 'T9', x: 1, y: 0, edges: 'ne' },
    { name: '@', x: 0, y: 1, edges: '' },
    { name: 'G10', x: 1, y: 1, edges: '' },
    { name: 'S9', x: 2, y: 1, edges: '' },
  ]);
});
