// Somebody who plays with what the page offers: by clicks alone, or by keys alone.
import type { Locator, Page } from 'playwright-core';

/** What can be done at a table now. */
type Chance = 'over' | 'wait' | 'ledger' | 'primary' | 'cell' | 'tile' | 'money' | 'other';

/** Looks around and marks the thing to press with `data-next`. */
export async function look(page: Page): Promise<Chance> {
  return page.evaluate((): Chance => {
    document.querySelector('[data-next]')?.removeAttribute('data-next');
    const shown = (selector: string): HTMLElement | undefined =>
      [...document.querySelectorAll<HTMLElement>(selector)].find(
        (it) => it.checkVisibility() && it.ariaDisabled !== 'true' && !it.matches(':disabled'),
      );
    const mark = (chance: Chance, it: HTMLElement | undefined): Chance | undefined => {
      it?.setAttribute('data-next', '');
      return it && chance;
    };
    const chosen = document.querySelector('.cell[aria-pressed=true]');
    return (
      mark('ledger', shown('[data-primary]:not(.main)')) ??
      (shown('a[href^="/g/"]') ? 'over' : undefined) ??
      // What lies there while others act may be looked at, but is gone in a moment.
      (document.title.startsWith('(!)') ? undefined : 'wait') ??
      mark('primary', shown('.bar .main')) ??
      (chosen ? undefined : mark('cell', shown('.cell.active'))) ??
      mark('tile', shown('.market .pick:not(.dim):not([aria-pressed=true])')) ??
      mark('money', shown('.display .pick:not(.dim):not(.quiet):not([aria-pressed=true])')) ??
      mark('other', shown('[data-choice]')) ??
      'wait'
    );
  });
}

/** Does one thing with the mouse, if there is something to do. */
export async function click(page: Page, seen?: Chance): Promise<Chance> {
  const chance = seen ?? (await look(page));
  if (chance === 'wait') await page.waitForTimeout(40);
  else if (chance !== 'over') await clickNext(page);
  return chance;
}

/** Clicks what is marked; what moves away under the mouse is looked for anew. */
export async function clickNext(page: Page): Promise<void> {
  const next = await page.$('[data-next]');
  await next?.click({ timeout: 2000 }).catch(() => undefined);
}

/** Does one thing with the keyboard, if there is something to do. */
export async function press(page: Page): Promise<Chance> {
  const chance = await look(page);
  switch (chance) {
    case 'over':
      break;
    case 'wait':
      await page.waitForTimeout(40);
      break;
    case 'ledger':
      await page.keyboard.press('Escape');
      break;
    case 'primary':
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
      await page.keyboard.press('Enter');
      break;
    case 'tile':
    case 'money': {
      const place = await page.evaluate(() => {
        const next = document.querySelector('[data-next]');
        const group = next?.closest('.market, .display');
        return [...(group?.querySelectorAll('.pick') ?? [])].indexOf(next as Element);
      });
      const square = await page.evaluate(() => {
        const squares = [...document.querySelectorAll('.market .square')];
        return squares.findIndex((it) => it.contains(document.querySelector('[data-next]')));
      });
      await page.keyboard.press(chance === 'tile' ? `${square + 1}` : `${place + 5}`);
      break;
    }
    case 'cell':
    case 'other':
      await walkTo(page);
      await page.keyboard.press('Enter');
      break;
  }
  return chance;
}

/** Goes to the marked thing, or another cell that will do, by Tab, and inside a group by arrow keys. */
async function walkTo(page: Page): Promise<void> {
  const where = () =>
    page.evaluate((): 'there' | 'group' | 'elsewhere' => {
      const at = document.activeElement;
      if (!at || at.matches('[data-next], .cell.active')) return at ? 'there' : 'elsewhere';
      const next = document.querySelector('[data-next]');
      return at !== document.body && next && at.parentElement?.contains(next) ? 'group' : 'elsewhere';
    });
  for (let i = 0; i < 200; i++) {
    const at = await where();
    if (at === 'there') return;
    // A cell that is left behind is in the way of the others' one stop.
    await page.keyboard.press(at === 'group' && !(await onCell(page)) ? 'ArrowRight' : 'Tab');
  }
  throw new Error('not to be reached by keys');
}

const onCell = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.activeElement?.classList.contains('cell') ?? false);

/** Plays until the game is over; whatever is to be seen on the way can be looked at. */
export async function playOn(
  page: Page,
  act: (page: Page) => Promise<Chance>,
  meanwhile?: (n: number, chance: Chance) => Promise<void>,
): Promise<number> {
  let n = 0;
  let idle = 0;
  for (;;) {
    const chance = await act(page);
    if (chance === 'over') return n;
    if (chance === 'wait') {
      idle += 1;
      if (idle > 3000) throw new Error(`nothing to do for two minutes after ${n} steps at ${page.url()}`);
      continue;
    }
    idle = 0;
    n += 1;
    if (n > 4000) throw new Error('the game does not end');
    await meanwhile?.(n, chance);
  }
}

/** The middle of something, and of where it goes, with the points between. */
async function wayOf(from: Locator, to: Locator): Promise<{ x: number; y: number }[]> {
  const [start, end] = await Promise.all(
    [from, to].map(async (it) => {
      // The board finds its place anew when something opens beside it.
      await (await it.elementHandle())?.waitForElementState('stable');
      const box = await it.boundingBox();
      if (!box) throw new Error('nothing to carry, or nowhere to go');
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    }),
  );
  if (!start || !end) return [];
  const part = (n: number) => ({ x: start.x + ((end.x - start.x) * n) / 6, y: start.y + ((end.y - start.y) * n) / 6 });
  return Array.from({ length: 7 }, (_, n) => part(n));
}

/** Carries a piece with the mouse. */
export async function carryByMouse(page: Page, from: Locator, to: Locator): Promise<void> {
  const [start, ...way] = await wayOf(from, to);
  if (!start) return;
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  for (const { x, y } of way) await page.mouse.move(x, y);
  await page.mouse.up();
}

/** Carries a piece with a finger. */
export async function carryByFinger(page: Page, from: Locator, to: Locator): Promise<void> {
  const [start, ...way] = await wayOf(from, to);
  if (!start) return;
  const hand = await page.context().newCDPSession(page);
  await hand.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [start] });
  for (const point of way) await hand.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [point] });
  await hand.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

/** Plays on at random, over a socket of its own, until the game is over. */
export const finish = (page: Page, id: string): Promise<void> =>
  page.evaluate(
    (id) =>
      new Promise<void>((done) => {
        const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/api/tables/${id}/socket`);
        let [seat, seq, asked] = [0, 0, -1];
        const ask = (what: object) => socket.send(JSON.stringify({ seat, seq, ...what }));
        socket.onmessage = ({ data }: MessageEvent<string>) => {
          const message = JSON.parse(data) as {
            say: string;
            answer?: string;
            actions?: string[];
            update?: { seat: number; seq: number; options: object | null; view: { agenda: object[] } };
          };
          const { update, actions } = message;
          if (update) {
            ({ seat, seq } = update);
            if (update.view.agenda.length === 0) return done();
            if (update.options === null || asked === seq) return;
            asked = seq;
            ask({ ask: 'legal' });
          } else if (actions) ask({ ask: 'act', action: actions[Math.floor(Math.random() * actions.length)] });
          // Whoever asks too fast waits a little.
          else if (message.say === 'error') setTimeout(() => ask({ ask: 'legal' }), 300);
        };
      }),
    id,
  );
