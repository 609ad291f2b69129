// The page's way to the worker that has the tables of this browser; it is made when it is first needed, and anew when it dies.
import { type Remote, transfer, wrap } from 'comlink';

import type { Problem } from '../generated/protocol';
import { ApiError, HereError } from '../lib/api';
import { called } from '../lib/me.svelte';
import type { House } from './house';

interface Running {
  house: Remote<House>;
  /** Fails when the worker dies. */
  died: Promise<never>;
  end: (reason: Error) => void;
}

/** A worker that is silent for so long is dead, in milliseconds: it never thinks, and answers at once. */
const SILENCE = 10_000;

let running: Running | undefined;

function start(): Running {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'alhambra' });
  let end: (reason: Error) => void = () => undefined;
  const died = new Promise<never>((_, failed) => {
    end = (reason) => {
      if (running?.died === died) running = undefined;
      worker.terminate();
      failed(reason);
    };
  });
  died.catch(() => undefined);
  worker.onerror = (event) => end(new Error(event.message));
  return { house: wrap<House>(worker), died, end };
}

/** Systems put pages to sleep and sometimes kill what belongs to them: whoever comes back looks whether it is still there. */
document.addEventListener('visibilitychange', () => {
  const asked = running;
  if (document.visibilityState !== 'visible' || !asked) return;
  const timer = setTimeout(() => asked.end(new Error('the worker is silent')), SILENCE);
  const heard = () => clearTimeout(timer);
  asked.house.ping().then(heard, heard);
});

/** Asks the worker something. */
export async function ask<T>(question: (house: Remote<House>) => Promise<T>): Promise<T> {
  running ??= start();
  try {
    return await Promise.race([question(running.house), running.died]);
  } catch (error) {
    if (error instanceof Error) throw new HereError();
    const problem = error as Problem;
    throw new ApiError(problem, problem.code === 'not-found' ? 404 : 422);
  }
}

/** The name that whoever plays here is known by; a newcomer is given one. */
export async function name(): Promise<string> {
  return called(() => ask((house) => house.guest(navigator.languages.join(','))));
}

/** Lays a line to a table; it breaks when the worker dies. */
export async function connect(id: string, seen: number | null, port: MessagePort, broke: () => void): Promise<void> {
  const who = await name();
  running ??= start();
  running.died.catch(broke);
  await ask((house) => house.connect(id, { name: who, seen }, transfer(port, [port])));
}

/** Asks the browser to keep what is stored here even when room gets scarce. */
export function keepStored(): void {
  // Not everywhere, and a refusal changes nothing.
  void navigator.storage?.persist?.().catch(() => undefined);
}
