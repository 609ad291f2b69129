// How the line to a table comes back and what it keeps.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import type { Entry, Message } from '../generated/protocol';
import { patience } from './line';
import { joined, listed, OfflineError, RefusedError, TableSocket } from './socket.svelte';

const entry = (seq: number): Entry => ({ seq, at: 0, events: [], hinted: false }) as unknown as Entry;

it('waits longer after each failure, but never more than a quarter of a minute', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 20].map((n) => patience(n, 1))).toEqual([
    500, 1000, 2000, 4000, 8000, 15000, 15000, 15000,
  ]);
  expect(patience(0, 0)).toBe(350);
});

it('adds what is new and lets a first message replace everything', () => {
  const seqs = (entries: Entry[]) => entries.map(({ seq }) => seq);
  expect(seqs(joined([entry(0), entry(1)], [entry(2)]))).toEqual([0, 1, 2]);
  expect(seqs(joined([entry(0), entry(1), entry(2)], [entry(0), entry(1)]))).toEqual([0, 1]);
  expect(seqs(joined([entry(0)], []))).toEqual([0]);
});

class FakeSocket {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  readonly url: string;
  readyState = 0;
  sent: string[] = [];
  onopen?: () => void;
  onmessage?: (event: { data: string }) => void;
  onclose?: () => void;
  constructor(url: string) {
    this.url = url;
    FakeSocket.all.push(this);
  }
  send(text: string) {
    this.sent.push(text);
  }
  close() {
    this.readyState = 3;
    this.onclose?.();
  }
  open() {
    this.readyState = 1;
    this.onopen?.();
  }
  say(message: object) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', FakeSocket);
  FakeSocket.all = [];
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const game = (seq: number, entries: Entry[]) => ({ say: 'game', update: { seq, entries } }) as unknown as Message;

it('picks up after what it has seen', () => {
  const socket = new TableSocket('lion-42');
  const first = FakeSocket.all[0]!;
  expect(first.url).toMatch(/\/api\/tables\/lion-42\/socket\?news=true$/);
  first.open();
  first.say(game(2, [entry(0), entry(1)]));
  first.close();
  expect(socket.line.state).toBe('lost');
  vi.advanceTimersByTime(600);
  const second = FakeSocket.all[1]!;
  expect(second.url).toMatch(/socket\?news=true&seen=2$/);
  second.open();
  second.say(game(3, [entry(2)]));
  expect(socket.line.state).toBe('open');
  expect(socket.entries.map(({ seq }) => seq)).toEqual([0, 1, 2]);
  expect(socket.news.map(({ seq }) => seq)).toEqual([2]);
  socket.close();
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.all).toHaveLength(2);
});

it('puts news into the update before them', () => {
  const socket = new TableSocket('x');
  const line = FakeSocket.all[0]!;
  line.open();
  line.say({
    say: 'game',
    update: {
      seq: 1,
      seat: 0,
      entries: [entry(0), entry(1)],
      view: { own: 'hand', table: 'table', players: ['a', 'b'], dirk: null, agenda: ['turn'] },
      tallies: ['p', 'q'],
      next_scoring: 1,
      prices: ['cheap'],
      options: null,
      held: null,
      can_undo: false,
      standing: 'ask',
      clock: null,
    },
  });
  const open = { agenda: [], players: [[1, 'c']], tallies: [[0, 'r']], next_scoring: 2 };
  line.say({
    say: 'news',
    news: { seq: 2, entry: entry(2), open, own: 'fist', options: 'all', can_undo: true, clock: null },
  });
  expect(socket.entries.map(({ seq }) => seq)).toEqual([0, 1, 2]);
  expect(socket.update).toEqual({
    seq: 2,
    seat: 0,
    entries: [entry(2)],
    view: { own: 'fist', table: 'table', players: ['a', 'c'], dirk: null, agenda: [] },
    tallies: ['r', 'q'],
    next_scoring: 2,
    prices: ['cheap'],
    options: 'all',
    held: null,
    can_undo: true,
    standing: 'ask',
    clock: null,
  });
});

