// Notices come only to those who asked for them and look elsewhere.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { change } from '../lib/settings.svelte';
import { notify } from './notice';

const told: string[] = [];
class Told {
  static permission = 'granted';
  onclick: (() => void) | null = null;
  constructor(title: string) {
    told.push(title);
  }
  close(): void {
    told.pop();
  }
}
let hidden = true;
beforeEach(() => {
  told.length = 0;
  hidden = true;
  Told.permission = 'granted';
  vi.stubGlobal('Notification', Told);
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden);
  change({ notifications: true });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  change({ notifications: false });
});

test('whoever looks elsewhere is told', () => {
  notify('Your turn', 'Alhambra', 'abc');
  expect(told).toEqual(['Your turn']);
});

test('nobody is told who sees the table, did not ask, or does not allow it', () => {
  hidden = false;
  notify('Your turn', 'Alhambra', 'abc');
  hidden = true;
  Told.permission = 'denied';
  notify('Your turn', 'Alhambra', 'abc');
  Told.permission = 'granted';
  change({ notifications: false });
  notify('Your turn', 'Alhambra', 'abc');
  expect(told).toEqual([]);
});
