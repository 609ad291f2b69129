// What a line to a table is, wherever the table lives.

/** A line that comes back after it broke. */
export interface Line {
  /** Whether it is being made, stands, broke, or the table is open in another window of this browser. */
  readonly state: 'connecting' | 'open' | 'lost' | 'elsewhere';
  /** When the next attempt is made, in milliseconds since 1970. */
  readonly retryAt: number;
  /** Tries again at once, and takes the table over from another window. */
  retry(): void;
  /** Sends a message, if the line stands. */
  send(text: string): boolean;
  close(): void;
}

/** How long to wait before the n-th attempt, in milliseconds: soon at first, then calmly. */
export function patience(attempt: number, chance: number): number {
  const most = Math.min(500 * 2 ** attempt, 15_000);
  return Math.round(most * (0.7 + 0.3 * chance));
}
