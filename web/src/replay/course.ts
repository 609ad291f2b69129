// The course of a recorded game: where turns begin and scorings happen, for the scrubber.
import type { Entry, Review, TurningPoint } from '../generated/protocol';

/** A turn: from which entry on, and whose. */
export interface Turn {
  at: number;
  seat: number;
}

/** The turns of a game in order. */
export function turnsOf(entries: readonly Entry[]): Turn[] {
  const turns: Turn[] = [];
  for (const { seq, events } of entries) {
    for (const event of events) if (event.event === 'turn-began') turns.push({ at: seq, seat: event.seat });
  }
  return turns;
}

/** The scorings of a game: after which entry, and which one. */
export function scoringsOf(entries: readonly Entry[]): { at: number; round: number }[] {
  return entries.flatMap(({ seq, events }) =>
    events.flatMap((event) => (event.event === 'scored' ? [{ at: seq, round: event.round }] : [])),
  );
}

/** The number of the turn that goes on after an entry, from 1; before the first turn it is 0. */
export const turnAt = (turns: readonly Turn[], n: number): number => turns.filter(({ at }) => at <= n).length;

/** Where to go for the turn before or after. */
export function neighbour(turns: readonly Turn[], n: number, way: 'back' | 'on', last: number): number {
  if (way === 'on') return turns.find(({ at }) => at > n)?.at ?? last;
  return turns.findLast(({ at }) => at < n)?.at ?? 0;
}

/** The entries that stand, numbered as the moments are: what was taken back, and taking it back, did not happen. */
export function standing(entries: readonly Entry[]): Entry[] {
  const undone = new Set(entries.map(({ took_back }) => took_back));
  return entries
    .filter(({ seq, took_back }) => !undone.has(seq) && (took_back === null || took_back === undefined))
    .map((entry, seq) => ({ ...entry, seq }));
}

/** Everybody's chances at a moment, in per cent: those of the turn that goes on. */
export function chancesAt({ moments }: Review, n: number): number[] {
  const judged = moments.findLast((it) => it.n <= n) ?? moments[0];
  return (judged?.chances ?? []).map((it) => Math.round(it / 10));
}

/** The next turning point after a moment, and after the last one the first again. */
export const nextPoint = ({ turning_points: points }: Review, n: number): TurningPoint | undefined =>
  points.find((it) => it.n > n) ?? points[0];

/** Who else bought a tile after a moment, before the seat has another turn; nobody if it was not sold. */
export function boughtNext(entries: readonly Entry[], n: number, seat: number, tile: string): number | null {
  let others = false;
  for (const { events } of entries.filter(({ seq }) => seq > n)) {
    for (const event of events) {
      if (event.event === 'bought' && event.tile === tile) return event.seat === seat ? null : event.seat;
      if (event.event === 'turn-began') {
        if (event.seat === seat && others) return null;
        others ||= event.seat !== seat;
      }
    }
  }
  return null;
}
