// Arrow keys inside a group of buttons, so that the group is one stop of the tab key.
import type { Action } from 'svelte/action';

/** Makes the buttons of a group one stop, or none while it is idle; arrows, Home and End move among them. */
export const arrows: Action<HTMLElement, { idle: boolean } | undefined> = (group, how) => {
  const buttons = (): HTMLElement[] => [...group.querySelectorAll<HTMLElement>('button:not(:disabled)')];
  /** Where the focus was last; before that, the button that acts. */
  let stop: HTMLElement | undefined;
  function settle(): void {
    const all = buttons();
    if (stop && !all.includes(stop)) stop = undefined;
    const first = stop ?? all.find((it) => 'primary' in it.dataset) ?? all[0];
    for (const it of all) it.tabIndex = it === first && !how?.idle ? 0 : -1;
  }
  function focus(event: FocusEvent): void {
    const target = event.target;
    if (target instanceof HTMLElement && buttons().includes(target)) stop = target;
    settle();
  }
  function key(event: KeyboardEvent): void {
    const all = buttons();
    const at = all.indexOf(document.activeElement as HTMLElement);
    if (at < 0) return;
    const steps: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
    const step = steps[event.key];
    const to =
      event.key === 'Home'
        ? 0
        : event.key === 'End'
          ? all.length - 1
          : step
            ? (at + step + all.length) % all.length
            : -1;
    if (to < 0) return;
    event.preventDefault();
    all[to]?.focus();
  }
  group.addEventListener('focusin', focus);
  group.addEventListener('keydown', key);
  const watcher = new MutationObserver(settle);
  watcher.observe(group, { childList: true, subtree: true, attributeFilter: ['disabled'] });
  settle();
  return {
    update(next) {
      how = next;
      settle();
    },
    destroy() {
      watcher.disconnect();
      group.removeEventListener('focusin', focus);
      group.removeEventListener('keydown', key);
    },
  };
};
