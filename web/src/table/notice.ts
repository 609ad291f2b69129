// A notice of the browser for those who look at another page while the table waits for them.
import { settings } from '../lib/settings.svelte';

/** Tells it outside the page, if that was asked for and nobody looks at the page. */
export function notify(title: string, body: string, table: string): void {
  if (!settings.notifications || !document.hidden || !('Notification' in window)) return;
  if (Notification.permission !== 'granted') return;
  try {
    const notice = new Notification(title, { body, tag: table });
    notice.onclick = () => {
      window.focus();
      notice.close();
    };
  } catch {
    // Some phones only let a worker speak; there the title has to do.
  }
}
