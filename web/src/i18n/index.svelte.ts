// The languages: one file each, found by its name and loaded when it is shown; English decides which texts there are.
import { settings } from '../lib/settings.svelte';
import type en from './en';

/** Every text of the client; a language that lacks one does not compile. */
export type Texts = Any<typeof en>;

/** Any words in place of the English ones, with the same keys and of the same things. */
export type Any<T> = T extends string
  ? string
  : T extends (...of: infer Of) => string
    ? (...of: Of) => string
    : { [Key in keyof T]: Any<T[Key]> };

const files = import.meta.glob<Texts>(['./*.ts', '!./*.svelte.ts', '!./*.test.ts'], { import: 'default' });

/** The languages by their codes; each is loaded when it is asked for. */
export const languages: ReadonlyMap<string, () => Promise<Texts>> = new Map(
  Object.entries(files).map(([file, load]) => [file.slice(2, -3), load]),
);

/** What a language calls itself. */
export const nameOf = (code: string): string => new Intl.DisplayNames(code, { type: 'language' }).of(code) ?? code;

/** The language to show: the chosen one, the first that the browser asks for and we have, or English. */
export function pick(chosen: string, wanted: readonly string[]): string {
  const codes = [chosen, ...wanted.map((tag) => tag.split('-')[0] ?? '')];
  return codes.find((code) => languages.has(code)) ?? 'en';
}

const wanted = $derived(pick(settings.language, navigator.languages));
let shown: { code: string; texts: Texts } = $state.raw({ code: '', texts: {} as Texts });

/** Loads the language that the settings ask for and shows it; the former one is shown until then. */
export async function load(): Promise<void> {
  const code = wanted;
  const texts = await languages.get(code)?.();
  if (texts && code === wanted) shown = { code, texts };
}

/** Shows another language when the settings ask for it; an effect of the whole page. */
export function follow(): void {
  // Without a connection the former language stays, and the next visit asks again.
  if (wanted !== shown.code) load().catch(() => undefined);
}

/** The code of the language that is shown. */
export const language = (): string => shown.code;

/** The texts of the language that is shown; reading one anywhere follows the language. */
export const t: Texts = new Proxy({} as Texts, { get: (_, section) => shown.texts[section as keyof Texts] });

/** A point of time as people of this language write it. */
export const dateTime = (at: number): string =>
  new Intl.DateTimeFormat(shown.code, { dateStyle: 'medium', timeStyle: 'short' }).format(at);

/** The time of day as people of this language write it. */
export const timeOfDay = (at: number): string => new Intl.DateTimeFormat(shown.code, { timeStyle: 'short' }).format(at);
