// The colours at the table that is shown, by seat; where nothing was chosen, the seats have their own.
import type { Colour, Occupant } from '../generated/protocol';

/** All colours, in the order of the seats that wear them unless something else was chosen. */
export const colours: Colour[] = ['teal', 'red', 'violet', 'saffron', 'olive', 'slate'];

/** The colour of somebody on a seat. */
export const colourAt = (occupant: Occupant | undefined, seat: number): Colour =>
  (occupant && occupant.occupant !== 'nobody' ? occupant.colour : undefined) ?? colours[seat] ?? 'slate';

const worn: { by: Colour[] } = $state({ by: [] });

/** The colour that a seat wears at the table that is shown. */
export const wornBy = (seat: number): Colour => worn.by[seat] ?? colours[seat] ?? 'slate';

/** From now on, seats wear the colours of these people; with nobody, their own again. */
export function wear(occupants: Occupant[]): void {
  worn.by = occupants.map(colourAt);
}
