// What a table sends is kept here, whether it lives on a server or in this browser; and the lines to a server.
import type { ChatLine, Entry, Message, Request, TableInfo, TableLine, Update } from '../generated/protocol';
import { PortLine } from '../here/line.svelte';
import { isHere } from '../here/which';
import { introducing } from './api';
import { type Line, patience } from './line';
import { hasServer, reached } from './network.svelte';
import { renewed } from './news';
import { due, startsSoon } from './shuffle';

type Said<S extends Message['say']> = Extract<Message, { say: S }>;
/** What the server answers to a request. */
export type Answer = Said<'answer'>;
/** Why the server refused a request. */
export type Refused = Said<'error'>;
/** A request without its number. */
export type Ask = Request extends infer R ? (R extends object ? Omit<R, 'ref'> : never) : never;

/** A refused request, to be caught. */
export class RefusedError extends Error {
  readonly refused: Refused;
  constructor(refused: Refused) {
    super(refused.message);
    this.refused = refused;
  }
}

/** The line is down, so nothing was asked. */
export class OfflineError extends Error {}

/** Adds what is new to the entries so far; a first message replaces them, and so does one after more than is told at once. */
export function joined(known: Entry[], fresh: Entry[]): Entry[] {
  const first = fresh[0];
  if (first === undefined) return known;
  const before = known.filter((entry) => entry.seq < first.seq);
  const last = before.at(-1);
  return last && last.seq + 1 < first.seq ? fresh : [...before, ...fresh];
}

type Lists = { open: TableLine[]; mine: TableLine[] };

/** The lists of the lobby after a message; the open list is told to everybody alike, so that one's own tables are marked here. */
export function listed(lists: Lists | undefined, message: Message): Lists | undefined {
  const marked = (open: TableLine[], mine: TableLine[]): Lists => {
    const own = new Map(mine.map((line) => [line.id, line]));
    const mark = (line: TableLine) => ({
      ...line,
      seated: own.has(line.id),
      your_turn: own.get(line.id)?.your_turn ?? false,
    });
    return { open: open.map(mark), mine };
  };
  if (message.say === 'lobby') return marked(message.open, message.mine);
  if (!lists) return lists;
  if (message.say === 'mine') return marked(lists.open, message.mine);
  if (message.say !== 'listed') return lists;
  const stale = new Set([...message.gone, ...message.changed.map(({ id }) => id)]);
  const open = [...message.changed, ...lists.open.filter(({ id }) => !stale.has(id))];
  return marked(
    open.sort((a, b) => b.changed_at - a.changed_at),
    lists.mine,
  );
}

function address(path: string): string {
  return `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${path}`;
}

/** The line to a server. */
class SocketLine implements Line {
  state: Line['state'] = $state('connecting');
  retryAt = $state(0);
  #path: () => string;
  #heard: (message: Message) => void;
  #broke: () => void;
  #socket: WebSocket | undefined;
  #attempt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor(path: () => string, heard: (message: Message) => void, broke: () => void) {
    this.#path = path;
    this.#heard = heard;
    this.#broke = broke;
    if (!hasServer) {
      this.state = 'lost';
      this.#closed = true;
      return;
    }
    addEventListener('online', this.retry);
    const first = introducing();
    if (first) void first.then(() => this.#closed || this.#connect());
    else this.#connect();
  }

