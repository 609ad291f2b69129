// Initials and colours that tell players apart.
import { expect, it } from 'vitest';

import { wear } from './colours.svelte';
import { colourOf, initials } from './players';

it('takes a second letter only where it is needed', () => {
  expect(initials(['Amina', 'Yusuf', 'Beatriz'])).toEqual(['A', 'Y', 'B']);
  expect(initials(['Amina', 'Adam', 'Zahra'])).toEqual(['Am', 'Ad', 'Z']);
  expect(initials(['ana', 'Alba', ''])).toEqual(['An', 'Al', '?']);
  expect(initials(['A', 'Adam'])).toEqual(['A', 'Ad']);
  expect(initials(['Amina', 'Amina 2', 'Amina 3'])).toEqual(['Aa', 'A2', 'A3']);
});

it('gives every seat its own colour', () => {
  expect(new Set([0, 1, 2, 3, 4, 5, 'dirk' as const].map(colourOf)).size).toBe(7);
});

it('shows the colours that people chose', () => {
  wear([{ occupant: 'person', name: 'Amina', colour: 'slate' }, { occupant: 'nobody' }]);
  expect([0, 1, 2].map(colourOf)).toEqual(['p6', 'p1', 'p4']);
  wear([]);
  expect(colourOf(0)).toBe('p2');
});
