// What is to be played: the wish for a new table as this browser last had it, and the sets of modules that go well together.
import type { Colour, Ending, Game, Module, NewTable, Pace, SeatPlan } from '../generated/protocol';
import { store, stored } from './settings.svelte';

/** Everything that "New table" asks for. */
export interface Wish {
  game: Game;
  simplified: boolean;
  /** When the combined game ends. */
  ending: Ending;
  modules: Module[];
  seats: SeatPlan[];
  pace: Pace;
  undo: boolean;
  hints: boolean;
  /** Whether a bot plays for somebody who stays away while others wait. */
  standIn: boolean;
  public: boolean;
}

/** How long others wait for somebody who is away, in seconds. */
const patience = 300;

const bot = (level: string): SeatPlan => ({ seat: 'bot', level });

/** A bot of the usual level. */
export const usualBot = bot('casual');

/** A first game: nothing but the Alhambra, against three bots that can be beaten. */
export const firstGame: Wish = {
  game: 'alhambra',
  simplified: false,
  ending: 'both',
  modules: [],
  seats: [{ seat: 'me' }, usualBot, bot('collector'), bot('builder')],
  pace: { pace: 'unlimited' },
  undo: true,
  hints: true,
  standIn: true,
  public: false,
};

/** The modules in the order of their boxes. */
export const allModules: Module[] = [
  'vizier',
  'bureaux',
  'bonus-cards',
  'huts',
  'walls',
  'thieves',
  'change',
  'street-trader',
  'camps',
  'bazaars',
  'falconers',
];

/** Sets that go well together. */
export const moduleSets = {
  first: [],
  favours: ['vizier', 'bureaux', 'bonus-cards', 'huts'],
  walls: ['walls', 'thieves', 'change', 'street-trader'],
  camps: ['vizier', 'camps', 'bazaars', 'falconers'],
  everything: allModules,
} satisfies Record<string, Module[]>;

/** The sets that a game can offer, each choice of modules once: of two that come to the same there, the later is named better. */
export function setsFor(playable: ReadonlySet<Module>): (keyof typeof moduleSets)[] {
  const content = (set: keyof typeof moduleSets) => moduleSets[set].filter((module) => playable.has(module));
  const sets = (Object.keys(moduleSets) as (keyof typeof moduleSets)[]).filter(
    (set) => !moduleSets[set].length || content(set).length > 0,
  );
  return sets.filter((set, i) => !sets.slice(i + 1).some((later) => sameModules(content(later), content(set))));
}

/** The symbol of each module. */
export const moduleSymbol: Record<Module, string> = {
  vizier: 'vizier-awake',
  bureaux: 'bureau',
  'bonus-cards': 'bonus',
  huts: 'hut',
  walls: 'wall-stick',
  thieves: 'thief',
  change: 'coin',
  'street-trader': 'trader',
  camps: 'camp',
  bazaars: 'bazaar',
  falconers: 'falcon-white',
};

/** Whether two sets hold the same modules. */
export const sameModules = (a: readonly Module[], b: readonly Module[]): boolean =>
  a.length === b.length && a.every((module) => b.includes(module));

/** Some modules, drawn without looking. */
export function drawn(from: readonly Module[], n: number, chance: () => number): Module[] {
  const bag = [...from];
  const out: Module[] = [];
  while (out.length < n && bag.length > 0) out.push(...bag.splice(Math.floor(chance() * bag.length), 1));
  return allModules.filter((module) => out.includes(module));
}

/** The same number of seats, or more open ones, or fewer from the end. */
export function resized(seats: SeatPlan[], n: number, fill: SeatPlan): SeatPlan[] {
  return Array.from({ length: n }, (_, i) => seats[i] ?? fill);
}

/** The same wish for a table that others find in the list: every bot makes room for somebody. */
export const opened = (wish: Wish): Wish => ({
  ...wish,
  public: true,
  seats: wish.seats.some(({ seat }) => seat === 'open')
    ? wish.seats
    : wish.seats.map((plan) => (plan.seat === 'bot' ? { seat: 'open' } : plan)),
});

/** The same wish for people around one device: nobody comes from elsewhere, and there are two of them at least. */
export function gathered(wish: Wish): Wish {
  const seats = wish.seats.map((plan): SeatPlan => (plan.seat === 'open' ? { seat: 'me', name: null } : plan));
  const alone = seats.filter(({ seat }) => seat === 'me').length < 2;
  return {
    ...wish,
    public: false,
    seats: seats.map((plan, i) => (alone && i === 1 ? { seat: 'me', name: null } : plan)),
  };
}

/** The seats of those who play on this device, with the names and colours of last time or new names of their own. */
export function withCompany(
  seats: SeatPlan[],
  company: { name: string; colour: Colour | null }[],
  newName: (n: number) => string,
): SeatPlan[] {
  let n = 0;
  return seats.map((plan) => {
    if (plan.seat !== 'me' || n++ === 0) return plan;
    const known = company[n - 2];
    return { seat: 'me', name: known?.name ?? newName(n), colour: known?.colour ?? null };
  });
}

/** Whether a decision may take days, so that nobody sits there and waits. */
export const isSlow = ({ pace }: Wish): boolean => pace.pace === 'per-move' && pace.seconds > 3600;

/** The wish as the server reads it. */
export function newTable(wish: Wish): NewTable {
  return {
    settings: {
      ruleset: {
        game: wish.game,
        modules: wish.modules,
        players: wish.seats.length,
        scoring: wish.simplified && wish.game !== 'alhambra' ? 'simplified' : 'regular',
        ending: wish.game === 'both' ? wish.ending : 'both',
      },
      pace: wish.pace,
      assistance: { undo: wish.undo, hints: wish.hints },
      visibility: wish.public ? 'public' : 'link',
      fixed_seats: false,
      substitute: 'fair',
      patience: wish.standIn && !isSlow(wish) ? patience : null,
    },
    seats: wish.seats,
    start: false,
    lesson: false,
  };
}

/** Whether nobody has to be waited for. */
export const isSolo = (wish: Wish): boolean =>
  wish.seats.every(({ seat }) => seat !== 'open') && wish.seats.filter(({ seat }) => seat === 'me').length === 1;

const places = { any: 'alhambra.wish', solo: 'alhambra.play-now' };

/** The wish of last time. */
export const lastWish = (): Wish => stored(places.any, firstGame);
/** What "Play now" plays: the last game against bots alone. */
export const soloWish = (): Wish => stored(places.solo, firstGame);

/** Remembers a wish for next time. */
export function remember(wish: Wish): void {
  store(places.any, wish);
  if (isSolo(wish)) store(places.solo, wish);
}
