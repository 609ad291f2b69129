// Friends join a game of this browser: it moves to the server from where it stands.
import type { NewTable, SeatPlan, TableInfo } from '../generated/protocol';
import { api } from './api';
import { go } from './router.svelte';

/** More actions than any record has: all of them. */
const ALL = 2 ** 32 - 1;

/** The wish for a table on the server where a game goes on, everybody on the seat that they have. */
export function continuing({ settings, seats }: TableInfo, record: string | undefined): NewTable {
  const plan = ({ occupant }: TableInfo['seats'][number]): SeatPlan => {
    switch (occupant.occupant) {
      case 'nobody':
        return { seat: 'open' };
      case 'person':
        return { seat: 'me', name: occupant.name, colour: occupant.colour };
      case 'bot':
        return { seat: 'bot', level: occupant.level };
    }
  };
  return {
    settings: { ...settings, fixed_seats: true },
    seats: seats.map(plan),
    start: false,
    from: record === undefined ? null : [record, ALL],
    lesson: false,
  };
}

/** Moves a game to the server and goes there; on the way from here it leads there, too. */
export async function invite(id: string): Promise<void> {
  const table = await api.table(id);
  const record = table.status === 'gathering' ? undefined : await api.record(id);
  const moved = await api.open(continuing(table, record));
  await api.moved(id, moved.id);
  go(`/t/${moved.id}`);
}
