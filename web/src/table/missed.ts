// What happened since a player's last turn.
import type { Entry } from '../generated/protocol';

const isAct = (entry: Entry): boolean => entry.took_back === null || entry.took_back === undefined;

/** What the others did after the last act of a seat; nothing before its first one, and nothing that was taken back. */
export function sinceLastAct(entries: readonly Entry[], seat: number): Entry[] {
  const last = entries.findLastIndex((it) => it.seat === seat);
  if (last < 0) return [];
  const back = new Set(entries.map((it) => it.took_back));
  return entries.slice(last + 1).filter((it) => isAct(it) && !back.has(it.seq));
}

/** The own acts of a turn, from its beginning on, without those that were taken back. */
export function actsOfTurn(entries: readonly Entry[], seat: number): Entry[] {
  const began = entries.findLastIndex((it) => it.events.some((e) => e.event === 'turn-began' && e.seat === seat));
  if (began < 0) return [];
  const back = new Set(entries.map((it) => it.took_back));
  return entries.slice(began + 1).filter((it) => it.seat === seat && isAct(it) && !back.has(it.seq));
}
