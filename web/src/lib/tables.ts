// The lists of tables: which ones wait for players, which ones can be watched, and what is said of each.
import type { Pace, Ruleset, TableLine } from '../generated/protocol';
import { t } from '../i18n/index.svelte';
import { nameOf } from './players';

/** How many seats are free. */
export const freeSeats = ({ seats }: TableLine): number => seats.filter(({ occupant }) => occupant === 'nobody').length;

/** Tables of others with a free seat: those that need the fewest first, then the latest. */
export const waiting = (open: TableLine[]): TableLine[] =>
  open
    .filter((line) => line.status === 'gathering' && !line.seated && freeSeats(line) > 0)
    .sort((a, b) => freeSeats(a) - freeSeats(b) || b.changed_at - a.changed_at);

/** Games of others that are being played. */
export const running = (open: TableLine[]): TableLine[] =>
  open.filter((line) => line.status === 'playing' && !line.seated);

/** The names of those who sit there. */
export const namesAt = ({ seats }: TableLine): string[] =>
  seats.flatMap((seat) => (seat.occupant === 'nobody' ? [] : [seat.name]));

/** The person whose table it is: the first one there. */
export const hostOf = ({ seats }: TableLine): string => {
  const host = seats.find(({ occupant }) => occupant === 'person');
  return host && host.occupant !== 'nobody' ? host.name : '';
};

/** How fast a game is: nobody sits there and waits where a decision may take hours. */
export const speedOf = (pace: Pace): 'live' | 'slow' =>
  pace.pace === 'per-move' && pace.seconds > 3600 ? 'slow' : 'live';

/** How much time there is, in a few words. */
export function paceWords(pace: Pace): string {
  if (pace.pace === 'unlimited') return t.lobby.paceNone;
  if (pace.pace === 'per-move') return t.lobby.paceMove(pace.seconds);
  return t.lobby.paceBank(Math.round(pace.seconds / 60), pace.increment);
}

/** What was agreed on beside game and modules: Granada's scoring, and when the combined game ends. */
export function agreedOn({ game, scoring, ending }: Ruleset): string[] {
  return [
    ...(scoring === 'simplified' ? [t.game.agreed.simplified] : []),
    ...(game === 'both' ? [t.game.agreed.endings[ending]] : []),
  ];
}

/** What is played there and how fast. */
export function factsOf({ settings: { ruleset, pace }, continued }: TableLine): string {
  const facts = t.tables.facts(t.game.games[ruleset.game], ruleset.modules.length, paceWords(pace));
  return continued == null ? facts : `${facts}, ${t.tables.continued}`;
}

/** What a game of one's own waits for. */
export function newsOf(line: TableLine): string {
  if (line.status === 'gathering') return t.start.waiting;
  if (line.status === 'paused') return t.start.paused;
  if (line.your_turn) return t.start.yourTurn;
  const seat = line.to_act;
  return t.start.thinking(nameOf(seat === null || seat === undefined ? undefined : line.seats[seat], '…'));
}
