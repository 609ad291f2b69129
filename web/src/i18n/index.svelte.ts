// The languages: one file each, found by its name; English decides which texts there are.
import { settings } from '../lib/settings.svelte';
import en from './en';

/** Every text of the client; a language that lacks one does not compile. */
export type Texts = Any<typeof en>;

/** Any words in place of the English ones, with the same keys and of the same things. */
type Any<T> = T extends string
  ? string
  : T extends (...of: infer Of) => string
    ? (...of: Of) => string
    : { [Key in keyof T]: Any<T[Key]> };

const files = import.meta.glob<Texts>(['./*.ts', '!./*.svelte.ts', '!./*.test.ts'], { eager: true, import: 'default' });

/** The languages by their codes. */
export const languages: ReadonlyMap<string, Texts> = new Map(
  Object.entries(files).map(([file, texts]) => [file.slice(2, -3), texts]),
);

/** The language to show: the chosen one, the first that the browser asks for and we have, or English. */
export function pick(chosen: string, wanted: readonly string[]): string {
  const codes = [chosen, ...wanted.map((tag) => tag.split('-')[0] ?? '')];
  return codes.find((code) => languages.has(code)) ?? 'en';
}

const shown = $derived(pick(settings.language, navigator.languages));
const texts: Texts = $derived(languages.get(shown) ?? en);

/** The code of the language that is shown. */
export const language = (): string => shown;

/** The texts of the language that is shown; reading one anywhere follows the language. */
export const t: Texts = new Proxy<Texts>(en, { get: (_, section) => texts[section as keyof Texts] });

/** A point of time as people of this language write it. */
export const dateTime = (at: number): string =>
  new Intl.DateTimeFormat(shown, { dateStyle: 'medium', timeStyle: 'short' }).format(at);

/** The time of day as people of this language write it. */
export const timeOfDay = (at: number): string => new Intl.DateTimeFormat(shown, { timeStyle: 'short' }).format(at);
