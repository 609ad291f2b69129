// News of a game: what an action has changed is put into the update before it.
import type { News, Update } from '../generated/protocol';

/** The update after the news. */
export function renewed(update: Update, news: News): Update {
  const { seq, entry, open, own, prices, options, can_undo, clock } = news;
  const { view } = update;
  return {
    ...update,
    seq,
    entries: [entry],
    view: {
      ...view,
      agenda: open.agenda,
      own: own ?? view.own,
      table: open.table ?? view.table,
      dirk: open.dirk ?? view.dirk,
      players: exchanged(view.players, open.players),
    },
    tallies: exchanged(update.tallies, open.tallies),
    next_scoring: open.next_scoring,
    prices: prices ?? update.prices,
    options,
    can_undo,
    clock,
  };
}

/** The same things with some of them exchanged, by their places. */
function exchanged<T>(all: T[], fresh: [number, T][] = []): T[] {
  const next = [...all];
  for (const [place, thing] of fresh) next[place] = thing;
  return next;
}
