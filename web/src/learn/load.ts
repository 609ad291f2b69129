// What a lesson needs besides its steps: its record, what it says, and what it is called; loaded where somebody learns.
import { t } from '../i18n/index.svelte';
import type { LessonName } from './lessons';
import type { Texts } from './texts/en';

const records = import.meta.glob<string>(['./records/*.txt', '../../../games/first-lesson.txt'], {
  query: '?raw',
  import: 'default',
});

/** Loads the record of a lesson. */
export async function recordOf(name: LessonName): Promise<string> {
  const file = name === 'first' ? '../../../games/first-lesson.txt' : `./records/${name}.txt`;
  return (await records[file]?.()) ?? '';
}

const texts = import.meta.glob<Texts>('./texts/*.ts', { import: 'default' });

/** Loads what lessons say in a language. */
export async function textsIn(language: string): Promise<Texts | undefined> {
  return texts[`./texts/${language}.ts`]?.();
}

/** What a lesson is called: as the game or the module that it is about. */
export function titleOf(name: LessonName, words: Texts): string {
  if (name === 'first' || name === 'building') return words.titles[name];
  return name === 'granada' || name === 'both' ? t.game.games[name] : t.game.modules[name];
}

/** The chapter of the rules that a lesson is about. */
export const chapterOf = (name: LessonName): string =>
  name === 'first' || name === 'building' ? '' : name === 'both' ? 'alhambra-and-granada' : name;
