import { fold } from '../../../kernel/fold.js';

/**
 * Words of a text for the index, and for finding. Words are folded (`fold`). Scripts without spaces, and Hangul, whose
 * words carry their particles, are divided into pairs of neighbouring letters, so that any part of a text is found.
 */

/** Words of one text in the index; the rest of a longer text is not found. */
const MAX_WORDS = 200;
/** Longer words are cut. */
const MAX_LETTERS = 40;
/** Lengths of words that are also found with one letter different. */
const NEAR = { from: 4, to: 20 } as const;

const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー々]/u;
const RUN = /[\p{L}\p{M}\p{N}]+/gu;
/** A letter with its marks. */
const LETTER = /[\p{L}\p{N}]\p{M}*|\p{M}+/gu;

interface Run {
  readonly letters: readonly string[];
  readonly isSpaced: boolean;
}

/** Runs of letters of one kind of script. */
function runsOf(text: string): readonly Run[] {
  return [...fold(text).matchAll(RUN)].flatMap(([run]) => {
    const found: { letters: string[]; isSpaced: boolean }[] = [];
    for (const [letter] of run.matchAll(LETTER)) {
      const isSpaced = !UNSPACED.test(letter);
      const last = found.at(-1);
      if (last?.isSpaced === isSpaced) last.letters.push(letter);
      else found.push({ letters: [letter], isSpaced });
    }
    return found;
  });
}

const pairsOf = (letters: readonly string[]): readonly string[] =>
  letters.slice(1).map((letter, at) => `${letters[at] ?? ''}${letter}`);

const wordOf = (letters: readonly string[]): string => letters.slice(0, MAX_LETTERS).join('');

/** The words by which a text is found: without duplicates, in order. */
export function indexedWords(text: string): readonly string[] {
  const words = runsOf(text).flatMap(({ letters, isSpaced }) =>
    isSpaced ? [wordOf(letters)] : [...letters, ...pairsOf(letters)],
  );
  return [...new Set(words)].slice(0, MAX_WORDS);
}

/** The words that a found text must have, at most `max`. */
export function wantedWords(text: string, max: number): readonly string[] {
  const words = runsOf(text).flatMap(({ letters, isSpaced }) =>
    isSpaced || letters.length === 1 ? [wordOf(letters)] : pairsOf(letters),
  );
  return [...new Set(words)].slice(0, max);
}

/** The word without one of its letters, in every way; nothing for short and long words and scripts without spaces. */
function shortened(word: string): readonly string[] {
  const letters = [...word];
  if (letters.length < NEAR.from || letters.length > NEAR.to || UNSPACED.test(word)) return [];
  return [...new Set(letters.map((_, at) => [...letters.slice(0, at), ...letters.slice(at + 1)].join('')))];
}

/** Marks a shortened word: it is no word of its own. */
const SHORTENED = '~';

export const isNearTerm = (term: string): boolean => term.startsWith(SHORTENED);

/** Terms by which a word is found although it was typed with one letter different. */
export const nearTerms = (word: string): readonly string[] => shortened(word).map((short) => `${SHORTENED}${short}`);

/**
 * Terms of words that are the wanted one, or differ from it by one letter: another, one more, one fewer, or one in
 * another position. The method of W. Garbe, "Symmetric Delete spelling correction" (2012): both sides drop a letter.
 */
export function nearWanted(word: string): readonly string[] {
  const fewer = shortened(word);
  return [word, `${SHORTENED}${word}`, ...fewer, ...fewer.map((short) => `${SHORTENED}${short}`)];
}
