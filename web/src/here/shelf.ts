// Where tables of this browser are kept: IndexedDB, a transaction for everything that belongs together.
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

import type { FinishedGame, TableLine } from '../generated/protocol';

/** What is kept of a table beside its log; only the game knows what most of it means. */
export interface Meta {
  id: string;
  status: TableLine['status'];
  /** The record that a lesson follows. */
  lesson: string | null;
  /** When it was opened, in milliseconds since 1970. */
  opened_at: number;
}

/** A line of the log of a table. */
export interface LogLine {
  seq: number;
  seat: number;
  deed: string;
  at: number;
  used: number;
  hinted: boolean;
}

/** What the game hands out to be stored. */
export type Stored =
  { store: 'line'; line: LogLine } | { store: 'table'; table: Meta } | { store: 'result'; result: string };

/** A table in the list, as it was when it was last told; where it has gone, if friends were invited. */
export interface Listed {
  id: string;
  line: TableLine;
  moved?: string;
}

interface Shelves extends DBSchema {
  tables: { key: string; value: Meta };
  lines: { key: [string, number]; value: LogLine & { table: string } };
  listed: { key: string; value: Listed };
  results: { key: string; value: FinishedGame; indexes: { finished: number } };
}

/** Somebody else has written the next line of this table. */
export class OvertakenError extends Error {}

/** How many games a list shows at once, as a server does. */
const PAGE = 20;
const DAY = 24 * 60 * 60 * 1000;

export class Shelf {
  readonly #db: Promise<IDBPDatabase<Shelves>>;

  constructor(name = 'alhambra') {
    this.#db = openDB<Shelves>(name, 1, {
      upgrade(db) {
        db.createObjectStore('tables', { keyPath: 'id' });
        // The key refuses a second line of the same number: two windows can't make two games of one.
        db.createObjectStore('lines', { keyPath: ['table', 'seq'] });
        db.createObjectStore('listed', { keyPath: 'id' });
        db.createObjectStore('results', { keyPath: 'id' }).createIndex('finished', 'finished_at');
      },
      // A newer client in another window wants to change the shelves: this one lets go, and says that it can't store any more.
      blocking: (_, __, event) => (event.target as IDBDatabase).close(),
    });
    // Whoever asks for something is told.
    this.#db.catch(() => undefined);
  }

  /** Stores everything or nothing. */
  async keep(id: string, stored: readonly Stored[], finished: (result: string) => FinishedGame): Promise<void> {
    const tx = (await this.#db).transaction(['tables', 'lines', 'results'], 'readwrite');
    const writes = stored.map((it): Promise<unknown> => {
      switch (it.store) {
        case 'line':
          return tx.objectStore('lines').add({ table: id, ...it.line });
        case 'table':
          return tx.objectStore('tables').put(it.table);
        case 'result':
          return tx.objectStore('results').put(finished(it.result));
      }
    });
    try {
      await Promise.all([...writes, tx.done]);
    } catch (error) {
      // Every write and the transaction fail together, each with a promise of its own.
      await Promise.allSettled([...writes, tx.done]);
      throw error instanceof DOMException && error.name === 'ConstraintError' ? new OvertakenError() : error;
    }
  }

  /** A table and its log, read at one moment. */
  async read(id: string): Promise<{ meta: Meta; lines: LogLine[] } | undefined> {
    const tx = (await this.#db).transaction(['tables', 'lines']);
    const [meta, lines] = await Promise.all([
      tx.objectStore('tables').get(id),
      tx.objectStore('lines').getAll(IDBKeyRange.bound([id, 0], [id, Infinity])),
    ]);
    return meta && { meta, lines };
  }

  /** Notes how a table looks in the list, or where it has gone. */
  async list(id: string, some: Partial<Listed>): Promise<void> {
    const tx = (await this.#db).transaction('listed', 'readwrite');
    const before = await tx.store.get(id);
    const line = some.line ?? before?.line;
    if (line) await tx.store.put({ ...before, ...some, id, line });
    await tx.done;
  }

  /** Where a table has gone. */
  async whereabouts(id: string): Promise<string | undefined> {
    return (await (await this.#db).get('listed', id))?.moved;
  }

  /** The tables that go on, the latest first. */
  async tables(): Promise<TableLine[]> {
    const all = await (await this.#db).getAll('listed');
    const on = all.filter(({ line, moved }) => moved === undefined && isOpen(line.status));
    return on.map(({ line }) => line).sort((a, b) => b.changed_at - a.changed_at);
  }

  /** What came of a game. */
  async game(id: string): Promise<FinishedGame | undefined> {
    return (await this.#db).get('results', id);
  }

  /** Games that are over, the latest first. */
  async games(before = Infinity): Promise<FinishedGame[]> {
    const index = (await this.#db).transaction('results').store.index('finished');
    const found: FinishedGame[] = [];
    for (
      let cursor = await index.openCursor(IDBKeyRange.upperBound(before, true), 'prev');
      cursor && found.length < PAGE;
      cursor = await cursor.continue()
    )
      found.push(cursor.value);
    return found;
  }

  /** Forgets what nobody comes back to: lessons and games that were given up, once they are a day old. */
  async tidy(now: number): Promise<void> {
    for (const { id, status, lesson, opened_at } of await (await this.#db).getAll('tables'))
      if ((lesson !== null || status === 'abandoned') && opened_at < now - DAY) await this.forget(id);
  }

  /** Forgets a table. */
  async forget(id: string): Promise<void> {
    const tx = (await this.#db).transaction(['tables', 'lines', 'listed'], 'readwrite');
    await Promise.all([
      tx.objectStore('tables').delete(id),
      tx.objectStore('lines').delete(IDBKeyRange.bound([id, 0], [id, Infinity])),
      tx.objectStore('listed').delete(id),
      tx.done,
    ]);
  }
}

const isOpen = (status: TableLine['status']): boolean =>
  status === 'gathering' || status === 'playing' || status === 'paused';
