// The worker that has the tables of this browser.
import { expose, wrap } from 'comlink';

import { fetched, wake, type Game } from './game';
import { House } from './house';
import type { Mind } from './mind';
import { Minds, type Thinker } from './minds';
import { Shelf } from './shelf';

let module: Promise<WebAssembly.Module> | undefined;
let game: Promise<Game> | undefined;

/** The game; fetched once, and again if that failed. */
function awake(): Promise<Game> {
  module ??= fetched();
  game ??= module.then(wake);
  game.catch(() => {
    module = undefined;
    game = undefined;
  });
  return game;
}

function spawn(): Thinker {
  const worker = new Worker(new URL('./mind.ts', import.meta.url), { type: 'module', name: 'alhambra-mind' });
  const mind = wrap<Mind>(worker);
  const died = new Promise<never>((_, failed) => {
    worker.onerror = (event) => failed(new Error(event.message));
    // Whoever can't wake up never answers: that shows, too.
    Promise.resolve(module)
      .then((it) => (it ? mind.wakes(it) : undefined))
      .catch(failed);
  });
  died.catch(() => undefined);
  return { mind, died, end: () => worker.terminate() };
}

const minds = new Minds(spawn, navigator.hardwareConcurrency);

// The page hears of it as an error of this worker, and takes a new one.
expose(new House(awake, new Shelf(), minds, navigator.locks, reportError));
