// Players as the eye knows them: a colour by seat and initials that tell them apart.
import type { Occupant } from '../generated/protocol';

const colours = ['p2', 'p1', 'p4', 'p3', 'p5', 'p6'] as const;

/** The token of a seat's colour; Dirk has no seat. */
export const colourOf = (seat: number | 'dirk'): string => (seat === 'dirk' ? 'pd' : (colours[seat] ?? 'p6'));

/** One letter for each name, two where one is not enough. */
export function initials(names: string[]): string[] {
  const letters = names.map((name) => [...name.trim().toLocaleUpperCase()]);
  return letters.map((word, i) => {
    const first = word[0] ?? '?';
    const alone = letters.every((other, j) => j === i || other[0] !== first);
    const second = [...(names[i] ?? '').trim()][1];
    return alone || second === undefined ? first : first + second;
  });
}

/** The name of whoever sits there. */
export const nameOf = (occupant: Occupant | undefined, nobody: string): string =>
  !occupant || occupant.occupant === 'nobody' ? nobody : occupant.name;
