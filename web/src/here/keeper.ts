// Keeps one table of this browser: what is said to it goes into the game, what comes out is stored first and told then.
import type { TableLine } from '../generated/protocol';
import type { Minds } from './minds';
import { type LogLine, type Meta, OvertakenError, type Shelf, type Stored } from './shelf';

/** A table as the game drives it: everything is JSON, as `crates/wasm` says. */
export interface Driven {
  info(person: string): string;
  line(person: string, timeOfDay: number): string;
  take(happening: string, now: number, timeOfDay: number): string;
  stored(): string;
  not_stored(): string;
  free(): void;
}

/** What has come of what was said so far. */
interface Outcome {
  store: Stored[];
  letters: { visit: number; message: string }[];
  task: { seq: number; kind: string; iterations: number | null } | null;
  hints: { visit: number; seat: number; seq: number }[];
  due: number | null;
}

/** Somebody who looks at the table. */
export interface Visitor {
  visit: number;
  name: string;
  seen: number | null;
}

/** What a visitor is told: a message of the protocol, or how the line is. */
export type Told = { letter: string } | { line: 'open' | 'elsewhere' | 'lost' };

/** What a table needs around it. */
export interface Around {
  shelf: Shelf;
  minds: Minds;
  /** What came of a game, as it is stored. */
  finished: (meta: Meta, result: string) => ReturnType<Parameters<Shelf['keep']>[2]>;
  /** Something went wrong that nobody can make good: the game inside is not to be trusted any more. */
  broke: (error: unknown) => void;
}

/** Everybody at a table of this browser is the same person: whoever holds the device. */
export const PERSON = 'here';

/** When a bot tries again whose move could not be stored, in milliseconds. */
const AGAIN = 5000;

export class Keeper {
  readonly id: string;
  readonly #game: Driven;
  readonly #around: Around;
  #meta: Meta;
  readonly #lines: LogLine[];
  readonly #visitors = new Map<number, (told: Told) => void>();
  #storing = false;
  #closed = false;
  /** After which line a bot was asked. */
  #asked: number | undefined;
  /** The hints that are being thought of. */
  readonly #hinting = new Set<string>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Ends when everything that was said has been stored. */
  #quiet: Promise<void> = Promise.resolve();

  constructor(id: string, game: Driven, meta: Meta, lines: LogLine[], around: Around) {
    this.id = id;
    this.#game = game;
    this.#meta = meta;
    this.#lines = lines;
    this.#around = around;
  }

  get info(): string {
    return this.#game.info(PERSON);
  }

  get isDeserted(): boolean {
    return this.#visitors.size === 0;
  }

  /** Lets somebody in. */
  comes({ visit, name, seen }: Visitor, told: (told: Told) => void): void {
    this.#visitors.set(visit, told);
    told({ line: 'open' });
    this.#take({ happens: 'comes', visit, person: PERSON, name, seen, news: true });
  }

  /** Somebody has gone. */
  leaves(visit: number): void {
    if (this.#visitors.delete(visit)) this.#take({ happens: 'leaves', visit });
  }

  /** A visitor says something. */
  asks(visit: number, message: string): void {
    this.#take({ happens: 'asks', visit, message });
  }

  /** Starts the game, and comes back when that is stored. */
  async starts(): Promise<void> {
    this.#take({ happens: 'starts' });
    await this.#quiet;
  }

  /** Nobody needs the table any more; what is being stored is stored. */
  async close(line?: 'elsewhere' | 'lost'): Promise<void> {
    if (line) this.#tell({ line });
    await this.#quiet;
    if (this.#closed) return;
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#visitors.clear();
    this.#game.free();
  }

  #tell(told: Told): void {
    for (const tell of this.#visitors.values()) tell(told);
  }

  #take(happening: object): void {
    this.#go(() => this.#game.take(JSON.stringify(happening), performance.now(), Date.now()));
  }

  /** Has the game go on, and does what comes of it. */
  #go(on: () => string): void {
    if (this.#closed) return;
    try {
      this.#follow(JSON.parse(on()) as Outcome);
    } catch (error) {
      this.#around.broke(error);
    }
  }

  #follow({ store, letters, task, hints, due }: Outcome): void {
    for (const { visit, message } of letters) this.#visitors.get(visit)?.({ letter: message });
    // What is said while something is being stored waits inside, and what is to be stored is handed out once more.
    if (this.#storing) return;
    if (store.length > 0) {
      this.#quiet = this.#store(store);
      return;
    }
    if (task && task.seq !== this.#asked) void this.#think(task);
    for (const hint of hints) void this.#advise(hint);
    clearTimeout(this.#timer);
    if (due !== null) this.#tickAt(due - performance.now());
  }

  #tickAt(wait: number): void {
    this.#timer = setTimeout(() => this.#take({ happens: 'ticks' }), Math.max(0, wait));
  }

  async #store(stored: Stored[]): Promise<void> {
    this.#storing = true;
    let error: unknown;
    try {
      await this.#around.shelf.keep(this.id, stored, (result) => this.#around.finished(this.#meta, result));
    } catch (reason) {
      error = reason;
    }
    this.#storing = false;
    if (error instanceof OvertakenError) {
      // Another window has played on: what is in memory here is not how the game went.
      void this.close('lost');
      return;
    }
    if (error === undefined) {
      for (const it of stored) {
        if (it.store === 'line') this.#lines.push(it.line);
        if (it.store === 'table' && it.table.id === this.id) this.#meta = it.table;
      }
      this.#go(() => this.#game.stored());
      await this.#list();
    } else {
      this.#go(() => this.#game.not_stored());
      this.#asked = undefined;
      if (!this.#closed) this.#tickAt(AGAIN);
    }
    // What waited meanwhile may have to be stored, too.
    if (this.#storing) await this.#quiet;
  }

  /** Notes how the table looks now; a list that is a move behind after a crash is no harm. */
  async #list(): Promise<void> {
    if (this.#closed || this.#meta.lesson !== null) return;
    const line = JSON.parse(this.#game.line(PERSON, Date.now())) as TableLine;
    await this.#around.shelf.list(this.id, { line }).catch(() => undefined);
  }

  async #think({ seq, kind, iterations }: NonNullable<Outcome['task']>): Promise<void> {
    this.#asked = seq;
    const action = await this.#around.minds.think(this.#meta, this.#lines, kind, iterations).catch(() => undefined);
    if (action !== undefined) this.#take({ happens: 'decided', seq, action });
    else if (this.#asked === seq) {
      // Nobody could think: the next tick asks again.
      this.#asked = undefined;
      if (!this.#closed) this.#tickAt(AGAIN);
    }
  }

  async #advise({ visit, seat, seq }: Outcome['hints'][number]): Promise<void> {
    const key = `${visit} ${seat} ${seq}`;
    if (this.#hinting.has(key)) return;
    this.#hinting.add(key);
    const hint = await this.#around.minds.advise(this.#meta, this.#lines).catch(() => undefined);
    this.#hinting.delete(key);
    if (hint !== undefined) this.#take({ happens: 'advised', visit, seat, seq, hint });
    // The next tick asks again.
    else if (!this.#closed) this.#tickAt(AGAIN);
  }
}
