// What is cut off, covered, or out of reach on a page, found by measuring everything that is to be read or pressed.
import type { Page } from 'playwright-core';

/** What may be scrolled sideways: a row of pieces of which there is no end. */
const SIDEWAYS = '.none-yet';

/** Everything on the page that can't be read or pressed as a whole, in words; `still` has to show everything without being scrolled. */
export async function faultsOf(page: Page, still = ''): Promise<string[]> {
  // Pieces on their way, and sheets that slide, have arrived; nothing loops.
  await page.evaluate(async () => {
    await document.fonts.ready;
    // The board and what depends on its size have measured themselves anew.
    for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame);
    const ending = document.getAnimations().filter((it) => it.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map((it) => it.finished));
  });
  return page.evaluate(
    ({ still, sideways }) => {
      interface Box {
        left: number;
        top: number;
        right: number;
        bottom: number;
      }
      const faults = new Set<string>();
      const PRESSED = 'button, a[href], input, select, textarea, summary, [role=tab], [role=slider]';
      const all = [...document.body.querySelectorAll<HTMLElement>('*')];
      // What lies over everything is looked at alone, and so are the lesson's words.
      const modal = document.querySelector('dialog:modal, .stage, .cover, .veil + section');
      const styles = new Map<Element, CSSStyleDeclaration>();
      const styleOf = (it: Element): CSSStyleDeclaration => {
        const known = styles.get(it) ?? getComputedStyle(it);
        styles.set(it, known);
        return known;
      };
      /** Not for the eye: hidden, faded out, or there for screen readers alone. */
      const isSeen = (it: Element): boolean =>
        it.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
        !it.closest('[inert], .visually-hidden, .symbols, .travelling') &&
        (!modal || modal.contains(it)) &&
        !hasNoSize(it);
      const hasNoSize = (it: Element): boolean => {
        for (let at: Element | null = it; at; at = at.parentElement) {
          if (styleOf(at).clipPath === 'inset(50%)') return true;
        }
        return false;
      };
      const nameOf = (it: Element): string => {
        const parts: string[] = [];
        for (let at: Element | null = it; at && at !== document.body && parts.length < 3; at = at.parentElement) {
          const classes = [...at.classList].filter((name) => !name.startsWith('svelte-'));
          parts.unshift([at.localName, ...classes].join('.'));
        }
        const text = (it.textContent || it.ariaLabel || '').trim().replace(/\s+/g, ' ').slice(0, 40);
        return `${parts.join(' ')} “${text}”`;
      };

      /** What is left of a box inside everything around it; `null` where the rest can be scrolled to. */
      function visible(box: Box, owner: Element, what: string): Box | null {
        const { left, top, right, bottom } = box;
        const rest: Box = { left, top, right, bottom };
        let fixed = styleOf(owner).position === 'fixed';
        let out = styleOf(owner).position === 'absolute';
        for (let at = owner.parentElement; at && at !== document.documentElement; at = at.parentElement) {
          const style = styleOf(at);
          // What stands absolutely is cut only by what it is placed in.
          const holds = !out || style.position !== 'static' || style.transform !== 'none';
          if (holds && at !== document.body) {
            const edge = at.getBoundingClientRect();
            const [x, y] = [edge.left + at.clientLeft, edge.top + at.clientTop];
            const inner: Box = { left: x, top: y, right: x + at.clientWidth, bottom: y + at.clientHeight };
            for (const [overflow, from, to, size, room] of [
              [style.overflowX, 'left', 'right', at.scrollWidth, at.clientWidth],
              [style.overflowY, 'top', 'bottom', at.scrollHeight, at.clientHeight],
            ] as const) {
              if (overflow === 'visible' || at.clientWidth === 0) continue;
              if (rest[from] >= inner[from] - 1.5 && rest[to] <= inner[to] + 1.5) continue;
              const scrolls = (overflow === 'auto' || overflow === 'scroll') && size > room;
              if (!scrolls) {
                faults.add(`${what} is cut by ${nameOf(at).split(' “')[0]}`);
                return null;
              }
              if (style.scrollbarWidth === 'none') faults.add(`${what} is scrolled to by nothing that is seen`);
              // One line at least is seen at a time.
              if (box[to] - box[from] > room + 2 && room < 60) faults.add(`${what} is larger than where it scrolls`);
              rest[from] = Math.max(rest[from], inner[from]);
              rest[to] = Math.min(rest[to], inner[to]);
              if (rest[to] - rest[from] < 2) return null;
            }
          }
          if (holds) out = style.position === 'absolute';
          if (style.position === 'fixed') fixed = true;
          if (fixed && style.position === 'fixed') break;
        }
        const root = document.documentElement;
        const beyond =
          rest.left < -1.5 || rest.top < -1.5 || rest.right > innerWidth + 1.5 || rest.bottom > innerHeight + 1.5;
        if (!beyond) return rest;
        const clips = ['hidden', 'clip'];
        const scrollsX = root.scrollWidth > innerWidth && !clips.includes(styleOf(root).overflowX);
        const scrollsY = root.scrollHeight > innerHeight && !clips.includes(styleOf(root).overflowY);
        const outX = rest.left < -1.5 - scrollX || (rest.right > innerWidth + 1.5 && !scrollsX);
        const outY = rest.top < -1.5 - scrollY || (rest.bottom > innerHeight + 1.5 && !scrollsY);
        if (fixed || outX || outY) faults.add(`${what} is outside the window`);
        const seen = {
          left: Math.max(rest.left, 0),
          top: Math.max(rest.top, 0),
          right: Math.min(rest.right, innerWidth),
          bottom: Math.min(rest.bottom, innerHeight),
        };
        return seen.right - seen.left < 2 || seen.bottom - seen.top < 2 ? null : seen;
      }

      /** Whether what lies over a box is a bar that stays in view, and the page can be scrolled until the box is clear of it. */
      const slides = (it: Element, box: Box): boolean => {
        const root = document.documentElement;
        for (let at: Element | null = it; at; at = at.parentElement) {
          if (styleOf(at).position !== 'sticky') continue;
          const bar = at.getBoundingClientRect();
          const [up, down] = [box.bottom - bar.top, bar.bottom - box.top];
          return up <= root.scrollHeight - innerHeight - scrollY + 1.5 || down <= scrollY + 1.5;
        }
        return false;
      };
      const related = (a: Element, b: Element): boolean => a === b || a.contains(b) || b.contains(a);
      const paints = (it: Element): boolean => {
        const style = styleOf(it);
        if (Number(style.opacity) < 0.5) return false;
        if (it instanceof SVGElement) return it.localName !== 'svg' && it.localName !== 'g' && style.fill !== 'none';
        const alpha = /rgba\(.*, ([\d.]+)\)|\/ ([\d.]+)\)/.exec(style.backgroundColor);
        const solid = alpha ? Number(alpha[1] ?? alpha[2]) > 0.5 : style.backgroundColor !== 'transparent';
        return solid || style.backgroundImage !== 'none';
      };

      // What is pressed
      for (const it of all) {
        if (!it.matches(PRESSED) || !isSeen(it)) continue;
        // A switch may be a small box behind its picture: the label is what is pressed.
        const owner = it.matches('input') ? (it.closest('label') ?? it) : it;
        const what = nameOf(owner);
        const box = owner.getBoundingClientRect();
        if (box.width === 0 || box.height === 0) continue;
        // Cells go where the palace goes: the board is dragged, zoomed and fitted.
        const onBoard = it.matches('.cell');
        const rest = onBoard ? box : visible(box, owner, what);
        if (!rest || styleOf(it).pointerEvents === 'none') continue;
        const [x, y] = [(rest.left + rest.right) / 2, (rest.top + rest.bottom) / 2];
        const hit = document.elementFromPoint(x, y);
        if (hit && !related(owner, hit) && !slides(hit, rest) && !(onBoard && hit.closest('.reach'))) {
          faults.add(`${what} is covered by ${nameOf(hit)}`);
        }
      }

      // What is read
      const touchable = new CSSStyleSheet();
      touchable.replaceSync('* { pointer-events: auto !important }');
      document.adoptedStyleSheets.push(touchable);
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const owner = node.parentElement;
        if (!node.nodeValue?.trim() || !owner || owner.closest('svg, script, style, noscript, option')) continue;
        if (!isSeen(owner)) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        const what = `text ${nameOf(owner)}`;
        // A text may end in “…” if it can be read as a whole where the pointer rests.
        const dotted = styleOf(owner).textOverflow === 'ellipsis' && !!owner.closest('[title]');
        for (const { left, top, right, bottom } of range.getClientRects()) {
          if (right - left < 1) continue;
          // Letters are lower than their line.
          const slack = (bottom - top) * 0.22;
          const edge = owner.getBoundingClientRect();
          const box = {
            left,
            top: top + slack,
            right: dotted ? Math.min(right, edge.right) : right,
            bottom: bottom - slack,
          };
          // Its own box cuts it as well as those around.
          const marker = { parentElement: owner } as unknown as Element;
          styles.set(marker, { position: 'static' } as CSSStyleDeclaration);
          const rest = visible(box, marker, what);
          if (!rest) continue;
          for (const part of [0.12, 0.5, 0.88]) {
            const [x, y] = [rest.left + (rest.right - rest.left) * part, (rest.top + rest.bottom) / 2];
            for (const hit of document.elementsFromPoint(x, y)) {
              if (related(owner, hit)) break;
              if (!paints(hit)) continue;
              if (slides(hit, rest)) break;
              faults.add(`${what} is covered by ${nameOf(hit)}`);
              break;
            }
          }
        }
      }

      // What scrolls though it should have its place
      for (const it of all) {
        if (!isSeen(it)) continue;
        const { overflowX, overflowY } = styleOf(it);
        const scrolls = (overflow: string) => overflow === 'auto' || overflow === 'scroll';
        if (scrolls(overflowX) && it.scrollWidth > it.clientWidth + 2 && !it.matches(sideways)) {
          faults.add(`${nameOf(it)} scrolls sideways`);
        }
        if (scrolls(overflowY) && it.scrollHeight > it.clientHeight + 2 && still && it.matches(still)) {
          faults.add(`${nameOf(it)} scrolls`);
        }
      }
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((it) => it !== touchable);
      return [...faults];
    },
    { still, sideways: SIDEWAYS },
  );
}
