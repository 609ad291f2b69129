// Whose lines are shown.
import { expect, it } from 'vitest';

import { heard, muteHere } from './mutes.svelte';

const line = (author: string, text: string) => ({ author, text, name: author, seat: null, at: 0 });
const chat = [line('a', 'one'), line('b', 'two'), line('a', 'three'), line('', 'from before there were authors')];

it('hides whom the reader or the host has muted', () => {
  expect(heard({ muted: [] }, chat).lines).toHaveLength(4);
  muteHere('a', true);
  expect(heard({ muted: [] }, chat).lines.map((it) => it.text)).toEqual(['two', 'from before there were authors']);
  expect(heard({ muted: ['b'] }, chat).hidden.map((it) => it.name)).toEqual(['a', 'b']);
  muteHere('a', false);
  expect(heard({ muted: [] }, chat).hidden).toEqual([]);
});
