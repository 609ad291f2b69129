// Which of the bot's candidates are worth naming.
import type { Candidate, Reason } from '../generated/protocol';

/** Whether enough thinking went into a candidate to believe its chance. */
export const isJudged = (weight: number): boolean => weight >= 0.03;

/** The best five that were thought about, and what was played, whatever the bot thinks of it. */
export function worthNaming(candidates: readonly Candidate[], played?: string): Candidate[] {
  const best = candidates.filter(({ weight }, i) => i === 0 || isJudged(weight)).slice(0, 5);
  const done = candidates.find(({ notation }) => notation === played);
  return !done || best.includes(done) ? best : [...best.slice(0, 4), done];
}

/** The reasons worth telling: three at most, and that money is money only if nothing else is to be said. */
export function telling(reasons: readonly Reason[]): Reason[] {
  const more = reasons.filter(({ reason }) => reason !== 'money');
  return (more.length > 0 ? more : reasons).slice(0, 3);
}
