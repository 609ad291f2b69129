// The client as an app of this device: kept here, brought up to date when the player says so, and installed.

/** What Chromium asks with; other browsers have an entry in their own menu. */
interface Question extends Event {
  prompt(): Promise<unknown>;
}

export const app = $state({
  /** Whether a newer client is here and waits. */
  outdated: false,
  /** Whether the browser offers to install the client. */
  installable: false,
});

/** Who leaves the client open for days hears of a new version, too; in milliseconds. */
const LOOK_AGAIN = 3_600_000;

let question: Question | undefined;
let renew = (): Promise<void> => Promise.resolve();

addEventListener('beforeinstallprompt', (event) => {
  // Asked where the player looks for it, not when the browser thinks of it.
  event.preventDefault();
  question = event as Question;
  app.installable = true;
});
addEventListener('appinstalled', () => (app.installable = false));

/** Asks whether the client may be installed. */
export async function install(): Promise<void> {
  await question?.prompt();
  question = undefined;
  app.installable = false;
}

/** Keeps the whole client on this device, where the browser can; it starts without a network from then on. */
export async function keep(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const { registerSW } = await import('virtual:pwa-register');
  renew = registerSW({
    onNeedRefresh: () => (app.outdated = true),
    onRegisteredSW: (_, registration) => {
      const look = () => registration?.update().catch(() => undefined);
      setInterval(look, LOOK_AGAIN);
    },
    // Some browsers refuse, for instance in private windows: nothing is missing but the start without a network.
    onRegisterError: () => undefined,
  });
}

/** Changes to the newer client, in every window. */
export const change = (): Promise<void> => renew();
