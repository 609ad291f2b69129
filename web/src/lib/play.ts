// The shortest way to a game: against bots, as it was played last; and tables that start as soon as this browser is there.
import { api } from './api';
import { go } from './router.svelte';
import { startSoon } from './shuffle';
import { newTable, soloWish, type Wish } from './wish';

/** Opens a table against bots and goes there. */
export async function playNow(): Promise<void> {
  await openAndStart(soloWish());
}

/** Opens a table where nobody has to be waited for; it starts once this browser has added its number to the shuffle. */
export async function openAndStart(wish: Wish): Promise<void> {
  const table = await api.open(newTable(wish));
  startSoon(table.id);
  go(`/t/${table.id}`);
}
