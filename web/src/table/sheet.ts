// The sheet of a phone: how high it stands, and what of it a moment needs.
import type { Step } from '../generated/protocol';
import type { Drawer } from './game.svelte';
import type { Selection } from './selection';

export type Tab = 'market' | 'hand' | 'others' | 'log';
export type Level = 'peek' | 'half' | 'full';
export const LEVELS: readonly Level[] = ['peek', 'half', 'full'];

/** From this speed on, in pixels a millisecond, a drag is a push that goes on by itself. */
const PUSH = 0.4;

/** The height a sheet settles at when it is let go: pushed, the next one that way; else the nearest. */
export function settle(height: number, speed: number, stops: Record<Level, number>): Level {
  const far = (level: Level): number => Math.abs(stops[level] - height);
  const ahead = LEVELS.filter((it) => (speed > 0 ? stops[it] > height : stops[it] < height));
  const among = Math.abs(speed) >= PUSH && ahead.length > 0 ? ahead : LEVELS;
  return among.reduce((best, it) => (far(it) < far(best) ? it : best));
}

/** What the moment needs of the sheet; no tab where any will do. */
export interface Need {
  tab: Tab | null;
  level: Level;
}

export function needOf(step: Step['step'] | null, selection: Selection, drawer: Drawer): Need {
  const { what } = selection;
  // The palace is what one looks at.
  if ((what === 'placing' && selection.way === 'build') || what === 'redesign' || what === 'trader') {
    return { tab: null, level: 'peek' };
  }
  if (drawer === 'standing') return { tab: 'market', level: 'full' };
  if (step === 'ask-bonus') return { tab: 'hand', level: 'half' };
  return { tab: step === null && drawer === null ? null : 'market', level: 'half' };
}
