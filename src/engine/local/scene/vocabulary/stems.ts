/** Words found by their beginnings, in any of the interface languages: for small vocabularies beside the lexicon. */
import { fold, normalise } from './lexicon.js';

/** What may follow a whole word all the same: more than one of it, and what continues. */
const ENDINGS = '(?:s|es|e|en|n|ing|y|i|a|er)?';

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** A text as stems are compared with it: without accents where the script has them. */
export const plain = (text: string): string => fold(normalise(text));

/**
 * Finds words in a text that `plain` has been over.
 * @param spaced beginnings of words, parted by `|`
 * @param unspaced words of languages that are written without spaces, parted by `|`; found anywhere
 * @param whole beginnings of those above that begin other words too, and count only as whole words
 * @param flags `g` to find all of them
 */
export function stemPattern(spaced: string, unspaced: string, whole: ReadonlySet<string>, flags: '' | 'g' = ''): RegExp {
  const starts = spaced.split('|').map((stem) => `${escaped(plain(stem))}${whole.has(stem) ? `${ENDINGS}(?![\\p{L}\\p{M}])` : '[\\p{L}\\p{M}]*'}`).join('|');
  return new RegExp(`(?<![\\p{L}\\p{M}])(?:وال|بال|ال|و|ب)?(?:${starts})|(?:${unspaced.split('|').map((word) => escaped(normalise(word))).join('|')})`, `u${flags}`);
}
