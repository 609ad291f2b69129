// Every language has every text; the compiler checks the keys, this checks that nothing is empty or left in English.
import { expect, it } from 'vitest';

import { languages, pick } from './index.svelte';

/** Every text with its path, functions called with plausible things. */
function texts(value: unknown, path: string): [string, string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value === 'function') return [[path, String((value as (...of: unknown[]) => unknown)(2, 3, 1, 4))]];
  if (Array.isArray(value)) return value.flatMap((inner, i) => texts(inner, `${path}.${i}`));
  return Object.entries(value as object).flatMap(([key, inner]) => texts(inner, path ? `${path}.${key}` : key));
}

it('has English and German', () => {
  expect([...languages.keys()].sort()).toEqual(['de', 'en']);
});

it('has no empty text', () => {
  for (const language of languages.values()) {
    expect(
      texts(
        {
          ...language,
          common: { ...language.common, list: '-' },
          newTable: { ...language.newTable, sentence: '-', bot: '-' },
        },
        '',
      ).filter(([, text]) => text.trim() === ''),
    ).toEqual([]);
  }
});

it('takes the chosen language, then the first wanted one that there is, then English', () => {
  expect(pick('de', ['en-GB'])).toBe('de');
  expect(pick('', ['fr-FR', 'de-AT', 'en'])).toBe('de');
  expect(pick('', ['fr'])).toBe('en');
  expect(pick('xx', ['fr'])).toBe('en');
});
