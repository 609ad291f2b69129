// The first lesson fits its record: every step asks the learner for what it speaks of.
import { expect, it } from 'vitest';

import { actions, askedAt, flows, LEARNER, partsOf, steps, strayed } from './lesson';

const verbs: Record<string, string[]> = {
  take: ['take'],
  several: ['take'],
  exact: ['buy'],
  again: ['take'],
  build: ['build'],
  over: ['buy', 'keep'],
  redesign: ['build'],
  scoring: ['take'],
};

it('has ten steps that ask for what they are about', () => {
  expect(steps).toHaveLength(10);
  for (const { about, from, to } of steps) {
    const asked = actions.slice(from, to);
    expect(asked.every(({ seat }) => seat === LEARNER)).toBe(true);
    expect(asked.map(({ notation }) => partsOf(notation).verb)).toEqual(verbs[about] ?? []);
  }
  const pieces = (about: string) =>
    partsOf(actions[steps.find((it) => it.about === about)?.from ?? 0]?.notation ?? '').pieces;
  expect(pieces('take')).toHaveLength(1);
  expect(pieces('several').length).toBeGreaterThan(1);
});

it('begins every step where the learner decides', () => {
  for (const { from } of steps) expect(actions[from]?.seat).toBe(LEARNER);
  const jumps = steps.slice(1).filter((step, i) => !flows(steps[i] ?? step, step));
  expect(jumps.map(({ about }) => about)).toEqual(['scoring']);
});

it('notices another move than the one asked for', () => {
  const step = { about: 'take', from: 0, to: 1 } as const;
  const asked = askedAt(step, 0);
  expect(asked).toBe('take du9');
  expect(askedAt(step, 1)).toBe(null);
  expect(strayed(step, [{ seq: 0 }, { seq: 1, notation: asked }])).toBe(false);
  expect(strayed(step, [{ seq: 0 }, { seq: 1, notation: 'take fl3' }])).toBe(true);
  // What comes after the step is no longer its business.
  expect(strayed(step, [{ seq: 2, notation: 'take fl3' }])).toBe(false);
});
