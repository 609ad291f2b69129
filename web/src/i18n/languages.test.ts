// Every language has every text; the compiler checks the keys, this checks that nothing is empty.
import { expect, it } from 'vitest';

import { languages, nameOf, pick } from './index.svelte';

/** Every plain text with its path. */
function texts(value: unknown, path: string): [string, string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => texts(inner, `${path}.${key}`));
}

it('has English and German', () => {
  expect([...languages.keys()].sort()).toEqual(['de', 'en']);
});

it('says what a language calls itself', () => {
  expect([nameOf('de'), nameOf('en')]).toEqual(['Deutsch', 'English']);
});

it('has no empty text', async () => {
  for (const load of languages.values()) {
    expect(texts(await load(), '').filter(([, text]) => text.trim() === '')).toEqual([]);
  }
});

it('takes the chosen language, then the first wanted one that there is, then English', () => {
  expect(pick('de', ['en-GB'])).toBe('de');
  expect(pick('', ['fr-FR', 'de-AT', 'en'])).toBe('de');
  expect(pick('', ['fr'])).toBe('en');
  expect(pick('xx', ['fr'])).toBe('en');
});
