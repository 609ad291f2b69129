import { expect, it } from 'vitest';

import type { Event } from '../generated/protocol';
import { soundOf } from './sounds';

const events = (...names: string[]) => names.map((event) => ({ event }) as Event);

it('sounds once, for what matters most', () => {
  expect(soundOf(events('took', 'turn-began'))).toBe('taken');
  expect(soundOf(events('built', 'scored', 'turn-began'))).toBe('scoring');
  expect(soundOf(events('built', 'scored', 'over'))).toBe('victory');
  expect(soundOf([{ event: 'bought', exact: true } as Event])).toBe('exact');
  expect(soundOf(events('passed'))).toBeNull();
});
