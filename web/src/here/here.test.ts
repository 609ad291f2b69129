// How tables of this browser are kept: everything or nothing, nothing told before it is stored, and bots that can be replaced.
import 'fake-indexeddb/auto';

import { expect, it, vi } from 'vitest';

import type { FinishedGame, TableLine } from '../generated/protocol';
import { Keeper, type Driven, type Told } from './keeper';
import { Minds, type Thinker } from './minds';
import { type LogLine, type Meta, OvertakenError, Shelf, type Stored } from './shelf';
import { isHere, staysHere } from './which';

let nShelves = 0;
const newShelf = () => new Shelf(`shelf ${nShelves++}`);
const meta = (id: string, some: Partial<Meta> = {}): Meta => ({
  id,
  status: 'playing',
  lesson: null,
  opened_at: 1000,
  ...some,
});
const line = (seq: number): LogLine => ({ seq, seat: 0, deed: `deed ${seq}`, at: 0, used: 0, hinted: false });
const table = (it: Meta): Stored => ({ store: 'table', table: it });
const entry = (seq: number): Stored => ({ store: 'line', line: line(seq) });
const noResult = (): FinishedGame => {
  throw new Error('no result');
};

it('knows its tables by their codes, and who sits at this device', () => {
  expect([isHere('here-k3v9k3v'), isHere('k3v9k3v')]).toEqual([true, false]);
  const wish = (seats: string[], visibility = 'link') =>
    ({ seats: seats.map((seat) => ({ seat })), settings: { visibility } }) as Parameters<typeof staysHere>[0];
  expect(staysHere(wish(['me', 'bot', 'me']))).toBe(true);
  expect(staysHere(wish(['me', 'open']))).toBe(false);
  expect(staysHere(wish(['me', 'bot'], 'public'))).toBe(false);
});

it('stores everything or nothing, and refuses a second line of the same number', async () => {
  const shelf = newShelf();
  await shelf.keep('a', [table(meta('a')), entry(1), entry(2)], noResult);
  await expect(shelf.keep('a', [table(meta('a', { status: 'paused' })), entry(2)], noResult)).rejects.toBeInstanceOf(
    OvertakenError,
  );
  const found = await shelf.read('a');
  expect(found?.meta.status).toBe('playing');
  expect(found?.lines.map(({ seq }) => seq)).toEqual([1, 2]);
  expect(await shelf.read('b')).toBeUndefined();
});

it('lists what goes on, forgets lessons of yesterday, and remembers where a table has gone', async () => {
  const shelf = newShelf();
  const listed = (id: string, changed_at: number, status = 'playing') => ({ id, changed_at, status }) as TableLine;
  for (const [id, at] of [
    ['a', 1],
    ['b', 2],
    ['c', 3],
  ] as const) {
    await shelf.keep(id, [table(meta(id, id === 'b' ? { lesson: 'record' } : {})), entry(1)], noResult);
    await shelf.list(id, { line: listed(id, at) });
  }
  expect((await shelf.tables()).map(({ id }) => id)).toEqual(['c', 'b', 'a']);
  await shelf.tidy(1000 + 25 * 60 * 60 * 1000);
  expect((await shelf.tables()).map(({ id }) => id)).toEqual(['c', 'a']);
  expect(await shelf.read('b')).toBeUndefined();
  await shelf.list('c', { moved: 'k3v9k3v' });
  // What is told later does not bring it back.
  await shelf.list('c', { line: listed('c', 4) });
  expect((await shelf.tables()).map(({ id }) => id)).toEqual(['a']);
  expect(await shelf.whereabouts('c')).toBe('k3v9k3v');
});

it('tells finished games the latest first, page by page', async () => {
  const shelf = newShelf();
  for (let i = 0; i < 25; i++) {
    const result = (text: string) => ({ id: `g${text}`, finished_at: Number(text) }) as FinishedGame;
    await shelf.keep(`g${i}`, [{ store: 'result', result: `${i}` }], result);
  }
  const first = await shelf.games();
  expect(first.map(({ id }) => id)).toEqual(Array.from({ length: 20 }, (_, i) => `g${24 - i}`));
  expect((await shelf.games(first.at(-1)?.finished_at)).map(({ id }) => id)).toEqual(['g4', 'g3', 'g2', 'g1', 'g0']);
  expect((await shelf.game('g7'))?.finished_at).toBe(7);
});

/** A game that stores a line for everything that is asked, and tells it then. */
class FakeGame implements Driven {
  seq = 0;
  said: string[] = [];
  task: { seq: number; kind: string; iterations: number | null } | null = null;
  #pending: number | undefined;
  #outcome(letters: string[]): string {
    const store = this.#pending === undefined ? [] : [entry(this.#pending)];
    const told = letters.map((message) => ({ visit: 1, message }));
    const task = this.#pending === undefined ? this.task : null;
    return JSON.stringify({ store, letters: told, task, hints: [], due: null });
  }
  info = () => '{}';
  line = () => JSON.stringify({ status: 'playing', changed_at: 1 });
  take(happening: string): string {
    const { happens } = JSON.parse(happening) as { happens: string };
    this.said.push(happens);
    if (happens === 'asks' || happens === 'decided') this.#pending ??= this.seq + 1;
    if (happens === 'decided') this.task = null;
    return this.#outcome([]);
  }
  stored(): string {
    this.seq = this.#pending ?? this.seq;
    this.#pending = undefined;
    return this.#outcome([`line ${this.seq}`]);
  }
  not_stored(): string {
    this.#pending = undefined;
    return this.#outcome(['not stored']);
  }
  free = () => undefined;
}

