// Which sides of a refused tile are marked.
import { expect, it } from 'vitest';

import { offendingSides } from './offence';

const fountain = { cell: 'o', tile: 'F', edges: '' };
const north = { cell: 'n1', tile: 'T9ne', edges: 'ne' };

it('marks the side where a wall meets an open one, printed or added', () => {
  // West of the tower there is no wall on its side; east of it there is.
  expect(offendingSides(['wall-mismatch'], { tile: 'P8', cell: 'n1e1' }, [north])).toEqual(['w']);
  expect(offendingSides(['wall-mismatch'], { tile: 'P8', cell: 'n1e1', added: 'w' }, [north])).toEqual([]);
  expect(offendingSides(['wall-mismatch'], { tile: 'P8', cell: 'n1w1' }, [north])).toEqual([]);
});

it('marks the walls in the way of whoever comes on foot', () => {
  const tiles = [fountain, north];
  expect(offendingSides(['not-on-foot'], { tile: 'G8sw', cell: 'n1e1' }, tiles)).toEqual(['w']);
});

it('marks what a camp may not touch', () => {
  const open = { cell: 's1', tile: 'G11', edges: '' };
  const beside = { cell: 'e1', tile: 'A9', edges: '' };
  const camp = { tile: 'K5s', cell: 'o' };
  expect(offendingSides(['bastion', 'camp-side'], camp, [open, beside])).toEqual(['e', 's']);
  expect(offendingSides(['bastion'], camp, [open, beside])).toEqual(['s']);
});

it('marks nothing for a reason that speaks of no side', () => {
  expect(offendingSides(['hole'], { tile: 'P8', cell: 'n1e1' }, [north])).toEqual([]);
});
