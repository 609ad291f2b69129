// Standing passes: in one sentence, and those that are offered in one tap.
import type { Building, Condition, Entry, StandingPass, Tally, View } from '../generated/protocol';
import { t } from '../i18n/index.svelte';
import { BUILDINGS, printed } from '../pieces/printed';
import { nOf } from './ledger';

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

/** A standing pass that is offered. */
export interface Preset {
  name: string;
  pass: StandingPass;
  /** Whether one would be asked even now. */
  asks: boolean;
  buildings: Building[];
  value: number | null;
}

/** So many kinds are named at most. */
const KINDS = 3;

/** What is offered to whoever is asked often: it follows from what everybody sees, never from the own hand. */
export function presetsOf(view: View, tallies: readonly Tally[], seat: number): Preset[] {
  const words = t.table.often;
  const modules = view.ruleset.modules as string[];
  const pass: Condition = { when: 'pass' };
  const presets: Preset[] = [];
  const count = (of: Tally | undefined, i: number): number => nOf(of?.count, i);
  const led = BUILDINGS.filter((_, i) => {
    const own = count(tallies[seat], i);
    return own > 0 && tallies.every((it) => count(it, i) <= own);
  }).slice(-KINDS);
  if (modules.includes('vizier') && led.length) {
    const vizier: Condition = {
      when: 'unless',
      buildings: led,
      granada: [],
      currencies: [],
      at_least: 0,
      at_most: 255,
    };
    const open = view.table.market.some((it) => {
      const face = it === null ? null : printed(it).face;
      return face?.shows === 'building' && led.includes(face.building);
    });
    presets.push({
      name: words.unlessKinds(led.map((kind) => t.table.kind[kind]).join(t.table.standing.or)),
      pass: { vizier, thieves: pass, until_scoring: false },
      asks: open && view.players[seat]?.vizier === 'awake',
      buildings: led,
      value: null,
    });
  }
  if (modules.includes('thieves')) {
    const highest = Math.max(0, ...view.table.display.map((it) => Number(/\d+$/.exec(it)?.[0] ?? 0)));
    const value = Math.max(6, Math.min(9, highest + 1));
    const thieves: Condition = {
      when: 'unless',
      buildings: [],
      granada: [],
      currencies: [],
      at_least: value,
      at_most: 255,
    };
    presets.push({
      name: words.unlessCard(value),
      pass: { vizier: pass, thieves, until_scoring: false },
      asks: highest >= value,
      buildings: [],
      value,
    });
  }
  presets.push({
    name: words.untilScoring,
    pass: { vizier: pass, thieves: pass, until_scoring: true },
    asks: false,
    buildings: [],
    value: null,
  });
  return presets;
}

/** Whether a player who is asked now is asked for the first time, or has passed three times in a row. */
export function isAskedOften(entries: readonly Entry[], seat: number): boolean {
  const answers = entries
    .filter((it) => it.seat === seat)
    .map((it) => it.events[0]?.event)
    .filter((it) => it === 'passed' || it === 'stole' || it === 'vizier-used');
  return answers.length === 0 || (answers.length >= 3 && answers.slice(-3).every((it) => it === 'passed'));
}
