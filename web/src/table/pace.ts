// How long another player's acts stay on stage before the next one is shown.
import type { Entry } from '../generated/protocol';
import type { Speed } from '../lib/settings.svelte';

const FACTOR: Record<Speed, number> = { slow: 1.6, normal: 1, fast: 0.45, instant: 0 };
/** The time of one act: its way, and a moment to see where it went. */
const ACT = 600;
/** The longest that one turn of somebody else may take. */
const TURN = 2500;

/** The time in milliseconds that these entries get; own acts are known already, and nobody waits for a long queue. */
export function paceOf(news: readonly Entry[], seat: number | null, speed: Speed, waiting: number): number {
  const others = news.filter((it) => it.seat !== seat && it.events.length > 0);
  if (others.length === 0) return 0;
  const acts = others.reduce((sum, it) => sum + Math.min(it.events.length, 3), 0);
  const time = Math.min(acts * ACT, TURN) * FACTOR[speed];
  return waiting > 3 ? time / 2 : time;
}

/** A wait that can be cut short. */
export interface Breath {
  over: Promise<void>;
  end: () => void;
}

/** Waits. */
export function breath(ms: number): Breath {
  let end = (): void => undefined;
  if (ms <= 0) return { over: Promise.resolve(), end };
  const over = new Promise<void>((done) => {
    const timer = setTimeout(done, ms);
    end = () => {
      clearTimeout(timer);
      done();
    };
  });
  return { over, end };
}
