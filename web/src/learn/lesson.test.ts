// Every lesson fits its record: its steps ask the learner for what they speak of, in every language.
import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { actionsOf, askedAt, flows, follows, isAlike, partsOf, rulesetOf, strayed, type Step } from './lesson';
import { lessonOf, lessons, type LessonName } from './lessons';
import de from './texts/de';
import en from './texts/en';

const names = Object.keys(lessons) as LessonName[];
const modules = names.filter((it) => !['first', 'building', 'granada', 'both'].includes(it));
const recordOf = (name: LessonName): string =>
  readFileSync(name === 'first' ? '../games/first-lesson.txt' : `src/learn/records/${name}.txt`, 'utf8');

/** What is done in every step of a lesson. */
const verbs: Record<LessonName, string[]> = {
  first: ['take', 'take', 'buy', 'take', 'build', 'buy keep', 'build', 'take'],
  building: ['build', 'build', 'build'],
  granada: ['buy', 'flip'],
  both: ['buy', 'build'],
  vizier: ['buy', 'build', 'wake'],
  bureaux: ['bureau', 'buy'],
  'bonus-cards': ['reveal'],
  huts: ['hut', 'build'],
  walls: ['walls'],
  thieves: ['steal'],
  change: ['buy', 'buy'],
  'street-trader': ['citizens', 'trader', 'build', 'move-in'],
  camps: ['buy', 'build'],
  bazaars: ['buy', 'build'],
  falconers: ['falcon'],
};

describe.each(names)('%s', (name) => {
  const { seat, steps } = lessons[name];
  const actions = actionsOf(recordOf(name));

  it('asks the learner for what it is about', () => {
    const asked = steps.filter(({ from, to }) => from < to).map(({ from, to }) => actions.slice(from, to));
    expect(asked.map((acts) => acts.map(({ notation }) => partsOf(notation).verb).join(' '))).toEqual(verbs[name]);
    for (const { from } of steps) expect(actions[from]?.seat).toBe(seat);
    for (const act of asked.flat()) expect(act.seat).toBe(seat);
  });

  it.each([
    ['en', en],
    ['de', de],
  ])('says everything briefly in %s', (_, { lessons: words }) => {
    const says = words[name].steps as Record<string, string | ((it: object) => string)>;
    const named = steps.flatMap(({ says, refused }) => (refused === undefined ? [says] : [says, `${says}Fits`]));
    expect(Object.keys(says).sort()).toEqual([...named].sort());
    for (const said of [...Object.values(says), words[name].done]) {
      const text = typeof said === 'string' ? said : said({ tile: 'tower 11', cards: 'ducat 2 and ducat 9' });
      expect(text.split(' ').length, text).toBeLessThanOrEqual(24);
    }
  });

  it('is short', () => {
    expect(steps.length).toBeGreaterThan(1);
    expect(steps.length).toBeLessThanOrEqual(name === 'first' ? 10 : 4);
  });
});

it('has a lesson for every module, played with that module alone', () => {
  expect(modules).toHaveLength(11);
  for (const name of modules) {
    const { game, players, modules: joined } = rulesetOf(recordOf(name));
    expect([game, players, joined]).toEqual(['alhambra', 3, [name]]);
  }
  expect(rulesetOf(recordOf('both')).game).toBe('both');
});

it('finds lessons by their names', () => {
  expect(['', 'huts', 'constructor', 'nothing'].map(lessonOf)).toEqual(['first', 'huts', null, null]);
});

describe('the way of a learner', () => {
  const actions = actionsOf(recordOf('first'));
  const step: Step = { says: 'take', from: 0, to: 1, exact: true };

  it('goes on at the same table if only others act in between', () => {
    const { seat, steps } = lessons.first;
    const jumps = steps.slice(1).filter((it, i) => !flows(actions, seat, steps[i] ?? it, it));
    expect(jumps.map(({ says }) => says)).toEqual(['scoring']);
    expect(follows(actions, [{ seq: 0 }, { seq: 1, notation: 'take du9' }, { seq: 2, notation: null }])).toBe(true);
    expect(follows(actions, [{ seq: 1, notation: 'take fl3' }])).toBe(false);
  });

  it('strays with another act than the one asked for', () => {
    const asked = askedAt(actions, step, 0);
    expect(asked).toBe('take du9');
    expect(askedAt(actions, step, 1)).toBe(null);
    expect(strayed(actions, step, [{ seq: 0 }, { seq: 1, notation: asked }])).toBe(false);
    expect(strayed(actions, step, [{ seq: 0 }, { seq: 1, notation: 'take fl3' }])).toBe(true);
    // What comes after the step is no longer its business.
    expect(strayed(actions, step, [{ seq: 2, notation: 'take fl3' }])).toBe(false);
  });

  it('may do the same in another way where the sentence leaves it open', () => {
    expect(strayed(actions, { ...step, exact: false }, [{ seq: 1, notation: 'take fl3' }])).toBe(false);
    expect(strayed(actions, { ...step, exact: false }, [{ seq: 1, notation: 'pass' }])).toBe(true);
    expect(isAlike('build T9ne n1', 'build T9ne e1')).toBe(true);
    expect(isAlike('build T9ne n1', 'build G8sw n1')).toBe(false);
    expect(isAlike('hut hTes', 'hut hAes')).toBe(true);
  });
});
