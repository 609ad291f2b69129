// Small helps for writing sentences in any language.

/** A number with its noun: one form for 1, another for everything else. */
export const counted = (n: number, one: string, other: string): string => `${n} ${n === 1 ? one : other}`;

/** Things in a row, as a language says it: "a, b and c". */
export const listed = (language: string, things: string[]): string =>
  new Intl.ListFormat(language, { type: 'conjunction' }).format(things);
