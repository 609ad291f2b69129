// Tables that live in this browser: which ones they are, and whether there can be any.
import type { NewTable } from '../generated/protocol';

/** Whether a table lives in this browser; no code of a server has a hyphen. */
export const isHere = (id: string): boolean => id.startsWith('here-');

/** Whether this client was built with the game inside, and the browser can run it. */
export const playsHere = (): boolean =>
  __WITH_GAME__ && 'Worker' in globalThis && 'indexedDB' in globalThis && 'locks' in navigator;

/** Whether everybody at a table like this sits at this device. */
export const staysHere = ({ seats, settings }: NewTable): boolean =>
  settings.visibility === 'link' && seats.every(({ seat }) => seat !== 'open');
