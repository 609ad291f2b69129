// Short notes that come and go, one at a time.
import type { Explanation } from '../rules/citations';
import { announce } from './announcer.svelte';

export interface Toast extends Explanation {
  tone: 'plain' | 'danger';
}

/** The note that is shown, and whether a board shows it: it stands there above the palace, elsewhere at the foot of the page. */
export const notes: { shown: Toast | null; boards: number } = $state({ shown: null, boards: 0 });

/** How long a note can be read. */
const STAY = 4000;
let leaving: ReturnType<typeof setTimeout> | undefined;

/** Shows a note for a few seconds; it takes the place of an earlier one. */
export function toast(text: string, tone: Toast['tone'] = 'plain', rules: readonly string[] = []): void {
  notes.shown = { text, tone, rules };
  announce(text);
  clearTimeout(leaving);
  leaving = setTimeout(dismiss, STAY);
}

/** Takes the note away. */
export function dismiss(): void {
  clearTimeout(leaving);
  notes.shown = null;
}
