// Whether a server can be reached, as far as anybody has tried.

/** Whether there is a server at all: a static site has none, and everything lives in the browser. */
export const hasServer = import.meta.env.MODE !== 'site';

export const network = $state({
  /** Whether the last attempt to reach the server has failed. */
  lost: false,
  /** When a server last answered, in milliseconds since 1970. */
  heardAt: 0,
});

/** Notes what came of an attempt to reach the server. */
export function reached(answered: boolean): void {
  network.lost = !answered;
  if (answered) network.heardAt = Date.now();
}
