// A standing pass in one sentence.
import type { Condition, StandingPass } from '../generated/protocol';
import { t } from '../i18n/index.svelte';

function lies(which: 'vizier' | 'thieves', it: Condition): string | null {
  const words = t.table.standing;
  if (it.when !== 'unless') return null;
  if (which === 'vizier') {
    const kinds = it.buildings.map((kind) => t.table.kind[kind]).join(words.or) || words.anyTile;
    return words.vizierWhen(kinds, it.at_most < 14 ? words.forAtMost(it.at_most) : '');
  }
  const currencies = it.currencies.map((currency) => t.table.currency[currency]).join(words.or) || words.anyCard;
  return words.thiefWhen(currencies, it.at_least > 0 ? words.ofAtLeast(it.at_least) : '');
}

/** What a standing pass does. */
export function whenName(pass: StandingPass, rows: readonly ('vizier' | 'thieves')[]): string {
  const words = t.table.standing;
  const conditions = rows.map((it) => pass[it]);
  if (conditions.every((it) => it.when === 'pass')) return words.never;
  if (conditions.some((it) => it.when === 'ask')) return words.always;
  const when = rows.map((it) => lies(it, pass[it])).filter((it) => it !== null);
  return words.asked(when.join(', '));
}

/** A condition in a few words. */
export function shortName(which: 'vizier' | 'thieves', it: Condition): string {
  const words = t.table.standing;
  if (it.when === 'ask') return words.askShort;
  if (it.when === 'pass') return words.passShort;
  const what =
    which === 'vizier'
      ? (it.buildings.map((kind) => t.table.kind[kind]).join(', ') || words.anyTile) + ` ≤ ${it.at_most}`
      : (it.currencies.map((currency) => t.table.currency[currency]).join(', ') || words.anyCard) + ` ≥ ${it.at_least}`;
  return words.unlessShort(what);
}
