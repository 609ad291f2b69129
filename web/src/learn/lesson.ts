// How a lesson goes along its record: who does what there, what is asked for, and whether the learner does it.
import type { Game, Module, Ruleset } from '../generated/protocol';

/** Something that was done, in the notation. */
export interface Act {
  seat: number;
  notation: string;
}

/** One step: what it says, and from how many to how many actions of the record it goes. */
export interface Step {
  /** The name of its sentence. */
  says: string;
  from: number;
  /** The same as `from` where there is only something to read. */
  to: number;
  /** What is ringed where there is only something to read, as selectors. */
  rings?: readonly string[];
  /** A cell that refuses the tile; it is tried before the one that fits. */
  refused?: string;
  /** Whether only what was recorded will do, and not any act of the kind. */
  exact?: boolean;
}

/** A lesson: whose seat of the record the learner has, and its steps. */
export interface Lesson {
  seat: number;
  steps: readonly Step[];
}

/** What a record says. */
export function actionsOf(record: string): Act[] {
  return record
    .split('\n')
    .map((line) => /^(\d) (.+)$/.exec(line))
    .filter((match) => match !== null)
    .map(([, seat, notation]) => ({ seat: Number(seat), notation: notation ?? '' }));
}

/** What a record was played with. */
export function rulesetOf(record: string): Ruleset {
  const [game, players, ...modules] = (/^ruleset (.+)$/m.exec(record)?.[1] ?? '').split(' ');
  return {
    game: game as Game,
    scoring: 'regular',
    ending: 'both',
    players: Number(players),
    modules: modules as Module[],
  };
}

/** Whether the table of one step can go on to the next, because only bots act in between. */
export function flows(actions: readonly Act[], seat: number, before: Step, after: Step): boolean {
  return before.to <= after.from && actions.slice(before.to, after.from).every((it) => it.seat !== seat);
}

interface Entry {
  seq: number;
  notation?: string | null;
}

/** Whether a table went on as its record does; what is secret is not known to have gone otherwise. */
export const follows = (actions: readonly Act[], entries: readonly Entry[]): boolean =>
  entries.every(({ seq, notation }) => seq === 0 || !notation || notation === actions[seq - 1]?.notation);

/** Whether one act is as good as another for a lesson: the same is done, and where it matters with the same tile. */
export function isAlike(one: string, two: string): boolean {
  const [a, b] = [partsOf(one), partsOf(two)];
  const named = ['buy', 'build', 'flip', 'keep'].includes(a.verb);
  return a.verb === b.verb && (!named || a.pieces[0] === b.pieces[0]);
}

/** Whether something else was done than the step asks for. */
export function strayed(actions: readonly Act[], step: Step, entries: readonly Entry[]): boolean {
  return entries.some(({ seq, notation }) => {
    const asked = actions[seq - 1]?.notation;
    if (seq <= step.from || seq > step.to || !notation || !asked) return false;
    return step.exact ? notation !== asked : !isAlike(notation, asked);
  });
}

/** What the learner is asked to do when so many actions are done. */
export function askedAt(actions: readonly Act[], step: Step, done: number): string | null {
  return done >= step.from && done < step.to ? (actions[done]?.notation ?? null) : null;
}

/** The words of an action: what is done, and with which pieces. */
export function partsOf(notation: string): { verb: string; pieces: string[] } {
  const [verb = '', ...pieces] = notation.split(' ');
  return { verb, pieces };
}
