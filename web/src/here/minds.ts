// Those who think for the bots of this browser: workers of their own, so that neither a table nor the page ever waits.
import type { Remote } from 'comlink';

import type { Mind } from './mind';
import type { LogLine, Meta } from './shelf';

/** A worker that thinks, and the end of it. */
export interface Thinker {
  mind: Remote<Mind>;
  /** Fails if the worker dies. */
  died: Promise<never>;
  end: () => void;
}

type Work<T> = (mind: Remote<Mind>) => Promise<T>;

/** Whoever takes longer than this hangs: the strongest level takes seconds, and a slow phone a few times that. */
const LONGEST = 90_000;

/** How many think at once: one processor is left to the page, and more than three are never busy. */
const seats = (processors: number): number => Math.min(Math.max(processors - 1, 1), 3);

export class Minds {
  readonly #spawn: () => Thinker;
  readonly #most: number;
  readonly #longest: number;
  readonly #idle: Thinker[] = [];
  readonly #waiting: ((thinker: Thinker) => void)[] = [];
  #n = 0;

  constructor(spawn: () => Thinker, processors: number, longest = LONGEST) {
    this.#spawn = spawn;
    this.#most = seats(processors);
    this.#longest = longest;
  }

  /** What a bot does; one that twice finds nothing plays like a beginner who doesn't think ahead. */
  async think(meta: Meta, lines: LogLine[], kind: string, iterations: number | null): Promise<string> {
    const [table, log] = [JSON.stringify(meta), JSON.stringify(lines)];
    const ask = (level: string) => this.#ask((mind) => mind.think(table, log, level, iterations ?? undefined));
    return ask(kind)
      .catch(() => ask(kind))
      .catch(() => ask('greedy'));
  }

  /** What whoever has to decide could do. */
  async advise(meta: Meta, lines: LogLine[]): Promise<string> {
    const [table, log] = [JSON.stringify(meta), JSON.stringify(lines)];
    return this.#ask((mind) => mind.advise(table, log));
  }

  /** What could have been done after so many actions of a record. */
  async advice(record: string, n: number, tries: number): Promise<string> {
    return this.#ask((mind) => mind.advice(record, n, tries));
  }

  /** Reviews a record turn by turn, with a worker of its own that nobody waits for. */
  async review(record: string, told: (review: string) => boolean): Promise<void> {
    const thinker = this.#spawn();
    try {
      const within = <T>(work: Promise<T>) => this.#within(thinker, work);
      let isGoingOn = told(await within(thinker.mind.review(record)));
      while (isGoingOn) isGoingOn = told(await within(thinker.mind.nextTurn()));
    } finally {
      thinker.end();
    }
  }

  async #ask<T>(work: Work<T>): Promise<T> {
    const thinker = await this.#free();
    try {
      const answer = await this.#within(thinker, work(thinker.mind));
      this.#release(thinker);
      return answer;
    } catch (error) {
      // What the game refuses is an answer, too; whoever died or hangs is replaced.
      if (typeof error === 'string') this.#release(thinker);
      else {
        thinker.end();
        this.#n -= 1;
        const next = this.#waiting.shift();
        if (next) next(this.#hire());
      }
      throw error;
    }
  }

  #within<T>(thinker: Thinker, work: Promise<T>): Promise<T> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, failed) => {
      timer = setTimeout(() => failed(new Error('it takes too long')), this.#longest);
    });
    return Promise.race([work, thinker.died, late]).finally(() => clearTimeout(timer));
  }

  #hire(): Thinker {
    this.#n += 1;
    return this.#spawn();
  }

  #free(): Promise<Thinker> {
    const idle = this.#idle.pop();
    if (idle) return Promise.resolve(idle);
    if (this.#n < this.#most) return Promise.resolve(this.#hire());
    return new Promise((found) => this.#waiting.push(found));
  }

  #release(thinker: Thinker): void {
    const next = this.#waiting.shift();
    if (next) next(thinker);
    else this.#idle.push(thinker);
  }
}
