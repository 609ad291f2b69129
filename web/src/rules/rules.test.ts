// The rules as the client reads them from docs/rules.
import { readFileSync, readdirSync } from 'node:fs';
import { expect, it } from 'vitest';

import { search, statements, type Chapter } from './chapter';
import { order } from './chapters';
import { drawn } from './drawing';
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
    { is: 'heading', level: 2, text: 'Where', anchor: 'where' },
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

it('finds a rule by its words and by its id', () => {
  const all = chaptersOf('en');
  expect(search(all, 'm-camp-3')[0]).toMatchObject({ chapter: 'camps', ids: ['M-CAMP-3'] });
  expect(search(all, 'longest wall').length).toBeGreaterThan(0);
  expect(search(all, 'no such words anywhere')).toEqual([]);
  expect(search(all, '   ')).toEqual([]);
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
