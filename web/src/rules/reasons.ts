// Why something can't be done: the engine's reasons as sentences, with the rules they state.
import type { Broken, Problem, Refusal, Tile } from '../generated/protocol';
import { t } from '../i18n/index.svelte';
import { printed } from '../pieces/printed';
import { ofPart, problemRules, rulesOf, type Explanation } from './citations';

/** Every reason of a set, for the tile that is meant. */
export function brokenReasons(broken: Broken, tile?: Tile): Explanation[] {
  const city = tile && printed(tile).face.shows === 'granada';
  const cityWords: Partial<Record<Broken[number], string>> = t.table.brokenCity;
  return broken.map((it) => ({
    text: (city && cityWords[it]) || t.table.broken[it],
    rules: tile ? ofPart(rulesOf.broken[it], city ? 'granada' : 'alhambra') : rulesOf.broken[it],
  }));
}

/** Every reason why something can't be done, for the tile that is meant. */
export function refusalReasons(refusal: Refusal, tile?: Tile): Explanation[] {
  if (refusal.reason === 'building') return brokenReasons(refusal.with, tile);
  const text = refusal.reason === 'short' ? t.table.prompt.buyShort(refusal.with) : t.table.refusal[refusal.reason];
  return [{ text, rules: rulesOf.refusal[refusal.reason] }];
}

/** Reasons as one, for where there is one line. */
export const joined = (reasons: readonly Explanation[]): Explanation => ({
  text: reasons.map((it) => it.text).join(' '),
  rules: [...new Set(reasons.flatMap((it) => it.rules))],
});

/** A refusal of the server. */
export function problemReason(problem: Problem): Explanation {
  switch (problem.code) {
    case 'illegal':
      return joined(refusalReasons(problem.with));
    case 'unplayable':
      return joined(
        problem.with.map(({ objection }) => ({ text: t.objections[objection], rules: rulesOf.objection[objection] })),
      );
    default:
      return { text: t.problems[problem.code], rules: problemRules[problem.code] };
  }
}