it('matches answers with requests by their number', async () => {
  const socket = new TableSocket('x');
  const line = FakeSocket.all[0]!;
  line.open();
  const done = socket.ask({ ask: 'start' });
  const refused = socket.ask({ ask: 'close' });
  expect(line.sent.map((text) => JSON.parse(text) as object)).toEqual([
    { ref: 1, ask: 'start' },
    { ref: 2, ask: 'close' },
  ]);
  line.say({ say: 'error', ref: 2, code: 'not-host', message: 'only the host' });
  line.say({ say: 'answer', ref: 1, answer: 'done', seq: 0 });
  await expect(done).resolves.toMatchObject({ answer: 'done' });
  await expect(refused).rejects.toBeInstanceOf(RefusedError);
});

it('gives up requests when the line breaks, and refuses new ones', async () => {
  const socket = new TableSocket('x');
  const line = FakeSocket.all[0]!;
  line.open();
  const lost = socket.ask({ ask: 'start' });
  line.close();
  await expect(lost).rejects.toBeInstanceOf(OfflineError);
  await expect(socket.ask({ ask: 'start' })).rejects.toBeInstanceOf(OfflineError);
  socket.close();
});

it('waits longer each time it is not let in', () => {
  const socket = new TableSocket('x');
  vi.spyOn(Math, 'random').mockReturnValue(1);
  for (const [i, wait] of [500, 1000, 2000].entries()) {
    const line = FakeSocket.all[i]!;
    line.open();
    line.say({ say: 'error', ref: null, code: 'full', message: 'too many are watching' });
    line.close();
    vi.advanceTimersByTime(wait - 1);
    expect(FakeSocket.all).toHaveLength(i + 1);
    vi.advanceTimersByTime(1);
    expect(FakeSocket.all).toHaveLength(i + 2);
  }
  socket.close();
  vi.restoreAllMocks();
});

it('asks for older entries of a very long game', async () => {
  const socket = new TableSocket('x');
  const line = FakeSocket.all[0]!;
  line.open();
  line.say(game(8, [entry(5), entry(6), entry(7)]));
  const asked = socket.earlier();
  expect(JSON.parse(line.sent.at(-1)!)).toEqual({ ref: 1, ask: 'entries', before: 5 });
  line.say({ say: 'answer', ref: 1, answer: 'entries', entries: [entry(3), entry(4)] });
  await asked;
  expect(socket.entries.map(({ seq }) => seq)).toEqual([3, 4, 5, 6, 7]);
  // After more than is told at once nothing is missing in the middle.
  line.say(game(20, [entry(18), entry(19)]));
  expect(socket.entries.map(({ seq }) => seq)).toEqual([18, 19]);
  socket.close();
});

it('is told the chat once and then its lines', () => {
  const socket = new TableSocket('x');
  const line = FakeSocket.all[0]!;
  line.open();
  line.say({ say: 'table', table: { id: 'x', chat: [{ text: 'a' }] } });
  line.say({ say: 'chat', line: { text: 'b' } });
  line.say({ say: 'table', table: { id: 'x' } });
  expect(socket.chat.map(({ text }) => text)).toEqual(['a', 'b']);
  socket.close();
});

it('puts what has changed into the lists of the lobby', () => {
  const line = (id: string, changed_at: number, more = {}) => ({
    id,
    changed_at,
    seated: false,
    your_turn: false,
    ...more,
  });
  const after = (lists: ReturnType<typeof listed>, message: object) => listed(lists, message as Message);
  const own = line('b', 9, { seated: true, your_turn: true });
  const first = after(undefined, { say: 'lobby', open: [line('b', 2), line('a', 1)], mine: [own] });
  expect(first?.open).toEqual([line('b', 2, { seated: true, your_turn: true }), line('a', 1)]);
  const second = after(first, { say: 'listed', changed: [line('a', 3), line('c', 1)], gone: ['b'] });
  expect(second?.open.map(({ id }) => id)).toEqual(['a', 'c']);
  const third = after(second, { say: 'mine', mine: [line('c', 5)] });
  expect(third?.open.map(({ seated }) => seated)).toEqual([false, true]);
  expect(third?.mine).toHaveLength(1);
});
