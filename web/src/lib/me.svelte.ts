// The visitor: the name that others see, the colour they like, and whether they were ever asked.
import type { Colour } from '../generated/protocol';
import { api, isUnreachable } from './api';
import { store, stored } from './settings.svelte';

interface Known {
  /** The name, as the server or this browser last knew it. */
  name: string;
  /** Whether the question for a name was answered or skipped. */
  asked: boolean;
  colour: Colour | null;
  /** The names and colours of those who played on this device last, after the visitor. */
  company: { name: string; colour: Colour | null }[];
}

const place = 'alhambra.name';

export const me: Known = $state(stored<Known>(place, { name: '', asked: false, colour: null, company: [] }));

/** Asks the server for the name; where there is none, the last one stays. */
export async function meet(): Promise<void> {
  try {
    know({ name: (await api.me()).name });
  } catch (error) {
    if (!isUnreachable(error)) throw error;
  }
}

/** The name; whoever has none is given one. */
export async function called(guest: () => Promise<string>): Promise<string> {
  if (!me.name) know({ name: await guest() });
  return me.name;
}

/** Remembers something about the visitor in this browser. */
export function know(some: Partial<Known>): void {
  Object.assign(me, some);
  store(place, $state.snapshot(me));
}

/** Has the visitor called something else everywhere from now on. */
export async function rename(name: string): Promise<void> {
  know({ name: (await api.rename(name)).name });
}
