// What a person likes, kept in this browser.

/** How fast other players' actions are shown. */
export type Speed = 'slow' | 'normal' | 'fast' | 'instant';
/** Light, dark, or what the system says. */
export type Theme = 'system' | 'light' | 'dark';

/** Everything that is remembered. */
export interface Settings {
  /** The language, or what the browser asks for. */
  language: string;
  theme: Theme;
  speed: Speed;
  /** Loudness of the sounds in percent; 0 is silent. */
  volume: number;
  /** Whether the last step of a turn waits for a confirmation. */
  confirm: boolean;
  /** Stronger patterns beside every colour. */
  patterns: boolean;
  /** Whether the browser tells when it is one's turn. */
  notifications: boolean;
  /** Whether somebody who watches is shown the palace of whoever decides. */
  follow: boolean;
  /** Keys that differ from the usual ones, by what they do. */
  keys: Record<string, string>;
}

const usual: Settings = {
  language: '',
  theme: 'system',
  speed: 'normal',
  volume: 60,
  confirm: true,
  patterns: false,
  notifications: false,
  follow: false,
  keys: {},
};

const place = 'alhambra.settings';

/** What was stored under a name, if it can still be read. */
export function stored<T extends object>(name: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(name);
    return text === null ? otherwise : { ...otherwise, ...(JSON.parse(text) as Partial<T>) };
  } catch {
    return otherwise;
  }
}

/** Stores something under a name, where the browser lets us. */
export function store(name: string, value: object): void {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing plays as well, it only forgets.
  }
}

export const settings: Settings = $state(stored(place, usual));

/** Changes settings and remembers them. */
export function change(some: Partial<Settings>): void {
  Object.assign(settings, some);
  store(place, $state.snapshot(settings));
}
