// Clocks: what a seat has left at this moment, and how much time that is to a reader.
import type { Clock } from '../generated/protocol';

/** Below so many milliseconds a running clock stands out. */
export const SCARCE = 30_000;

/** Milliseconds that a seat has left, `since` milliseconds after the server said so. */
export function leftOf(clock: Clock, seat: number, since: number): number {
  const left = clock.left[seat] ?? 0;
  return clock.running === seat ? Math.max(0, left - since) : left;
}

/** Time as a clock shows it: days and hours for the patient, otherwise hours, minutes and seconds. */
export function reading(ms: number): { days: number; hours: number } | { face: string } {
  const seconds = Math.ceil(ms / 1000);
  const hours = Math.floor(seconds / 3600);
  if (hours >= 24) return { days: Math.floor(hours / 24), hours: hours % 24 };
  const two = (n: number): string => String(n).padStart(2, '0');
  const minutes = Math.floor(seconds / 60) % 60;
  return { face: hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}` };
}
