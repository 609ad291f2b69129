// What the server is asked over HTTP, and the worker of this browser about its own tables; the types are the protocol's.
import type { Remote } from 'comlink';

import type {
  Entry,
  FinishedGame,
  Hint,
  Info,
  Me,
  Moment,
  NewTable,
  Problem,
  Review,
  TableInfo,
  TableLine,
} from '../generated/protocol';
import type { House } from '../here/house';
import type { Shelf } from '../here/shelf';
import { isHere, playsHere } from '../here/which';
import { hasServer, reached } from './network.svelte';

/** A request that the server refused, or that never reached it. */
export class ApiError extends Error {
  readonly problem: Problem | undefined;
  readonly status: number;
  constructor(problem: Problem | undefined, status: number) {
    super(problem?.message ?? `status ${status}`);
    this.problem = problem;
    this.status = status;
  }
}

/** The worker of this browser could not do it. */
export class HereError extends ApiError {
  constructor() {
    super(undefined, 0);
  }
}

/** Whether nothing that speaks the protocol was reached: no network, or a web server that has only files. */
export const isUnreachable = (error: unknown): boolean => error instanceof ApiError && error.problem === undefined;

/** From where a game is seen. */
export type Eyes = 'open' | 'spectator' | number;

/** The first answer gives a newcomer a name: two requests at once would be given two. */
let introduction: Promise<unknown> | undefined;
let introduced = false;
/** The first answer as long as it is awaited; sockets wait for it, too. */
export const introducing = (): Promise<unknown> | undefined =>
  introduced ? undefined : introduction?.catch(() => undefined);

async function ask(path: string, init?: RequestInit): Promise<Response> {
  if (!hasServer) throw new ApiError(undefined, 0);
  let response: Response;
  try {
    await introduction?.catch(() => undefined);
    const answer = fetch(path, { ...init, credentials: 'same-origin' });
    introduction ??= answer;
    response = await answer;
    introduced = true;
    reached(true);
  } catch {
    reached(false);
    throw new ApiError(undefined, 0);
  }
  if (response.ok) return response;
  const problem = (await response.json().catch(() => undefined)) as Problem | undefined;
  throw new ApiError(problem, response.status);
}

const get = async <T>(path: string): Promise<T> => (await ask(path)).json() as Promise<T>;

const send = async <T>(method: string, path: string, body: unknown): Promise<T> =>
  (
    await ask(path, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  ).json() as Promise<T>;

const replay = async <T>(path: string, record: string): Promise<T> =>
  (await ask(path, { method: 'POST', headers: { 'content-type': 'text/plain' }, body: record })).json() as Promise<T>;

/** Asks the worker of this browser. */
const here = async <T>(question: (house: Remote<House>) => Promise<T>): Promise<T> =>
  (await import('../here/client')).ask(question);

/** Asks the worker where the server can't be reached. */
const elseHere = <T>(answer: Promise<T>, question: (house: Remote<House>) => Promise<T>): Promise<T> =>
  answer.catch((error: unknown) => {
    if (isUnreachable(error) && playsHere()) return here(question);
    throw error;
  });

/** Asks the server, or the worker about a game of this browser. */
const about = <T>(id: string, path: string, question: (house: Remote<House>) => Promise<T>): Promise<T> =>
  isHere(id) ? here(question) : get<T>(`/api/games/${encodeURIComponent(id)}${path}`);

/** Asks the worker about a record, which needs no server for that; one that can't is spared the question. */
const ofRecord = <T>(path: string, record: string, question: (house: Remote<House>) => Promise<T>): Promise<T> =>
  playsHere() ? here(question) : replay<T>(path, record);

/** What is kept in this browser; nothing if it keeps nothing. */
const kept = async <T>(read: (shelf: Shelf) => Promise<T[]>): Promise<T[]> => {
  if (!playsHere()) return [];
  const { shelf } = await import('../here/own');
  return read(shelf).catch(() => []);
};

export const api = {
  info: () => elseHere(get<Info>('/api/info'), (house) => house.info()),
  me: () => get<Me>('/api/me'),
  rename: (name: string) =>
    elseHere(send<Me>('PATCH', '/api/me', { name }), async (house) => ({ name: await house.name(name) })),
  open: (table: NewTable) => send<TableInfo>('POST', '/api/tables', table),
  openHere: async (table: NewTable): Promise<TableInfo> => {
    const { ask, keepStored, name } = await import('../here/client');
    const who = await name();
    const opened = await ask((house) => house.open(table, who));
    keepStored();
    return opened;
  },
  tables: () => get<{ open: TableLine[]; mine: TableLine[] }>('/api/tables'),
  /** Where a table of this browser has gone, if friends were invited. */
  whereabouts: async (id: string): Promise<string | undefined> =>
    isHere(id) ? (await kept(async (shelf) => [await shelf.whereabouts(id)]))[0] : undefined,
  moved: async (id: string, to: string): Promise<void> => (await import('../here/own')).shelf.list(id, { moved: to }),
  tablesHere: () => kept((shelf) => shelf.tables()),
  table: (id: string) =>
    isHere(id) ? here((house) => house.table(id)) : get<TableInfo>(`/api/tables/${encodeURIComponent(id)}`),
  games: (before?: number) =>
    get<FinishedGame[]>(`/api/games?mine=true${before === undefined ? '' : `&before=${before}`}`),
  gamesHere: (before?: number) => kept((shelf) => shelf.games(before)),
  game: async (id: string): Promise<FinishedGame> => {
    if (!isHere(id)) return get<FinishedGame>(`/api/games/${encodeURIComponent(id)}`);
    const [game] = await kept(async (shelf) => [await shelf.game(id)]);
    if (!game) throw new ApiError({ code: 'not-found', message: 'there is no such game in this browser' }, 404);
    return game;
  },
  review: (id: string) => about<Review>(id, '/review', (house) => house.review(id)),
  moveSeat: (secret: string) => send<TableInfo>('POST', `/api/seat/${encodeURIComponent(secret)}`, null),
  record: async (id: string): Promise<string> =>
    isHere(id) ? here((house) => house.record(id)) : (await ask(`/api/games/${encodeURIComponent(id)}/record`)).text(),
  entries: (id: string, as: Eyes) => about<Entry[]>(id, `/entries?as=${as}`, (house) => house.entries(id, as)),
  moment: (id: string, n: number, as: Eyes) =>
    about<Moment>(id, `/moments/${n}?as=${as}`, (house) => house.moment(id, n, as)),
  hint: (id: string, n: number, tries: number) =>
    about<Hint>(id, `/moments/${n}/hint?tries=${tries}`, (house) => house.hint(id, n, tries)),
  replayHint: (record: string, n: number, tries: number) =>
    ofRecord<Hint>(`/api/replay/moments/${n}/hint?tries=${tries}`, record, (house) =>
      house.replayHint(record, n, tries),
    ),
  replayEntries: (record: string, as: Eyes) =>
    ofRecord<Entry[]>(`/api/replay/entries?as=${as}`, record, (house) => house.replayEntries(record, as)),
  replayReview: (record: string) =>
    ofRecord<Review>('/api/replay/review', record, (house) => house.replayReview(record)),
  replayMoment: (record: string, n: number, as: Eyes) =>
    ofRecord<Moment>(`/api/replay/moments/${n}?as=${as}`, record, (house) => house.replayMoment(record, n, as)),
};
