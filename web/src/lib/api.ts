// What the server is asked over HTTP; the types are its own.
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

/** From where a game is seen. */
export type Eyes = 'open' | 'spectator' | number;

/** The first answer gives a newcomer a name: two requests at once would be given two. */
let introduction: Promise<unknown> | undefined;
let introduced = false;
/** The first answer as long as it is awaited; sockets wait for it, too. */
export const introducing = (): Promise<unknown> | undefined =>
  introduced ? undefined : introduction?.catch(() => undefined);

async function ask(path: string, init?: RequestInit): Promise<Response> {
  let response: Response;
  try {
    await introduction?.catch(() => undefined);
    const answer = fetch(path, { ...init, credentials: 'same-origin' });
    introduction ??= answer;
    response = await answer;
    introduced = true;
  } catch {
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

export const api = {
  info: () => get<Info>('/api/info'),
  me: () => get<Me>('/api/me'),
  rename: (name: string) => send<Me>('PATCH', '/api/me', { name }),
  open: (table: NewTable) => send<TableInfo>('POST', '/api/tables', table),
  tables: () => get<{ open: TableLine[]; mine: TableLine[] }>('/api/tables'),
  table: (id: string) => get<TableInfo>(`/api/tables/${encodeURIComponent(id)}`),
  games: (before?: number) =>
    get<FinishedGame[]>(`/api/games?mine=true${before === undefined ? '' : `&before=${before}`}`),
  game: (id: string) => get<FinishedGame>(`/api/games/${encodeURIComponent(id)}`),
  review: (id: string) => get<Review>(`/api/games/${encodeURIComponent(id)}/review`),
  moveSeat: (secret: string) => send<TableInfo>('POST', `/api/seat/${encodeURIComponent(secret)}`, null),
  record: async (id: string) => (await ask(`/api/games/${encodeURIComponent(id)}/record`)).text(),
  entries: (id: string, as: Eyes) => get<Entry[]>(`/api/games/${encodeURIComponent(id)}/entries?as=${as}`),
  moment: (id: string, n: number, as: Eyes) =>
    get<Moment>(`/api/games/${encodeURIComponent(id)}/moments/${n}?as=${as}`),
  hint: (id: string, n: number, tries: number) =>
    get<Hint>(`/api/games/${encodeURIComponent(id)}/moments/${n}/hint?tries=${tries}`),
  replayHint: (record: string, n: number, tries: number) =>
    replay<Hint>(`/api/replay/moments/${n}/hint?tries=${tries}`, record),
  replayEntries: (record: string, as: Eyes) => replay<Entry[]>(`/api/replay/entries?as=${as}`, record),
  replayReview: (record: string) => replay<Review>('/api/replay/review', record),
  replayMoment: (record: string, n: number, as: Eyes) => replay<Moment>(`/api/replay/moments/${n}?as=${as}`, record),
};
