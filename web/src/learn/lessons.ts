// The lessons: each goes along its record, the first one along a whole game; every other begins where its matter comes up.
import type { Lesson, Step } from './lesson';
import type { Texts } from './texts/en';

/** The name of a lesson; a module's is the module's. */
export type LessonName = keyof Texts['lessons'];

const read = (says: string, from: number, ...rings: string[]): Step => ({ says, from, to: from, rings });
const act = (says: string, from: number, more: Partial<Step> = {}): Step => ({ says, from, to: from + 1, ...more });
/** Only what was recorded will do: the sentence names its pieces. */
const exact = { exact: true };

/** A drawer of the supply, opened or not. */
const drawer = (symbol: string): string[] => ['.slot .drawer', `.yard button:has([href="#${symbol}"])`];

export const lessons: Record<LessonName, Lesson> = {
  first: {
    seat: 0,
    steps: [
      read('aim', 0, '.board'),
      act('take', 0, exact),
      read('market', 5, '.market'),
      act('several', 5, exact),
      act('exact', 8, exact),
      act('again', 9, exact),
      act('build', 10, exact),
      act('over', 13, { ...exact, to: 15 }),
      act('redesign', 17, exact),
      act('scoring', 27, exact),
    ],
  },
  building: {
    seat: 0,
    steps: [
      act('wall', 45, { refused: 'n1e1' }),
      act('foot', 69, { refused: 'n1e2' }),
      act('holes', 89, { refused: 's2e1' }),
    ],
  },
  granada: {
    seat: 2,
    steps: [read('faces', 23, '.market'), act('buy', 23), read('moats', 25, '.board'), act('flip', 25)],
  },
  both: { seat: 2, steps: [read('squares', 6, '.market'), act('buy', 6), act('build', 8)] },
  vizier: {
    seat: 1,
    steps: [read('awake', 2, '.interrupt'), act('buy', 2), act('build', 3), act('wake', 9)],
  },
  bureaux: { seat: 0, steps: [read('card', 23, '.display'), act('take', 23), act('buy', 27)] },
  'bonus-cards': {
    seat: 0,
    steps: [read('cards', 27, '.bonus'), act('reveal', 27), read('counts', 29, '.board')],
  },
  huts: { seat: 0, steps: [read('free', 1, ...drawer('hut')), act('take', 1), act('build', 2)] },
  walls: { seat: 2, steps: [read('cards', 42, ...drawer('wall-stick')), act('add', 42)] },
  thieves: { seat: 0, steps: [read('hand', 1, '.interrupt'), act('steal', 1), read('asked', 2, '.display')] },
  change: { seat: 2, steps: [read('bag', 3, ...drawer('bag')), act('over', 3), act('coin', 16)] },
  'street-trader': {
    seat: 2,
    steps: [act('citizens', 2), act('trader', 5), act('build', 8, exact), act('moveIn', 9)],
  },
  camps: { seat: 1, steps: [read('market', 14, '.market'), act('buy', 14), act('build', 16)] },
  bazaars: { seat: 1, steps: [read('beside', 5, ...drawer('bazaar')), act('buy', 5), act('build', 7)] },
  falconers: { seat: 1, steps: [read('points', 47, ...drawer('falcon-black')), act('falcon', 47)] },
};

/** The lesson of this name, if there is one. */
export const lessonOf = (name: string): LessonName | null =>
  name === '' ? 'first' : Object.hasOwn(lessons, name) ? (name as LessonName) : null;
