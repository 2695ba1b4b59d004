/** Matches words by their stems, in any of the interface languages. For small vocabularies apart from the lexicon. */
import { fold, normalise } from './lexicon.js';

/** Endings that may follow a whole word: plurals and inflections. */
const ENDINGS = '(?:s|es|e|en|n|ing|y|i|a|er)?';

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** A text in the form that stems are compared with: without accents where the script has them. */
export const plain = (text: string): string => fold(normalise(text));

/**
 * Makes a pattern for a text that was processed by `plain`.
 * @param spaced word stems, separated by `|`
 * @param unspaced words of languages without spaces, separated by `|`; found anywhere
 * @param whole stems of the above that also begin unrelated words, and therefore only match whole words
 * @param flags `g` to find all of them
 */
export function stemPattern(
  spaced: string,
  unspaced: string,
  whole: ReadonlySet<string>,
  flags: '' | 'g' = '',
): RegExp {
  const starts = spaced
    .split('|')
    .map((stem) => `${escaped(plain(stem))}${whole.has(stem) ? `${ENDINGS}(?![\\p{L}\\p{M}])` : '[\\p{L}\\p{M}]*'}`)
    .join('|');
  return new RegExp(
    `(?<![\\p{L}\\p{M}])(?:وال|بال|ال|و|ب)?(?:${starts})|(?:${unspaced
      .split('|')
      .map((word) => escaped(normalise(word)))
      .join('|')})`,
    `u${flags}`,
  );
}
