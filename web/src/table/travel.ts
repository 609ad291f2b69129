// Cards and tiles on their way: a picture of the piece goes from where it lay to where it lies now.
import type { Entry, Event } from '../generated/protocol';

/** A journey: where the piece is now, and where it goes. */
interface Journey {
  from: string;
  to: string;
}

/** Which places an event moves something between; `me` is the seat whose hand is shown. */
export function journeysOf(
  event: Event,
  me: number | null,
  display: readonly string[],
  market: readonly (string | null)[],
): Journey[] {
  const home = (seat: number, own: string): string => (seat === me ? own : `player-${seat}`);
  const squares = ['fl', 'di', 'de', 'du'];
  switch (event.event) {
    case 'took': {
      const used: number[] = [];
      return event.cards.map((card) => {
        const at = display.findIndex((it, i) => it === card && !used.includes(i));
        used.push(at);
        return { from: `display-${at}`, to: home(event.seat, 'hand') };
      });
    }
    case 'took-bureau':
      return [{ from: `display-${display.indexOf(event.bureau)}`, to: home(event.seat, 'hand') }];
    case 'stole':
      return [{ from: `display-${display.indexOf(event.card)}`, to: home(event.seat, 'hand') }];
    case 'bought': {
      const square = squares[market.indexOf(event.tile)];
      return square ? [{ from: `market-${square}`, to: home(event.seat, 'slot') }] : [];
    }
    case 'awarded': {
      if (typeof event.winner !== 'number') return [];
      return [{ from: `market-${event.currency}`, to: home(event.winner, 'slot') }];
    }
    case 'kept':
      return event.seat === me ? [{ from: 'slot', to: 'reserve' }] : [];
    case 'given':
      return [{ from: home(event.seat, 'slot'), to: 'dirk' }];
    default:
      return [];
  }
}

const place = (name: string): HTMLElement | null => document.querySelector(`[data-place="${name}"]`);

/** Shows another moment and lets the pieces travel there. */
export function travel(
  news: readonly Entry[],
  me: number | null,
  display: readonly string[],
  market: readonly (string | null)[],
  show: () => void,
  duration: number,
): void {
  const journeys = news.flatMap((it) => it.events.flatMap((event) => journeysOf(event, me, display, market)));
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches || duration <= 0;
  const ghosts = still
    ? []
    : journeys.flatMap(({ from, to }) => {
        const source = place(from);
        const picture = source?.querySelector('svg.tile, .card') ?? source;
        if (!source || !picture) return [];
        const box = picture.getBoundingClientRect();
        const ghost = picture.cloneNode(true) as HTMLElement;
        return [{ ghost, box, to }];
      });
  show();
  if (ghosts.length === 0) return;
  requestAnimationFrame(() => {
    for (const { ghost, box, to } of ghosts) {
      const target = place(to)?.getBoundingClientRect();
      if (!target) continue;
      ghost.setAttribute('aria-hidden', 'true');
      ghost.classList.add('travelling');
      Object.assign(ghost.style, {
        position: 'fixed',
        left: `${box.left}px`,
        top: `${box.top}px`,
        width: `${box.width}px`,
        height: `${box.height}px`,
        margin: '0',
        zIndex: '50',
        pointerEvents: 'none',
      });
      document.body.append(ghost);
      const dx = target.left + target.width / 2 - (box.left + box.width / 2);
      const dy = target.top + target.height / 2 - (box.top + box.height / 2);
      const way = ghost.animate(
        [
          { transform: 'none', opacity: 1 },
          { transform: `translate(${dx * 0.55}px, ${dy * 0.5 - 24}px) scale(0.92)`, opacity: 1, offset: 0.5 },
          { transform: `translate(${dx}px, ${dy}px) scale(0.6)`, opacity: 0.2 },
        ],
        { duration, easing: 'cubic-bezier(.2,.7,.2,1)' },
      );
      way.onfinish = () => ghost.remove();
      way.oncancel = () => ghost.remove();
    }
  });
}
