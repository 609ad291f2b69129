// The first lesson: ten steps along a recorded game, in which the learner has seat 0.
import record from '../../../games/first-lesson.txt?raw';

export { record };

/** The learner's seat. */
export const LEARNER = 0;

/** What the record says: who did what, in the notation. */
export const actions: readonly { seat: number; notation: string }[] = record
  .split('\n')
  .map((line) => /^(\d) (.+)$/.exec(line))
  .filter((match) => match !== null)
  .map(([, seat, notation]) => ({ seat: Number(seat), notation: notation ?? '' }));

/** One step: what it is about, and from how many to how many actions of the record it goes. */
export interface Step {
  about: 'aim' | 'take' | 'market' | 'several' | 'exact' | 'again' | 'build' | 'over' | 'redesign' | 'scoring';
  from: number;
  /** The same as `from` where there is only something to read. */
  to: number;
}

export const steps: readonly Step[] = [
  { about: 'aim', from: 0, to: 0 },
  { about: 'take', from: 0, to: 1 },
  { about: 'market', from: 5, to: 5 },
  { about: 'several', from: 5, to: 6 },
  { about: 'exact', from: 8, to: 9 },
  { about: 'again', from: 9, to: 10 },
  { about: 'build', from: 10, to: 11 },
  { about: 'over', from: 13, to: 15 },
  { about: 'redesign', from: 17, to: 18 },
  { about: 'scoring', from: 27, to: 28 },
];

/** Whether the table of one step can go on to the next, because only bots act in between. */
export function flows(before: Step, after: Step): boolean {
  return actions.slice(before.to, after.from).every(({ seat }) => seat !== LEARNER);
}

/** The first entry after the beginning of a step that is not as recorded. */
export function strayed(step: Step, entries: readonly { seq: number; notation?: string | null }[]): boolean {
  return entries.some(
    ({ seq, notation }) => seq > step.from && seq <= step.to && notation !== actions[seq - 1]?.notation,
  );
}

/** What the learner is asked to do when so many actions are done. */
export function askedAt(step: Step, done: number): string | null {
  return done >= step.from && done < step.to ? (actions[done]?.notation ?? null) : null;
}

/** The words of an action: what is done, and with which pieces. */
export function partsOf(notation: string): { verb: string; pieces: string[] } {
  const [verb = '', ...pieces] = notation.split(' ');
  return { verb, pieces };
}
