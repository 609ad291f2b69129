// Fair shuffles: the number that this browser adds, and the check of everything after the game (docs/fairness.md).
import type { FinishedGame, TableInfo } from '../generated/protocol';
import { sha256 } from './sha256';
import { store, stored } from './settings.svelte';

const label = 'alhambra-shuffle-1';

/** What this browser remembers of a table: its own number, and what everybody was bound to when it showed it. */
export interface Remembered {
  nonce: string;
  /** The seal of the server when this browser drew its number. */
  seal: string;
  /** What everybody was bound to when this browser showed its number; empty before that. */
  seats: (string | null)[];
}

const place = (table: string): string => `alhambra.shuffle.${table}`;

/** What this browser remembers of a table, if it had a seat there. */
export function remembered(table: string): Remembered | undefined {
  const found = stored<Remembered>(place(table), { nonce: '', seal: '', seats: [] });
  return found.nonce === '' ? undefined : found;
}

const commitmentTo = (table: string, nonce: string): string => sha256(`${label} nonce ${table} ${nonce}`);

function drawn(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** What a browser has to say about the shuffle of a table as it is now. */
export type Due = { ask: 'commit'; seat: number; commitment: string } | { ask: 'reveal'; seat: number; nonce: string };

/** What is to be said now for the seats of this browser; numbers are shown once the server can't change anything. */
export function due(table: TableInfo): Due[] {
  const { shuffle, id, yours, status } = table;
  if (!shuffle || status !== 'gathering' || yours.length === 0) return [];
  let own = remembered(id);
  if (shuffle.revealing) {
    // A server that has changed its mind gets nothing.
    if (!own || own.seal !== shuffle.commitment) return [];
    const { nonce } = own;
    const commitment = commitmentTo(id, nonce);
    store(place(id), { ...own, seats: shuffle.seats });
    return yours
      .filter((seat) => shuffle.seats[seat] === commitment)
      .map((seat) => ({ ask: 'reveal' as const, seat, nonce }));
  }
  if (own?.seal !== shuffle.commitment) {
    own = { nonce: drawn(), seal: shuffle.commitment, seats: [] };
    store(place(id), own);
  }
  const commitment = commitmentTo(id, own.nonce);
  return yours
    .filter((seat) => shuffle.seats[seat] !== commitment)
    .map((seat) => ({ ask: 'commit' as const, seat, commitment }));
}

/** Tables that this browser has opened to start them as soon as it is there. */
const soon = new Set<string>();

/** Lets a table start as soon as this browser is there. */
export function startSoon(table: string): void {
  soon.add(table);
}

/** Whether a table is to be started as soon as this browser is there; said once. */
export const startsSoon = (table: string): boolean => soon.delete(table);

/** The stream of random numbers of a seed: ChaCha with eight rounds. */
export class Stream {
  readonly #key: Uint32Array;
  #counter = 0;
  #words: number[] = [];

  constructor(seed: string) {
    const bytes = Uint8Array.from({ length: 32 }, (_, i) => parseInt(seed.slice(2 * i, 2 * i + 2), 16));
    const data = new DataView(bytes.buffer);
    this.#key = Uint32Array.from({ length: 8 }, (_, i) => data.getUint32(4 * i, true));
  }

  #block(): number[] {
    const first = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574, ...this.#key, this.#counter++, 0, 0, 0];
    const x = Uint32Array.from(first);
    const at = (i: number): number => x[i] ?? 0;
    const mix = (a: number, b: number, c: number, by: number) => {
      x[a] = at(a) + at(b);
      const word = at(c) ^ at(a);
      x[c] = (word << by) | (word >>> (32 - by));
    };
    const turn = (a: number, b: number, c: number, d: number) => {
      mix(a, b, d, 16);
      mix(c, d, b, 12);
      mix(a, b, d, 8);
      mix(c, d, b, 7);
    };
    for (let i = 0; i < 4; i++) {
      for (let k = 0; k < 4; k++) turn(k, 4 + k, 8 + k, 12 + k);
      for (let k = 0; k < 4; k++) turn(k, 4 + ((k + 1) % 4), 8 + ((k + 2) % 4), 12 + ((k + 3) % 4));
    }
    return [...x].map((word, i) => (word + (first[i] ?? 0)) >>> 0);
  }

  /** A number below n. */
  below(n: number): number {
    for (;;) {
      if (this.#words.length === 0) this.#words = this.#block().reverse();
      const product = BigInt(this.#words.pop() ?? 0) * BigInt(n);
      if (Number(product & 0xffffffffn) >= 2 ** 32 % n) return Number(product >> 32n);
    }
  }

  /** Shuffles in place, from the last item down. */
  shuffle<T>(items: T[]): T[] {
    for (let i = items.length - 1; i > 0; i--) {
      const j = this.below(i + 1);
      [items[i], items[j]] = [items[j] as T, items[i] as T];
    }
    return items;
  }
}

/** What came of a step: fine, wrong, or nothing that could be checked. */
export type Verdict = 'ok' | 'wrong' | 'unknown';

/** A finished game and everything that was recomputed of its shuffle. */
export interface Check {
  /** The number that this browser had added, if it had a seat. */
  own: string | undefined;
  /** The seal that follows from the server's number. */
  seal: string;
  /** The seed that follows from all numbers. */
  seed: string;
  sealed: Verdict;
  added: Verdict;
  opened: Verdict;
  seeded: Verdict;
  seated: Verdict;
}

/** Recomputes a shuffle; `own` is what this browser remembers of the table. */
export function check(game: FinishedGame, own: Remembered | undefined): Check | undefined {
  const { proof, id } = game;
  if (!proof) return undefined;
  const { commitment, secret, shares, seating } = proof;
  const bound = shares.every(({ nonce, commitment }) => nonce === null || commitmentTo(id, nonce) === commitment);
  const answered = own === undefined || shares.some(({ nonce }) => nonce === own.nonce);
  const asSeen = !own?.seats.length || own.seats.every((seat, i) => seat === shares[i]?.commitment);
  const seal = sha256(`${label} secret ${id} ${secret}`);
  const seed = sha256([label, 'seed', id, secret, ...shares.map(({ nonce }) => nonce ?? '-')].join(' '));
  const order = new Stream(sha256(`${label} seats ${seed}`)).shuffle(shares.map((_, i) => i));
  const verdict = (fine: boolean): Verdict => (fine ? 'ok' : 'wrong');
  return {
    own: own?.nonce,
    seal,
    seed,
    sealed: verdict(own === undefined || own.seal === commitment),
    added: !bound || !answered || !asSeen ? 'wrong' : shares.some(({ nonce }) => nonce !== null) ? 'ok' : 'unknown',
    opened: verdict(seal === commitment),
    seeded: verdict(seed === game.seed),
    seated: seating ? verdict(seating.every((seat, i) => seat === order[i])) : 'ok',
  };
}
