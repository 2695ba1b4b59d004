import { ALLOWED } from './lexicon/allowed.js';
import { Lexicon, type Found } from './lexicon.js';
import { normalise, partAsWritten, wordsAsWritten, type Normalised } from './normalise.js';

let harmless: Lexicon | undefined;

/** A text for the word lists, without its harmless phrases. */
export function readText(text: string): Normalised {
  harmless ??= new Lexicon(ALLOWED);
  return harmless.without(normalise(text));
}

/** Maximum words of a finding, and characters of each. */
export const WORDS = { count: 5, length: 40 } as const;

/** What was found, as it is in the text, each word or phrase once. */
export function findIn(text: string, found: readonly Found[]): readonly string[] {
  const tokens = wordsAsWritten(text);
  const all = found.flatMap(({ words, parts }) => [
    ...words.map(({ from, length }) => tokens.slice(from, from + length).join(' ')),
    ...parts.map((part) => partAsWritten(text, part)),
  ]);
  return [...new Set(all)].slice(0, WORDS.count).map((word) => [...word].slice(0, WORDS.length).join(''));
}
