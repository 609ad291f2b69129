// The shortest way to a game: against bots, as it was played last.
import { api } from './api';
import { go } from './router.svelte';
import { newTable, soloWish } from './wish';

/** Opens a table against bots and goes there. */
export async function playNow(): Promise<void> {
  const table = await api.open(newTable(soloWish(), 'now'));
  go(`/t/${table.id}`);
}
