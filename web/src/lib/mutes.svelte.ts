// Whose lines of chat this browser does not show; the marks of authors are others at every table.
import type { ChatLine, TableInfo } from '../generated/protocol';
import { store, stored } from './settings.svelte';

const place = 'alhambra.mutes';
/** Older ones are forgotten; their tables are long over. */
const KEPT = 200;

const own: { authors: string[] } = $state(stored(place, { authors: [] }));

/** Whether somebody's lines are hidden, by this reader or by the host. */
export function isMuted(table: Pick<TableInfo, 'muted'>, author: string): boolean {
  return author !== '' && (own.authors.includes(author) || table.muted.includes(author));
}

/** Hides somebody's lines here, or shows them again. */
export function muteHere(author: string, muted: boolean): void {
  const others = own.authors.filter((it) => it !== author);
  own.authors = muted ? [...others, author].slice(-KEPT) : others;
  store(place, own);
}

/** The lines that are shown, and those whose lines are not. */
export function heard(table: Pick<TableInfo, 'muted'>, chat: ChatLine[]): { lines: ChatLine[]; hidden: ChatLine[] } {
  const hidden = new Map<string, ChatLine>();
  for (const line of chat) if (isMuted(table, line.author)) hidden.set(line.author, line);
  return { lines: chat.filter((it) => !isMuted(table, it.author)), hidden: [...hidden.values()] };
}
