/** How much of a wanted text can be read in what was read. Pure. */

/** Letters of one case without accents, digits and ideographs; everything else is left out. */
export const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Words of a text whose every character can be read. */
function readableWords(text: string, alphabet: ReadonlySet<string>): readonly string[] {
  return text
    .split(/\s+/u)
    .map(plain)
    .filter((word) => word !== '' && [...word].every((letter) => alphabet.has(letter)));
}

/** Fewest changes of letters that turn a word into some part of a text (Sellers 1980). */
export function distanceWithin(word: string, text: string): number {
  const letters = [...word];
  let column = letters.map((_, at) => at + 1);
  let best = letters.length;
  for (const letter of text) {
    const next: number[] = [];
    for (const [at, wanted] of letters.entries()) {
      const [diagonal, above] = at === 0 ? [0, 0] : [column[at - 1]!, next[at - 1]!];
      next.push(Math.min(diagonal + (wanted === letter ? 0 : 1), above + 1, column[at]! + 1));
    }
    column = next;
    best = Math.min(best, column.at(-1) ?? 0);
  }
  return best;
}

/** Maximum share of a word's letters that may be read wrong. Parts of any word are found in a long text. */
const WRONG = 1 / 3;

/**
 * Share of the letters of a text that were read, 0..1.
 * @param lines what was read, in any order
 * @returns undefined if the text has no word that can be read
 */
export function shareRead(wanted: string, lines: readonly string[], alphabet: ReadonlySet<string>): number | undefined {
  const words = readableWords(wanted, alphabet);
  if (words.length === 0) return undefined;
  // A word may be broken at the end of a line.
  const text = lines.map(plain).join('');
  let [read, all] = [0, 0];
  for (const word of words) {
    const { length } = [...word];
    const away = distanceWithin(word, text);
    all += length;
    if (away <= length * WRONG) read += length - away;
  }
  return read / all;
}
