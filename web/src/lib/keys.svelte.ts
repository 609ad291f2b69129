// The keyboard: what each key does, and keys that a person chose instead.
import { change, settings } from './settings.svelte';

/** The usual keys, by what they do. */
export const usualKeys = {
  market1: '1',
  market2: '2',
  market3: '3',
  market4: '4',
  money1: '5',
  money2: '6',
  money3: '7',
  money4: '8',
  redesign: 'r',
  primary: 'Enter',
  undo: 'z',
  back: 'Escape',
  hint: 'h',
  flip: 'f',
  dirk: 'd',
  reserve: 'b',
  vizier: 'v',
  pass: 'p',
  turningPoint: 'n',
  search: '/',
  fit: '0',
  zoomIn: '+',
  zoomOut: '-',
  log: 'l',
  neighbours: 'i',
  asText: 't',
  sound: 'm',
  keys: '?',
} as const;

/** Something that a key does. */
export type Command = keyof typeof usualKeys;

/** The key for a command. */
export const keyOf = (command: Command): string => settings.keys[command] ?? usualKeys[command];

/** The key for a command as it stands on a key cap. */
export function capOf(command: Command): string {
  const key = keyOf(command);
  return key === 'Enter' ? '↵' : key === 'Escape' ? 'Esc' : key.length === 1 ? key.toUpperCase() : key;
}

/** What a pressed key does, unless somebody is writing. */
export function commandOf(event: KeyboardEvent): Command | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target)) return undefined;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  return (Object.keys(usualKeys) as Command[]).find((command) => keyOf(command) === key);
}

/** Gives a command another key; whoever had that key gets the old one. */
export function remap(command: Command, key: string): void {
  const keys = { ...settings.keys };
  const other = (Object.keys(usualKeys) as Command[]).find((c) => c !== command && keyOf(c) === key);
  if (other) keys[other] = keyOf(command);
  keys[command] = key;
  change({ keys });
}

function isWriting(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
    return true;
  return (
    target instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'range', 'submit'].includes(target.type)
  );
}