  #connect(): void {
    const socket = new WebSocket(address(this.#path()));
    this.#socket = socket;
    socket.onopen = () => {
      this.state = 'open';
      reached(true);
    };
    socket.onmessage = (event) => {
      if (typeof event.data !== 'string') return;
      const message = JSON.parse(event.data) as Message;
      // Who is only told why the table is full was not let in and waits longer each time.
      if (message.say !== 'error') this.#attempt = 0;
      this.#heard(message);
    };
    socket.onclose = () => {
      if (this.#closed || this.#socket !== socket) return;
      this.state = 'lost';
      reached(false);
      this.#broke();
      const wait = patience(this.#attempt++, Math.random());
      this.retryAt = Date.now() + wait;
      this.#timer = setTimeout(() => this.#connect(), wait);
    };
  }

  retry = (): void => {
    if (this.state !== 'lost' || this.#closed) return;
    clearTimeout(this.#timer);
    this.#connect();
  };

  send(text: string): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(text);
    return true;
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    removeEventListener('online', this.retry);
    this.#socket?.close();
  }
}

/** A table as this browser sees it. */
export class TableSocket {
  readonly id: string;
  /** The table and who sits there. */
  table: TableInfo | undefined = $state.raw();
  /** What was said at the table. */
  chat: ChatLine[] = $state.raw([]);
  /** The game as it stands. */
  update: Update | undefined = $state.raw();
  /** Everything that happened so far, as far as one may know it. */
  entries: Entry[] = $state.raw([]);
  /** What was new in the last update. */
  news: Entry[] = $state.raw([]);
  /** Whether the table is started as soon as the line stands. */
  starting = $state(false);
  #started = false;
  readonly line: Line;
  #next = 1;
  #waiting = new Map<number, { done: (answer: Answer) => void; failed: (error: Error) => void }>();

  constructor(id: string) {
    this.id = id;
    this.starting = startsSoon(id);
    const path = `/api/tables/${encodeURIComponent(id)}/socket?news=true`;
    const heard = (message: Message) => this.#hear(message);
    const broke = () => this.#giveUp();
    this.line = isHere(id)
      ? new PortLine(id, () => this.update?.seq, heard, broke)
      : new SocketLine(() => (this.update ? `${path}&seen=${this.update.seq}` : path), heard, broke);
  }

  #hear(message: Message): void {
    switch (message.say) {
      case 'table':
        this.table = message.table;
        this.chat = message.table.chat ?? this.chat;
        this.#shuffle(message.table);
        break;
      case 'game':
        this.#renew(message.update);
        break;
      case 'news':
        // News come only to who has the update before them.
        if (this.update) this.#renew(renewed(this.update, message.news));
        break;
      case 'chat':
        this.chat = [...this.chat, message.line];
        break;
      case 'answer':
        this.#settle(message.ref)?.done(message);
        break;
      case 'error':
        this.#settle(message.ref)?.failed(new RefusedError(message));
        break;
      case 'lobby':
      case 'listed':
      case 'mine':
        break;
    }
  }

  #renew(update: Update): void {
    this.entries = joined(this.entries, update.entries);
    this.news = update.entries;
    this.update = update;
  }

  /** Adds this browser's number to the shuffle, and starts a table that was opened for that. */
  #shuffle(table: TableInfo): void {
    if (table.status !== 'gathering') return;
    // What is refused is left out of the shuffle, and the page that checks it says so.
    for (const ask of due(table)) this.ask(ask).catch(() => undefined);
    if (!this.starting || this.#started) return;
    this.#started = true;
    this.ask({ ask: 'start' }).catch(() => (this.starting = false));
  }

  /** Asks for what happened before the oldest entry that is known. */
  async earlier(): Promise<void> {
    const [oldest] = this.entries;
    if (!oldest || oldest.seq === 0) return;
    const answer = await this.ask({ ask: 'entries', before: oldest.seq });
    if (answer.answer === 'entries' && this.entries[0] === oldest) this.entries = [...answer.entries, ...this.entries];
  }

  #settle(ref: number | null | undefined) {
    if (ref === null || ref === undefined) return undefined;
    const waiting = this.#waiting.get(ref);
    this.#waiting.delete(ref);
    return waiting;
  }

  /** Asks something and waits for the answer. */
  ask(request: Ask): Promise<Answer> {
    const ref = this.#next++;
    return new Promise((done, failed) => {
      if (this.line.send(JSON.stringify({ ref, ...request }))) this.#waiting.set(ref, { done, failed });
      else failed(new OfflineError());
    });
  }

  #giveUp(): void {
    for (const { failed } of this.#waiting.values()) failed(new OfflineError());
    this.#waiting.clear();
  }

  close(): void {
    this.line.close();
    this.#giveUp();
  }
}

/** The list of tables as it changes. */
export class LobbySocket {
  lobby: Lists | undefined = $state.raw();
  /** When it was last told, in milliseconds since 1970. */
  heardAt = $state(0);
  readonly line: Line;

  constructor() {
    this.line = new SocketLine(
      () => '/api/lobby/socket',
      (message) => {
        this.lobby = listed(this.lobby, message);
        this.heardAt = Date.now();
      },
      () => undefined,
    );
  }

  close(): void {
    this.line.close();
  }
}
