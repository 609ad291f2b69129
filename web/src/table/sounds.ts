// Short sounds of wood, clay and water, made on the spot.
import type { Event } from '../generated/protocol';
import { settings } from '../lib/settings.svelte';

/** A voice: how it begins, how high, how long. */
interface Note {
  wave: OscillatorType;
  pitch: number;
  to?: number;
  after?: number;
  length: number;
  loud?: number;
}

const wood = (pitch: number, after = 0): Note => ({ wave: 'triangle', pitch, to: pitch * 0.6, after, length: 0.09 });
const clay = (pitch: number, after = 0): Note => ({ wave: 'sine', pitch, to: pitch * 0.8, after, length: 0.16 });
const bell = (pitch: number, after = 0, length = 0.5): Note => ({ wave: 'sine', pitch, after, length, loud: 0.7 });

const VOICES = {
  turn: [bell(660), bell(990, 0.09, 0.7)],
  taken: [wood(420)],
  paid: [wood(360), wood(300, 0.06)],
  exact: [clay(520), bell(1040, 0.07, 0.3)],
  set: [clay(180), wood(240, 0.02)],
  kept: [clay(220)],
  down: [clay(200), clay(150, 0.08)],
  no: [{ wave: 'sine', pitch: 110, to: 80, length: 0.12 }],
  falcon: [bell(1400, 0, 0.12), bell(1100, 0.09, 0.2)],
  coin: [bell(1600, 0, 0.15)],
  thief: [wood(260), wood(200, 0.08), wood(160, 0.16)],
  vizier: [clay(330), clay(440, 0.1)],
  scoring: [bell(440), bell(554, 0.12), bell(659, 0.24, 0.8)],
  row: [wood(500)],
  wall: [wood(620), wood(700, 0.05)],
  victory: [bell(523), bell(659, 0.14), bell(784, 0.28), bell(1046, 0.42, 1.2)],
  message: [bell(880, 0, 0.2)],
} satisfies Record<string, Note[]>;

/** A sound by name. */
export type Sound = keyof typeof VOICES;

let context: AudioContext | undefined;

/** Plays a sound as loudly as the player likes. */
export function play(sound: Sound): void {
  // A page may sound only after somebody has touched it.
  if (settings.volume <= 0 || !navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
  const notes: Note[] = VOICES[sound];
  for (const note of notes) {
    const from = context.currentTime + (note.after ?? 0);
    const voice = context.createOscillator();
    const gain = context.createGain();
    voice.type = note.wave;
    voice.frequency.setValueAtTime(note.pitch, from);
    if (note.to) voice.frequency.exponentialRampToValueAtTime(note.to, from + note.length);
    gain.gain.setValueAtTime(0, from);
    gain.gain.linearRampToValueAtTime((settings.volume / 100) * 0.22 * (note.loud ?? 1), from + 0.006);
    gain.gain.exponentialRampToValueAtTime(0.0001, from + note.length);
    voice.connect(gain).connect(context.destination);
    voice.start(from);
    voice.stop(from + note.length + 0.02);
  }
}

const OF_EVENT: Partial<Record<Event['event'], Sound>> = {
  took: 'taken',
  'took-bureau': 'taken',
  built: 'set',
  swapped: 'set',
  kept: 'kept',
  given: 'kept',
  'taken-down': 'down',
  'added-walls': 'wall',
  'falcon-came': 'falcon',
  'got-change': 'coin',
  stole: 'thief',
  'vizier-used': 'vizier',
  'vizier-woke': 'vizier',
  scored: 'scoring',
  over: 'victory',
};

/** The one sound of what has happened, if it has one: a scoring or the end is heard before what led there. */
export function soundOf(events: readonly Event[]): Sound | null {
  const heard = events.flatMap((it): Sound[] => {
    if (it.event === 'bought') return [it.exact ? 'exact' : 'paid'];
    const sound = OF_EVENT[it.event];
    return sound ? [sound] : [];
  });
  return heard.find((it) => it === 'victory') ?? heard.find((it) => it === 'scoring') ?? heard[0] ?? null;
}
