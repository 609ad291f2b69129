// Players as the eye knows them: a colour and initials that tell them apart.
import type { Colour, Occupant } from '../generated/protocol';
import { wornBy } from './colours.svelte';

const tokens: Record<Colour, string> = {
  teal: 'p2',
  red: 'p1',
  violet: 'p4',
  saffron: 'p3',
  olive: 'p5',
  slate: 'p6',
};

/** The token of a colour. */
export const tokenOf = (colour: Colour): string => tokens[colour];

/** The token of a seat's colour at the table that is shown; Dirk has no seat. */
export const colourOf = (seat: number | 'dirk'): string => (seat === 'dirk' ? 'pd' : tokens[wornBy(seat)]);

/** One letter for each name, two where one is not enough: the first with the second, or else with the last. */
export function initials(names: string[]): string[] {
  const letters = names.map((name) => [...name.trim()]);
  const first = letters.map((word) => word[0]?.toLocaleUpperCase() ?? '?');
  const isAlone = (all: string[], i: number) => all.every((other, j) => j === i || other !== all[i]);
  const second = letters.map((word, i) => (first[i] ?? '') + (word[1] ?? ''));
  const last = letters.map((word, i) => (first[i] ?? '') + (word.length > 1 ? (word.at(-1) ?? '') : ''));
  return first.map((letter, i) => {
    if (isAlone(first, i)) return letter;
    return (isAlone(second, i) ? second[i] : last[i]) ?? letter;
  });
}

/** The name of whoever sits there. */
export const nameOf = (occupant: Occupant | undefined, nobody: string): string =>
  !occupant || occupant.occupant === 'nobody' ? nobody : occupant.name;
