// The rows of a scoring, in the order in which they are told.
import type { Building, CityKind, Count, Event, ScoreSheet, View } from '../generated/protocol';
import { BUILDINGS, CITY_KINDS } from '../pieces/printed';

/** A source of points. */
export interface Row {
  id: string;
  /** The symbol and the class of its colours. */
  symbol: string;
  tone: string;
  kind: 'building' | 'granada' | 'camps' | 'bazaars' | 'falcons' | 'citizens' | 'wall' | 'moat' | 'together';
  /** Which kind of building, for majorities. */
  index: number;
  points: number[];
  dirk: number | null;
}

type Scored = Extract<Event, { event: 'scored' }>;

/** All rows that can bring points in this game. */
export function rowsOf(event: Scored, view: View): Row[] {
  const rows: Row[] = [];
  const add = (
    id: string,
    symbol: string,
    tone: string,
    kind: Row['kind'],
    index: number,
    of: (sheet: ScoreSheet) => number,
  ): void => {
    rows.push({
      id,
      symbol,
      tone,
      kind,
      index,
      points: event.players.map(of),
      dirk: event.dirk ? of(event.dirk) : null,
    });
  };
  const { game, modules } = view.ruleset;
  const has = (module: string): boolean => (modules as string[]).includes(module);
  if (game !== 'granada') {
    BUILDINGS.forEach((it, i) =>
      add(`k-${it}`, `k-${it}`, `k-${it}`, 'building', i, (sheet) => sheet.buildings[i] ?? 0),
    );
  }
  if (game !== 'alhambra') {
    CITY_KINDS.forEach((it, i) => add(`g-${it}`, `g-${it}`, `g-${it}`, 'granada', i, (sheet) => sheet.granada[i] ?? 0));
  }
  if (has('camps')) add('camps', 'camp', 'k-camp', 'camps', 0, (sheet) => sheet.camps);
  if (has('bazaars') && event.round === 3) add('bazaars', 'bazaar', 'k-bazaar', 'bazaars', 0, (sheet) => sheet.bazaars);
  if (has('falconers')) add('falcons', 'falcon-black', 'plain', 'falcons', 0, (sheet) => sheet.falcons);
  if (has('street-trader')) add('citizens', 'citizen', 'plain', 'citizens', 0, (sheet) => sheet.citizens);
  if (game !== 'granada') add('wall', 'wall-stick', 'gold', 'wall', 0, (sheet) => sheet.wall);
  if (game !== 'alhambra') add('moat', 'g-bath-house', 'gold', 'moat', 0, (sheet) => sheet.moat);
  if (game === 'both') add('together', 'ui-link', 'gold', 'together', 0, (sheet) => sheet.together);
  return rows;
}

/** What a player got in all rows up to one. */
export function sumTo(rows: readonly Row[], at: number, seat: number): number {
  return rows.slice(0, at + 1).reduce((sum, it) => sum + (it.points[seat] ?? 0), 0);
}

/** What Dirk got in all rows up to one. */
export function dirkTo(rows: readonly Row[], at: number): number {
  return rows.slice(0, at + 1).reduce((sum, it) => sum + (it.dirk ?? 0), 0);
}

/** Who is first in a kind of Granada: of those with the most, the one with the dearest. */
export function firstInCity(counts: readonly (Count | undefined)[], kind: number): boolean[] {
  const standings = counts.map((it) => it?.granada[kind] ?? { n: 0, best: 0 });
  return standings.map(
    ({ n, best }) => n > 0 && standings.every((other) => other.n < n || (other.n === n && other.best <= best)),
  );
}

/** The kinds in which each player, and nobody else, has the most. */
export function leadsOf(counts: readonly Count[], game: View['ruleset']['game']): (Building | CityKind)[][] {
  const alone = (first: boolean[], seat: number): boolean => !!first[seat] && first.filter(Boolean).length === 1;
  return counts.map((_, seat) => {
    const buildings = BUILDINGS.filter((_, i) => {
      const all = counts.map((it) => nOf(it, i));
      return alone(
        all.map((n) => n > 0 && n === Math.max(...all)),
        seat,
      );
    });
    const kinds = CITY_KINDS.filter((_, i) => alone(firstInCity(counts, i), seat));
    return [...(game === 'granada' ? [] : buildings), ...(game === 'alhambra' ? [] : kinds)];
  });
}

/** How many buildings of a kind count, with huts and open bonus cards. */
export function nOf(count: Count | undefined, kind: number): number {
  return (count?.buildings[kind] ?? 0) + (count?.huts[kind] ?? 0) + (count?.bonus[kind] ?? 0);
}