async function keeping(shelf: Shelf, minds: Partial<Minds> = {}) {
  await shelf.keep('a', [table(meta('a'))], noResult);
  const game = new FakeGame();
  const broke = vi.fn();
  const around = { shelf, minds: minds as Minds, finished: noResult, broke };
  const keeper = new Keeper('a', game, meta('a'), [], around);
  const told: Told[] = [];
  keeper.comes({ visit: 1, name: 'Leila', seen: null }, (it) => told.push(it));
  const letters = () => told.flatMap((it) => ('letter' in it ? [it.letter] : []));
  return { keeper, game, told, letters, broke };
}

it('tells only what is stored', async () => {
  const shelf = newShelf();
  const { keeper, letters } = await keeping(shelf);
  keeper.asks(1, 'act');
  expect(letters()).toEqual([]);
  await vi.waitFor(() => expect(letters()).toEqual(['line 1']));
  expect((await shelf.read('a'))?.lines.map(({ seq }) => seq)).toEqual([1]);
});

it('says what can’t be stored, and goes on when there is room again', async () => {
  const shelf = newShelf();
  const { keeper, letters } = await keeping(shelf);
  const full = vi.spyOn(shelf, 'keep').mockRejectedValueOnce(new DOMException('full', 'QuotaExceededError'));
  keeper.asks(1, 'act');
  await vi.waitFor(() => expect(letters()).toEqual(['not stored']));
  expect((await shelf.read('a'))?.lines).toEqual([]);
  full.mockRestore();
  keeper.asks(1, 'act');
  await vi.waitFor(() => expect(letters()).toEqual(['not stored', 'line 1']));
  await keeper.close();
});

it('gives up what another window has played on', async () => {
  const shelf = newShelf();
  const { keeper, told, letters } = await keeping(shelf);
  await shelf.keep('a', [entry(1)], noResult);
  keeper.asks(1, 'act');
  await vi.waitFor(() => expect(told.at(-1)).toEqual({ line: 'lost' }));
  expect(letters()).toEqual([]);
});

it('asks a bot once for each decision', async () => {
  const think = vi.fn(() => Promise.resolve('take fl1'));
  const shelf = newShelf();
  const { keeper, game, letters } = await keeping(shelf, { think } as unknown as Minds);
  game.task = { seq: 1, kind: 'fair', iterations: 50 };
  keeper.asks(1, 'act');
  await vi.waitFor(() => expect(letters()).toEqual(['line 1', 'line 2']));
  expect(think).toHaveBeenCalledTimes(1);
  expect(game.said.filter((it) => it === 'decided')).toHaveLength(1);
});

it('is told when the game inside is broken', async () => {
  const { keeper, game, broke } = await keeping(newShelf());
  game.take = () => {
    throw new WebAssembly.RuntimeError('unreachable');
  };
  keeper.asks(1, 'act');
  expect(broke).toHaveBeenCalledTimes(1);
});

/** Workers that think as they are told, one after the other. */
function workers(...minds: ((level: string) => Promise<string>)[]) {
  const ended: number[] = [];
  let n = 0;
  const spawn = (): Thinker => {
    const i = n++;
    const mind = { think: (_: string, __: string, level: string) => minds[i]!(level) };
    return {
      mind: mind as unknown as Thinker['mind'],
      died: new Promise(() => undefined),
      end: () => void ended.push(i),
    };
  };
  return { spawn, ended, spawned: () => n };
}
const forever = () => new Promise<string>(() => undefined);

it('replaces workers that die or hang, and plays on without them', async () => {
  const { spawn, ended } = workers(
    () => Promise.reject(new Error('dead')),
    forever,
    (level) => Promise.resolve(`as ${level}`),
  );
  const minds = new Minds(spawn, 2, 10);
  expect(await minds.think(meta('a'), [], 'master', 24_000)).toBe('as greedy');
  expect(ended).toEqual([0, 1]);
});

it('keeps a worker that refuses, and lets no more think than there are processors', async () => {
  const { spawn, ended, spawned } = workers((level) =>
    level === 'greedy' ? Promise.resolve('pass') : Promise.reject('{"code":"unavailable"}'),
  );
  const minds = new Minds(spawn, 1);
  const both = Promise.all([minds.think(meta('a'), [], 'fair', 50), minds.think(meta('a'), [], 'greedy', null)]);
  expect(await both).toEqual(['pass', 'pass']);
  expect([spawned(), ended]).toEqual([1, []]);
});
