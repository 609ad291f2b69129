// The tables of this browser, and everything that a server would answer about them.
import type {
  Entry,
  FinishedGame,
  Hint,
  Info,
  Moment,
  NewTable,
  Problem,
  Review,
  TableInfo,
} from '../generated/protocol';
import type { Game } from './game';
import { Keeper, PERSON, type Told, type Visitor } from './keeper';
import type { Minds } from './minds';
import type { Meta, Shelf } from './shelf';

/** From where a game is seen. */
type Eyes = 'open' | 'spectator' | number;

/** What somebody says who looks at a table. */
export type Says = { say: string } | { take: true } | { leave: true };

/** Somebody who wants to look at a table. */
export interface Arrival {
  name: string;
  /** The latest line that was seen before. */
  seen: number | null;
}

/** What is held of a table while it is open: nobody else of this browser has it. */
interface Hold {
  keeper: Keeper;
  release: () => void;
}

/** A review as far as it is, or why there is none. */
interface Reviewed {
  review?: Review;
  problem?: unknown;
}

/** So many reviews are remembered. */
const REMEMBERED = 8;

const missing = (): Problem => ({ code: 'not-found', message: 'there is no such table in this browser' });
const lockOf = (id: string): string => `alhambra ${id}`;

export class House {
  readonly #game: () => Promise<Game>;
  readonly #shelf: Shelf;
  readonly #minds: Minds;
  readonly #locks: LockManager;
  readonly #broke: (error: unknown) => void;
  readonly #open = new Map<string, Promise<Hold | undefined>>();
  readonly #reviews = new Map<string, Reviewed>();
  #nVisits = 0;

  constructor(
    game: () => Promise<Game>,
    shelf: Shelf,
    minds: Minds,
    locks: LockManager,
    broke: (error: unknown) => void,
  ) {
    this.#game = game;
    this.#shelf = shelf;
    this.#minds = minds;
    this.#locks = locks;
    this.#broke = broke;
    void shelf.tidy(Date.now()).catch(() => undefined);
  }

  /** Whether anybody is there. */
  ping(): void {}

  async info(): Promise<Info> {
    return this.#ask((game) => game.playable());
  }

