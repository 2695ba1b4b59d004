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
/** Characters that may be inserted to hide a word of a script without spaces. */
const INSERTED = '[\\s*·•._~\\-–—\'"`^+]+';

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
  const raw = joinSpelled((folded.match(WORD) ?? []).map(tokenOf));
  return { compact: folded.replace(new RegExp(INSERTED, 'gu'), ''), words: raw.map(({ word }) => readings(word)) };
}

/** The words of `normalise` in the same order, as they are in the text. */
export function wordsAsWritten(text: string): readonly string[] {
  const folded = fold(text).match(WORD) ?? [];
  const tokens = text.split(/\s+/u).flatMap((chunk) => {
    const words = fold(chunk).match(WORD) ?? [];
    const written: readonly string[] = chunk.match(WORD) ?? [];
    const whole = chunk.replace(/^[^\p{L}\p{N}@$*]+|[^\p{L}\p{N}@$*]+$/gu, '');
    const of = { whole };
    return words.map((word, index) => ({
      word,
      written: written.length === words.length ? (written[index] ?? whole) : whole,
      chunk: of,
    }));
  });
  // Invisible characters may end a chunk where the folded text has no space.
  const isSame = tokens.length === folded.length && tokens.every(({ word }, index) => word === folded[index]);
  return joinSpelled(isSame ? tokens : folded.map(tokenOf)).map(({ written }) => written);
}

/** A part of `compact` as it is in the text. */
export function partAsWritten(text: string, part: string): string {
  const letters = [...part].map((letter) => letter.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  const written = new RegExp(letters.join(`(?:${INSERTED})?`), 'iu').exec(text.normalize('NFKC'));
  return written?.[0] ?? part;
}

interface Token {
  /** Folded. */
  readonly word: string;
  readonly written: string;
  /** What is between spaces, without punctuation around it. The same object for all of its words. */
  readonly chunk: { readonly whole: string };
}

const tokenOf = (word: string): Token => ({ word, written: word, chunk: { whole: word } });

/** A word spelled letter by letter ("n u d e", "n.u.d.e") is added as one more word; the letters stay. */
function joinSpelled(tokens: readonly Token[]): readonly Token[] {
  const found: Token[] = [];
  let run: Token[] = [];
  const close = (): void => {
    if (run.length >= 3) {
      const chunks = [...new Set(run.map(({ chunk }) => chunk))];
      const whole = chunks.map((chunk) => chunk.whole).join(' ');
      found.push({ word: run.map(({ word }) => word).join(''), written: whole, chunk: { whole } });
    }
    run = [];
  };
  for (const token of tokens) {
    if (token.word.length === 1) run.push(token);
    else close();
    found.push(token);
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
