// A worker that thinks: for bots, for hints, and for reviews.
import { expose } from 'comlink';

import { type Game, wake } from './game';

/** A review under way. */
let reviewing: InstanceType<Game['Reviewing']> | undefined;
let woken: (game: Promise<Game>) => void;
/** Questions may come before the game does. */
const awake = new Promise<Game>((done) => (woken = done));

const mind = {
  /** Gives the worker the game, which whoever made it has compiled already. */
  wakes: (module: WebAssembly.Module): void => woken(wake(module)),
  think: async (table: string, lines: string, kind: string, iterations?: number): Promise<string> =>
    (await awake).think(table, lines, kind, iterations),
  advise: async (table: string, lines: string): Promise<string> => (await awake).advise(table, lines, undefined),
  advice: async (record: string, n: number, tries: number): Promise<string> =>
    (await awake).advice(record, n, tries),
  review: async (record: string): Promise<string> => {
    const { Reviewing } = await awake;
    reviewing?.free();
    reviewing = new Reviewing(record);
    return reviewing.step();
  },
  nextTurn: (): string => {
    if (!reviewing) throw new Error('nothing is being reviewed');
    return reviewing.step();
  },
};

/** What such a worker can be asked. */
export type Mind = typeof mind;

expose(mind);
