// The shortest way to a game: against bots, as it was played last; and tables that start as soon as this browser is there.
import type { NewTable, TableInfo } from '../generated/protocol';
import { playsHere, staysHere } from '../here/which';
import { api, isUnreachable } from './api';
import { go } from './router.svelte';
import { startSoon } from './shuffle';
import { newTable, soloWish, type Wish } from './wish';

/** Opens a table: in this browser if everybody sits at it, or else on the server. */
export async function open(wish: NewTable): Promise<TableInfo> {
  if (!playsHere() || !staysHere(wish)) return api.open(wish);
  try {
    return await api.openHere(wish);
  } catch (error) {
    // A browser that can't run or store tables still has the server; what is refused is refused everywhere.
    if (!isUnreachable(error)) throw error;
    return api.open(wish);
  }
}

/** Opens a table against bots and goes there. */
export async function playNow(): Promise<void> {
  await openAndStart(soloWish());
}

/** Opens a table where nobody has to be waited for; it starts once this browser has added its number to the shuffle. */
export async function openAndStart(wish: Wish): Promise<void> {
  const table = await open(newTable(wish));
  startSoon(table.id);
  go(`/t/${table.id}`);
}
