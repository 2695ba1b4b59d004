import { fold } from '../../kernel/fold.js';

/** Cyrillic and Greek letters that look Latin; converted only in a word that mixes scripts. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  а: 'a',
  в: 'b',
  е: 'e',
  к: 'k',
  м: 'm',
  н: 'h',
  о: 'o',
  р: 'p',
  с: 'c',
  т: 't',
  у: 'y',
  х: 'x',
  і: 'i',
  ѕ: 's',
  ј: 'j',
  ԁ: 'd',
  α: 'a',
  β: 'b',
  ε: 'e',
  ι: 'i',
  κ: 'k',
  ν: 'v',
  ο: 'o',
  ρ: 'p',
  τ: 't',
  υ: 'u',
  χ: 'x',
};

/** Digits and symbols used as letters. 1, ! and | may stand for i or l. */
const DISGUISES: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  8: 'b',
  9: 'g',
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'i',
  '€': 'e',
};

const MIXED = /\p{Script=Latin}/u;
const FOREIGN = /[\p{Script=Cyrillic}\p{Script=Greek}]/u;
const WORD = /[\p{L}\p{M}\p{N}@$!|€*]+/gu;

/** A text normalized for comparison. */
export interface Normalised {
  /** For scripts without spaces: folded, without spaces and without characters inserted to hide a word. */
  readonly compact: string;
  /** Words in order, each in every reading: as written, without disguise, without repeated letters. */
  readonly words: readonly (readonly string[])[];
}

/** All plausible readings of a text. Never throws; linear in the text's length. */
export function normalise(text: string): Normalised {
  const folded = fold(text);
  const raw = joinSpelled(folded.match(WORD) ?? []);
  return { compact: folded.replace(/[\s*·•._~\-–—'"`^+]+/gu, ''), words: raw.map(readings) };
}

/** A word spelled letter by letter ("n u d e", "n.u.d.e") is added as one more word; the letters stay. */
function joinSpelled(words: readonly string[]): readonly string[] {
  const found: string[] = [];
  let run: string[] = [];
  const close = (): void => {
    if (run.length >= 3) found.push(run.join(''));
    run = [];
  };
  for (const word of words) {
    if (word.length === 1) run.push(word);
    else close();
    found.push(word);
  }
  close();
  return found;
}

function readings(word: string): readonly string[] {
  const plain =
    MIXED.test(word) && FOREIGN.test(word) ? [...word].map((letter) => LOOKALIKES[letter] ?? letter).join('') : word;
  const bare = plain.replace(/^[*|!]+|[!|*]+$/g, '');
  const undisguised = /[\d@$!|€]/.test(bare) && /\p{L}/u.test(bare) ? [uncover(bare, 'i'), uncover(bare, 'l')] : [];
  const all = [bare, ...undisguised];
  // Three equal letters in a row are never correct spelling; two may be.
  const squeezed = all.flatMap((reading) =>
    /(.)\1\1/u.test(reading) ? [reading.replace(/(.)\1{2,}/gu, '$1'), reading.replace(/(.)\1{2,}/gu, '$1$1')] : [],
  );
  return [...new Set([...all, ...squeezed])].filter((reading) => reading !== '');
}

function uncover(word: string, one: 'i' | 'l'): string {
  return word.replace(/[\d@$!|€]/g, (sign) =>
    sign === '1' || sign === '!' || sign === '|' ? one : (DISGUISES[sign] ?? sign),
  );
}