  /** A friendly name for somebody new. */
  async guest(languages: string): Promise<string> {
    return (await this.#game()).guest(languages);
  }

  /** A name as it may be shown. */
  async name(text: string): Promise<string> {
    const game = await this.#game();
    return this.#tried(() => game.name(text));
  }

  /** Opens a table, and starts it if that is wished. */
  async open(wish: NewTable, name: string): Promise<TableInfo> {
    const meta = await this.#ask<Meta>((game) => game.open(JSON.stringify(wish), PERSON, name, Date.now()));
    await this.#shelf.keep(meta.id, [{ store: 'table', table: meta }], () => {
      throw new Error('a new table has no result');
    });
    const hold = await this.#hold(meta.id);
    if (!hold) throw missing();
    if (wish.start) await hold.keeper.starts();
    const info = JSON.parse(hold.keeper.info) as TableInfo;
    await this.#leave(meta.id);
    return info;
  }

  /** A table as it is stored. */
  async table(id: string): Promise<TableInfo> {
    const held = await this.#open.get(id);
    if (held) return JSON.parse(held.keeper.info) as TableInfo;
    const { meta, lines } = await this.#read(id);
    const game = await this.#game();
    return this.#tried(() => {
      const table = new game.Local(JSON.stringify(meta), JSON.stringify(lines), performance.now(), Date.now());
      try {
        return JSON.parse(table.info(PERSON)) as TableInfo;
      } finally {
        table.free();
      }
    });
  }

  /** The record of a game so far; of one that goes on, it tells what is hidden. */
  async record(id: string): Promise<string> {
    const { meta, lines } = await this.#read(id);
    const game = await this.#game();
    return this.#tried(() => game.record(JSON.stringify(meta), JSON.stringify(lines)));
  }

  async entries(id: string, as: Eyes): Promise<Entry[]> {
    return this.replayEntries(await this.#over(id), as);
  }

  async moment(id: string, n: number, as: Eyes): Promise<Moment> {
    return this.replayMoment(await this.#over(id), n, as);
  }

  async hint(id: string, n: number, tries: number): Promise<Hint> {
    return this.replayHint(await this.#over(id), n, tries);
  }

  async review(id: string): Promise<Review> {
    return this.replayReview(await this.#over(id));
  }

  async replayEntries(record: string, as: Eyes): Promise<Entry[]> {
    return this.#ask((game) => game.record_entries(record, `${as}`));
  }

  async replayMoment(record: string, n: number, as: Eyes): Promise<Moment> {
    return this.#ask((game) => game.moment(record, n, `${as}`));
  }

  async replayHint(record: string, n: number, tries: number): Promise<Hint> {
    const hint = await this.#minds.advice(record, n, tries).catch((error: unknown) => {
      throw problemOf(error) ?? error;
    });
    return JSON.parse(hint) as Hint;
  }

  /** A review as far as it is; whoever wants all of it asks again. */
  async replayReview(record: string): Promise<Review> {
    const known = this.#reviews.get(record);
    if (known?.problem !== undefined) throw known.problem;
    if (known?.review) return known.review;
    const reviewed: Reviewed = known ?? {};
    this.#reviews.set(record, reviewed);
    for (const old of [...this.#reviews.keys()].slice(0, -REMEMBERED)) this.#reviews.delete(old);
    return new Promise((found, failed) => {
      const told = (text: string) => {
        const review = JSON.parse(text) as Review;
        reviewed.review = review;
        found(review);
        return review.moments.length < review.n_moments && this.#reviews.get(record) === reviewed;
      };
      this.#minds.review(record, told).catch((error: unknown) => {
        // What the game refuses it always refuses; a worker that died is replaced at the next question.
        if (typeof error === 'string') reviewed.problem = problemOf(error);
        else this.#reviews.delete(record);
        failed(problemOf(error) ?? error);
      });
    });
  }

  /** Lets somebody look at a table, who is told of it through this port. */
  connect(id: string, { name, seen }: Arrival, port: MessagePort): void {
    const visit = ++this.#nVisits;
    const visitor: Visitor = { visit, name, seen };
    const told = (it: Told) => port.postMessage(it);
    const gone = new AbortController();
    const come = async (steal: boolean): Promise<void> => {
      try {
        const hold = await this.#hold(id, steal);
        if (gone.signal.aborted) return await this.#leave(id);
        if (hold) return hold.keeper.comes(visitor, told);
        told({ line: 'elsewhere' });
        // The other window may be closed: then it is our turn.
        await this.#locks.request(lockOf(id), { signal: gone.signal }, () => undefined);
        await come(false);
      } catch {
        if (!gone.signal.aborted) told({ line: 'lost' });
      }
    };
    port.onmessage = ({ data }: MessageEvent<Says>) => {
      if ('leave' in data) {
        gone.abort();
        port.close();
        void this.#leave(id, visit);
      } else if ('take' in data) void come(true);
      else void this.#open.get(id)?.then((hold) => hold?.keeper.asks(visit, data.say));
    };
    void come(false);
  }

  /** Opens a table for this window, unless another one has it. */
  #hold(id: string, steal = false): Promise<Hold | undefined> {
    const known = this.#open.get(id);
    if (known) return known;
    const held = this.#take(id, steal);
    this.#open.set(id, held);
    held.then(
      (hold) => hold || this.#open.delete(id),
      () => this.#open.delete(id),
    );
    return held;
  }

  async #take(id: string, steal: boolean): Promise<Hold | undefined> {
    const game = await this.#game();
    const release = await this.#lock(id, steal);
    if (!release) return undefined;
    try {
      const { meta, lines } = await this.#read(id);
      const around = {
        shelf: this.#shelf,
        minds: this.#minds,
        finished: (meta: Meta, result: string) =>
          JSON.parse(game.finished(JSON.stringify(meta), result, PERSON)) as FinishedGame,
        broke: this.#broke,
      };
      const table = this.#tried(
        () => new game.Local(JSON.stringify(meta), JSON.stringify(lines), performance.now(), Date.now()),
      );
      return { keeper: new Keeper(id, table, meta, lines, around), release };
    } catch (error) {
      release();
      throw error;
    }
  }

  /** Locks a table for this window; what is returned unlocks it. */
  #lock(id: string, steal: boolean): Promise<(() => void) | undefined> {
    return new Promise((locked, failed) => {
      this.#locks
        .request(lockOf(id), steal ? { steal } : { ifAvailable: true }, (lock) => {
          if (!lock) return locked(undefined);
          return new Promise<void>((release) => locked(release));
        })
        .catch((error: unknown) => {
          failed(error instanceof Error ? error : new Error('no lock'));
          // Somebody plays on in another window.
          const held = this.#open.get(id);
          this.#open.delete(id);
          held?.then((hold) => hold?.keeper.close('elsewhere')).catch(() => undefined);
        });
    });
  }

  /** Closes a table where nobody looks any more. */
  async #leave(id: string, visit?: number): Promise<void> {
    const opened = this.#open.get(id);
    const hold = await opened?.catch(() => undefined);
    if (!hold) return;
    if (visit !== undefined) hold.keeper.leaves(visit);
    if (!hold.keeper.isDeserted || this.#open.get(id) !== opened) return;
    this.#open.delete(id);
    await hold.keeper.close();
    hold.release();
  }

  async #read(id: string) {
    const found = await this.#shelf.read(id);
    if (!found) throw missing();
    return found;
  }

  /** The record of a game that is over: of another one, nobody may see what is hidden. */
  async #over(id: string): Promise<string> {
    if (!(await this.#shelf.game(id))) throw missing();
    return this.record(id);
  }

  async #ask<T>(ask: (game: Game) => string): Promise<T> {
    const game = await this.#game();
    return JSON.parse(this.#tried(() => ask(game))) as T;
  }

  /** What the game refuses is a problem of the protocol; everything else is a mistake of ours, after which nothing is trusted. */
  #tried<T>(ask: () => T): T {
    try {
      return ask();
    } catch (error) {
      const problem = problemOf(error);
      if (!problem) this.#broke(error);
      throw problem ?? error;
    }
  }
}

/** What the game has thrown, if it was a refusal. */
const problemOf = (error: unknown): Problem | undefined =>
  typeof error === 'string' ? (JSON.parse(error) as Problem) : undefined;
