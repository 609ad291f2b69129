// The game itself, as it was compiled for browsers.
type Module = typeof import('../generated/alhambra.js');

/** Everything that the game can be asked. */
export type Game = Omit<Module, 'default' | 'initSync'>;

// Found rather than imported, so that a client without it can be built; it plays at tables of a server.
const scripts = import.meta.glob<Module>('../generated/alhambra.js');
const binaries = import.meta.glob<string>('../generated/alhambra_bg.wasm', {
  query: '?url',
  import: 'default',
});

/** Fetches the game and compiles it. */
export async function fetched(): Promise<WebAssembly.Module> {
  const [address] = await Promise.all(Object.values(binaries).map((find) => find()));
  if (address === undefined) throw new Error('this client was built without the game');
  try {
    return await WebAssembly.compileStreaming(fetch(address));
  } catch {
    // A web server that doesn't know what it serves: it is compiled all the same, once everything is here.
    return WebAssembly.compile(await (await fetch(address)).arrayBuffer());
  }
}

/** The game, ready to be asked. */
export async function wake(module: WebAssembly.Module): Promise<Game> {
  const [game] = await Promise.all(Object.values(scripts).map((load) => load()));
  if (game === undefined) throw new Error('this client was built without the game');
  await game.default({ module_or_path: module });
  return game;
}
