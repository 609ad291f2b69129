/* tslint:disable */
/* eslint-disable */

/**
 * A table in a browser.
 */
export class Local {
  free(): void;
  [Symbol.dispose](): void;
  /**
   * The table as a person may know it.
   *
   * # Errors
   * Never, but for memory.
   */
  info(person: string): string;
  /**
   * The table in the list of a person.
   *
   * # Errors
   * Never, but for memory.
   */
  line(person: string, time_of_day: number): string;
  /**
   * Opens a table as it is stored: what is kept of it, and the lines of its log.
   *
   * # Errors
   * If its game can't be played on.
   */
  constructor(table: string, lines: string, now: number, time_of_day: number);
  /**
   * What was to be stored can't be.
   *
   * # Errors
   * Never, but for memory.
   */
  not_stored(): string;
  /**
   * What was to be stored is stored.
   *
   * # Errors
   * Never, but for memory.
   */
  stored(): string;
  /**
   * Something happens.
   *
   * # Errors
   * If it can't be read.
   */
  take(happening: string, now: number, time_of_day: number): string;
}

/**
 * A review that is worked on turn by turn.
 */
export class Reviewing {
  free(): void;
  [Symbol.dispose](): void;
  /**
   * Begins to review a record.
   *
   * # Errors
   * If it can't be replayed.
   */
  constructor(record: string);
  /**
   * Judges the next turn; the review as far as it is.
   *
   * # Errors
   * Never, but for memory.
   */
  step(): string;
}

/**
 * What could have been done after so many actions of a record.
 *
 * # Errors
 * If it can't be replayed so far.
 */
export function advice(record: string, n: number, n_ideas: number): string;

/**
 * How many iterations the adviser uses.
 */
export function advice_takes(): number;

/**
 * What whoever has to decide in a game as it is stored could do.
 *
 * # Errors
 * If there is nothing to decide.
 */
export function advise(table: string, lines: string, iterations?: number | null): string;

/**
 * Everything that was done in a game.
 *
 * # Errors
 * If it can't be replayed, or nobody can look from there.
 */
export function entries(table: string, lines: string, eyes: string): string;

/**
 * What came of a game, with the seats of the reader.
 *
 * # Errors
 * If it can't be read.
 */
export function finished(table: string, result: string, person: string): string;

/**
 * A friendly name for somebody new.
 */
export function guest(languages: string): string;

/**
 * A record after so many actions.
 *
 * # Errors
 * If it can't be replayed, or nobody can look from there.
 */
export function moment(record: string, n: number, eyes: string): string;

/**
 * A name as it may be shown.
 *
 * # Errors
 * If it may not.
 */
export function name(text: string): string;

/**
 * What is to be stored of a new table.
 *
 * # Errors
 * If the wish can't be fulfilled.
 */
export function open(wish: string, person: string, name: string, time_of_day: number): string;

/**
 * What can be played.
 *
 * # Errors
 * Never, but for memory.
 */
export function playable(): string;

/**
 * The record of a game so far.
 *
 * # Errors
 * If it can't be replayed.
 */
export function record(table: string, lines: string): string;

/**
 * Everything that was done in a record.
 *
 * # Errors
 * If it can't be replayed, or nobody can look from there.
 */
export function record_entries(record: string, eyes: string): string;

/**
 * What a bot does in a game as it is stored.
 *
 * # Errors
 * If there is nothing to decide, or no such bot.
 */
export function think(table: string, lines: string, kind: string, iterations?: number | null): string;

export type InitInput = RequestInfo | URL | Response | BufferSource | WebAssembly.Module;

export interface InitOutput {
  readonly memory: WebAssembly.Memory;
  readonly __wbg_local_free: (a: number, b: number) => void;
  readonly __wbg_reviewing_free: (a: number, b: number) => void;
  readonly advice: (a: number, b: number, c: number, d: number) => [number, number, number, number];
  readonly advice_takes: () => number;
  readonly advise: (a: number, b: number, c: number, d: number, e: number) => [number, number, number, number];
  readonly entries: (a: number, b: number, c: number, d: number, e: number, f: number) => [number, number, number, number];
  readonly finished: (a: number, b: number, c: number, d: number, e: number, f: number) => [number, number, number, number];
  readonly guest: (a: number, b: number) => [number, number];
  readonly local_info: (a: number, b: number, c: number) => [number, number, number, number];
  readonly local_line: (a: number, b: number, c: number, d: number) => [number, number, number, number];
  readonly local_new: (a: number, b: number, c: number, d: number, e: number, f: number) => [number, number, number];
  readonly local_not_stored: (a: number) => [number, number, number, number];
  readonly local_stored: (a: number) => [number, number, number, number];
  readonly local_take: (a: number, b: number, c: number, d: number, e: number) => [number, number, number, number];
  readonly moment: (a: number, b: number, c: number, d: number, e: number) => [number, number, number, number];
  readonly name: (a: number, b: number) => [number, number, number, number];
  readonly open: (a: number, b: number, c: number, d: number, e: number, f: number, g: number) => [number, number, number, number];
  readonly playable: () => [number, number, number, number];
  readonly record: (a: number, b: number, c: number, d: number) => [number, number, number, number];
  readonly record_entries: (a: number, b: number, c: number, d: number) => [number, number, number, number];
  readonly reviewing_new: (a: number, b: number) => [number, number, number];
  readonly reviewing_step: (a: number) => [number, number, number, number];
  readonly think: (a: number, b: number, c: number, d: number, e: number, f: number, g: number) => [number, number, number, number];
  readonly __wbindgen_externrefs: WebAssembly.Table;
  readonly __wbindgen_malloc: (a: number, b: number) => number;
  readonly __wbindgen_realloc: (a: number, b: number, c: number, d: number) => number;
  readonly __wbindgen_free: (a: number, b: number, c: number) => void;
  readonly __externref_table_dealloc: (a: number) => void;
  readonly __wbindgen_start: () => void;
}

export type SyncInitInput = BufferSource | WebAssembly.Module;

/**
* Instantiates the given `module`, which can either be bytes or
* a precompiled `WebAssembly.Module`.
*
* @param {{ module: SyncInitInput }} module - Passing `SyncInitInput` directly is deprecated.
*
* @returns {InitOutput}
*/
export function initSync(module: { module: SyncInitInput } | SyncInitInput): InitOutput;

/**
* If `module_or_path` is {RequestInfo} or {URL}, makes a request and
* for everything else, calls `WebAssembly.instantiate` directly.
*
* @param {{ module_or_path: InitInput | Promise<InitInput> }} module_or_path - Passing `InitInput` directly is deprecated.
*
* @returns {Promise<InitOutput>}
*/
export default function __wbg_init (module_or_path: { module_or_path: InitInput | Promise<InitInput> } | InitInput | Promise<InitInput>): Promise<InitOutput>;
