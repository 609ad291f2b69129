// The visitor: the name that others see, the colour they like, and whether they were ever asked.
import type { Colour } from '../generated/protocol';
import { api } from './api';
import { store, stored } from './settings.svelte';

interface Known {
  /** Whether the question for a name was answered or skipped. */
  asked: boolean;
  colour: Colour | null;
  /** The names and colours of those who played on this device last, after the visitor. */
  company: { name: string; colour: Colour | null }[];
}

const place = 'alhambra.name';

export const me: Known & { name: string } = $state({
  name: '',
  ...stored<Known>(place, { asked: false, colour: null, company: [] }),
});

/** Asks the server for the name. */
export async function meet(): Promise<void> {
  me.name = (await api.me()).name;
}

/** Remembers something about the visitor in this browser. */
export function know(some: Partial<Known>): void {
  Object.assign(me, some);
  const { asked, colour, company } = $state.snapshot(me);
  store(place, { asked, colour, company });
}

/** Has the visitor called something else everywhere from now on. */
export async function rename(name: string): Promise<void> {
  me.name = (await api.rename(name)).name;
}
