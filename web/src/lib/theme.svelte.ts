// Light or dark: the choice, or what the system says while nobody chose.
import { change, settings } from './settings.svelte';

const dark = matchMedia('(prefers-color-scheme: dark)');
const system = $state({ dark: dark.matches });
dark.addEventListener('change', (event) => (system.dark = event.matches));

const shown = $derived<'light' | 'dark'>(
  settings.theme === 'system' ? (system.dark ? 'dark' : 'light') : settings.theme,
);

/** The theme that is shown now. */
export const theme = (): 'light' | 'dark' => shown;

/** Puts the theme on the page. */
export function applyTheme(): void {
  document.documentElement.dataset.theme = shown;
  document.documentElement.dataset.patterns = settings.patterns ? 'strong' : 'plain';
  document
    .querySelector('meta[name=theme-color]')
    ?.setAttribute('content', getComputedStyle(document.documentElement).getPropertyValue('--ground').trim());
}

/** Changes from light to dark and back. */
export function toggleTheme(): void {
  change({ theme: shown === 'dark' ? 'light' : 'dark' });
}
