// The address bar: which page an address names, and how to go to another without loading anew. A static site, which may lie in any
// folder, has one page: there the part behind the hash is the address, like `#/rules/walls#M-WAL-1`.
import { hasServer } from './network.svelte';

/** A page of the client. */
export type Route =
  | { page: 'start' }
  | { page: 'new' }
  | { page: 'table'; id: string }
  | { page: 'tables' }
  | { page: 'games' }
  | { page: 'result'; id: string }
  | { page: 'replay'; id: string }
  | { page: 'shuffle'; id: string }
  | { page: 'rules'; chapter: string }
  | { page: 'learn'; lesson: string }
  | { page: 'seat'; secret: string }
  | { page: 'unknown' };

/** The page that a path names. */
export function parse(path: string): Route {
  const [first = '', second, third, ...rest] = path.split('/').filter(Boolean).map(decode);
  if (rest.length > 0) return { page: 'unknown' };
  if (third !== undefined) {
    return first === 'g' && second !== undefined && (third === 'replay' || third === 'shuffle')
      ? { page: third, id: second }
      : { page: 'unknown' };
  }
  if (second !== undefined) {
    switch (first) {
      case 't':
        return { page: 'table', id: second };
      case 'g':
        return { page: 'result', id: second };
      case 'rules':
        return { page: 'rules', chapter: second };
      case 'learn':
        return { page: 'learn', lesson: second };
      case 'seat':
        return { page: 'seat', secret: second };
      default:
        return { page: 'unknown' };
    }
  }
  switch (first) {
    case '':
      return { page: 'start' };
    case 'new':
    case 'tables':
    case 'games':
      return { page: first };
    case 'learn':
      return { page: 'learn', lesson: '' };
    case 'replay':
      return { page: 'replay', id: '' };
    case 'rules':
      return { page: 'rules', chapter: '' };
    default:
      return { page: 'unknown' };
  }
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The address as the client knows it. */
function address(): Pick<URL, 'pathname' | 'search' | 'hash'> {
  if (hasServer) return location;
  return new URL(location.hash.startsWith('#/') ? location.hash.slice(1) : '/', location.origin);
}

/** What the address bar shows for an address of the client. */
const shown = (to: string): string => (hasServer ? to : `#${to}`);

const here = $state({ path: '', search: '', hash: '' });

function look() {
  const { pathname, search, hash } = address();
  here.path = pathname;
  here.search = search;
  here.hash = hash;
}
look();

const current = $derived(parse(here.path));

/** The page to show now. */
export const route = (): Route => current;
/** The path of that page. */
export const path = (): string => here.path;
/** The part of the address after the question mark. */
export const query = (): URLSearchParams => new URLSearchParams(here.search);
/** The part of the address after the hash, without it. */
export const anchor = (): string => decode(here.hash.slice(1));

/** Goes to another page. */
export function go(to: string): void {
  if (to !== here.path + here.search + here.hash) history.pushState(null, '', shown(to));
  look();
  if (!to.includes('#')) scrollTo(0, 0);
}

/** Changes the address without a step to go back to. */
export function rewrite(to: string): void {
  history.replaceState(null, '', shown(to));
  look();
}

addEventListener('popstate', look);
addEventListener('hashchange', look);
addEventListener('click', (event) => {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
  if (link.pathname.startsWith('/api/')) return;
  event.preventDefault();
  if (link.hash.startsWith('#/')) go(link.hash.slice(1));
  else go(link.pathname + link.search + link.hash);
});

/** Whoever copies a link or opens it elsewhere needs what the address bar would show. */
function spellOut(event: Event) {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const to = link?.getAttribute('href');
  if (to?.startsWith('/')) link?.setAttribute('href', shown(to));
}
if (!hasServer) for (const moment of ['pointerover', 'focusin']) addEventListener(moment, spellOut);
