// Initials and colours that tell players apart.
import { expect, it } from 'vitest';

import { colourOf, initials } from './players';

it('takes a second letter only where it is needed', () => {
  expect(initials(['Amina', 'Yusuf', 'Beatriz'])).toEqual(['A', 'Y', 'B']);
  expect(initials(['Amina', 'Adam', 'Zahra'])).toEqual(['Am', 'Ad', 'Z']);
  expect(initials(['ana', 'Alba', ''])).toEqual(['An', 'Al', '?']);
  expect(initials(['A', 'Adam'])).toEqual(['A', 'Ad']);
});

it('gives every seat its own colour', () => {
  expect(new Set([0, 1, 2, 3, 4, 5, 'dirk' as const].map(colourOf)).size).toBe(7);
});
