// Somebody who tries everything: whatever a module offers is done before anything usual.
import type { Page } from 'playwright-core';

import { click, clickNext, playOn } from './player';

/** The things of modules that can be touched, in the order in which they are tried. */
const CURIOUS = [
  // What was begun is finished first.
  '.pay:not(:has(.on)) .pick',
  '.drawer:not(:has(.on)) .grid .pick:not([aria-disabled=true])',
  '.drawer:not(:has(.on)) .hut:not([aria-disabled=true])',
  '.drawer:not(:has(.disc.on)) .disc:not([aria-disabled=true])',
  '.cell.corner:not([aria-pressed=true])',
  // Between turns: the vizier and the thieves.
  '.interrupt:not(:has([aria-pressed=true])) button',
  // In the own turn.
  '.bonus-card:not([aria-disabled=true]):not(:disabled):not([aria-pressed=true])',
  '.bazaar:not([aria-disabled=true]):not(.on):has(.exact)',
  '.market .pick[aria-label^="Camp"]:not(.dim):not([aria-pressed=true])',
  '.display .pick[aria-label^="Bureau"]:not([aria-pressed=true])',
  '.act:not([aria-disabled=true]):not([aria-pressed=true]):not(:has([href="#reserve"]))',
] as const;

/** Marks something of a module that was not tried often yet; says which kind of thing it is. */
async function spot(page: Page, tried: Record<string, number>): Promise<string | null> {
  return page.evaluate(
    ({ curious, tried }) => {
      document.querySelector('[data-next]')?.removeAttribute('data-next');
      const visible = (it: HTMLElement) => it.checkVisibility() && !it.matches(':disabled');
      // A scoring, another person, or an act that is ready comes first.
      if ([...document.querySelectorAll<HTMLElement>('[data-primary]:not(.main)')].some(visible)) return null;
      const ready = document.querySelector<HTMLElement>('.bar .main:not(:disabled)');
      const passes = ready?.querySelector('[href="#ui-step"]') !== null;
      if (ready && visible(ready) && !passes) return null;
      for (const selector of curious) {
        for (const it of document.querySelectorAll<HTMLElement>(selector)) {
          const name = `${selector} ${it.ariaLabel ?? it.innerText}`.replace(/\d+/g, '');
          if (!visible(it) || (tried[name] ?? 0) >= 3) continue;
          it.setAttribute('data-next', '');
          return name;
        }
      }
      return null;
    },
    { curious: CURIOUS, tried },
  );
}

/** Plays a game to its end, or until something has happened, and touches everything that modules bring. */
export async function explore(
  page: Page,
  meanwhile?: (n: number) => Promise<void>,
  until?: () => boolean,
): Promise<void> {
  const tried: Record<string, number> = {};
  const bazaars = page.locator('.yard button', { hasText: /^Bazaars/ });
  await playOn(
    page,
    async () => {
      if (until?.()) return 'over';
      if ((await page.locator('.drawer').count()) === 0 && (await bazaars.count()) > 0) {
        await bazaars
          .first()
          .click({ timeout: 2000 })
          .catch(() => undefined);
      }
      const name = await spot(page, tried);
      if (name === null) return click(page);
      tried[name] = (tried[name] ?? 0) + 1;
      await clickNext(page);
      return 'other';
    },
    meanwhile,
  );
}
