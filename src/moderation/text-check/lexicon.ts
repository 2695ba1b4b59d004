import { fold } from '../../kernel/fold.js';
import { normalise, type Normalised } from './normalise.js';
import type { Language } from '../languages.shared.js';
import type { Words } from './lexicon/words.js';

/** Languages without spaces between words, or whose spaces do not separate words. */
const UNSPACED: ReadonlySet<string> = new Set(['zh', 'tw', 'ja', 'th']);
/** Arabic attaches its article and particles to the next word. */
const ARABIC_PREFIX = /^(?:وال|بال|فال|كال|لل|ال|و|ب|ل)(?=\p{Script=Arabic}{3,})/u;

interface Entry {
  /** One or more words, folded. */
  readonly words: readonly string[];
  readonly isStem: boolean;
  readonly only: Language | undefined;
}

/** Where words of a group are in a text. */
export interface Found {
  /** Positions in `words`. */
  readonly words: readonly { readonly from: number; readonly length: number }[];
  /** Parts of `compact`. */
  readonly parts: readonly string[];
}

/** Words of one group, indexed for lookup. */
export class Lexicon {
  /** Entries by their first word, if it is a whole word. */
  private readonly whole = new Map<string, Entry[]>();
  /** Entries whose first word is a stem, by the stem's first two letters. */
  private readonly stems = new Map<string, Entry[]>();
  private readonly anywhere: string[] = [];

  constructor(words: Partial<Words>) {
    for (const [language, list] of Object.entries(words)) this.add(language as Language, list.split('|')); // the keys are languages
  }

  /** Whether the text contains a word of the group, in one interface language or in any. */
  isIn(text: Normalised, language?: string): boolean {
    return (
      this.anywhere.some((part) => text.compact.includes(part)) ||
      text.words.some((_, index) => this.lengthAt(text, index, language) > 0)
    );
  }

  /** Words of the group in the text. */
  find(text: Normalised, language?: string): Found {
    return {
      words: text.words.flatMap((_, index) => {
        const length = this.lengthAt(text, index, language);
        return length === 0 ? [] : [{ from: index, length }];
      }),
      parts: this.anywhere.filter((part) => text.compact.includes(part)),
    };
  }

  /** Removes the words of the group from the text, with anything attached to them. */
  without(text: Normalised): Normalised {
    const words = [...text.words];
    for (let index = 0; index < words.length; index += 1) {
      const length = this.lengthAt(text, index, undefined);
      for (let gone = index; gone < index + length; gone += 1) words[gone] = [];
    }
    const compact = this.anywhere.reduce((left, part) => left.replaceAll(part, ' '), text.compact);
    return { words, compact };
  }

  private add(language: Language, list: readonly string[]): void {
    for (const written of list) {
      if (UNSPACED.has(language)) {
        this.anywhere.push(normalise(written).compact);
        continue;
      }
      // As `normalise` divides a text.
      const words = fold(written.replace(/[~!]$/, ''))
        .split(/[\s'’-]+/u)
        .filter((word) => word !== '');
      const entry: Entry = {
        words,
        isStem: written.endsWith('~') || language === 'ko',
        only: written.endsWith('!') ? language : undefined,
      };
      const [first = ''] = words;
      const [index, key] = entry.isStem && words.length === 1 ? [this.stems, first.slice(0, 2)] : [this.whole, first];
      index.set(key, [...(index.get(key) ?? []), entry]);
    }
  }

  /** Length in words of the entry at `index`; 0 when there is none. Without a language, matches any language. */
  private lengthAt(text: Normalised, index: number, language: string | undefined): number {
    let longest = 0;
    for (const reading of text.words[index]?.flatMap(forms) ?? []) {
      for (const entry of [...(this.whole.get(reading) ?? []), ...(this.stems.get(reading.slice(0, 2)) ?? [])]) {
        if (entry.only !== undefined && language !== undefined && entry.only !== language) continue;
        if (entry.words.length > longest && matches(entry, text, index, reading)) longest = entry.words.length;
      }
    }
    return longest;
  }
}

function matches(entry: Entry, text: Normalised, index: number, first: string): boolean {
  return entry.words.every((word, offset) => {
    const isLast = offset === entry.words.length - 1;
    const readings = offset === 0 ? [first] : (text.words[index + offset] ?? []).flatMap(forms);
    return readings.some((reading) => (isLast && entry.isStem ? reading.startsWith(word) : reading === word));
  });
}

function forms(reading: string): readonly string[] {
  const bare = reading.replace(ARABIC_PREFIX, '');
  return bare === reading ? [reading] : [reading, bare];
}
