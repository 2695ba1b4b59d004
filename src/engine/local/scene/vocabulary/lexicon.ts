/** All words of all languages, indexed once. A lookup takes a few map reads, whatever the size of the vocabulary. */
import { lazy } from '../../../../kernel/collections/lazy.js';
import type { UnderstoodTerm } from '../scene.js';
import { ACTION_WORDS } from './actions.js';
import { FRAMING_WORDS, MOOD_WORDS, SEASON_WORDS, TIME_WORDS, WEATHER_WORDS } from './conditions.js';
import { ENDINGS, LANGUAGES, TURKISH_ENDING, WITHOUT_WORDS, type Language, type Words } from './languages.js';
import { COLOUR_WORDS, MATERIAL_WORDS, STYLE_WORDS } from './looks.js';
import { MADE_WORDS } from './made.js';
import { NATURE_WORDS } from './nature.js';
import { COUNT_WORDS, GROUP_WORDS, PHRASES, POSITION_WORDS, SIZE_WORDS } from './phrases.js';
import { PLACE_WORDS } from './places.js';
import { STOP_WORDS } from './stopwords.js';

/** `group` is a kind of things ("animals"); the scene gets one of them. */
export type MeaningKind = UnderstoodTerm['kind'] | 'group';

/** One meaning of a word. */
export interface Meaning {
  readonly kind: MeaningKind;
  readonly id: string;
}

/** A word of one language. */
export interface Entry {
  readonly language: Language;
  readonly meanings: readonly Meaning[];
  readonly plural: boolean;
  /**
   * Whether this is the thing's own name: the first in its list, or an irregular form of it. Other words stand for
   * something similar.
   */
  readonly isName: boolean;
}

/** A word that was found, and what its ending means. */
export interface Found {
  readonly entry: Entry;
  readonly plural: boolean;
  /** True when it was found without removing an ending or folding accents. */
  readonly exact: boolean;
}

interface Index {
  readonly words: Map<string, Entry[]>;
  readonly stems: Map<string, Entry[]>;
}

/** Maximum words in a phrase, and maximum characters of a phrase in a script without spaces. */
export const LONGEST_PHRASE = 5;
export const LONGEST_RUN = 28;
const LONGEST_ENDING = 8;
const LONGEST_WORD = 40;
const UNSPACED: ReadonlySet<Language> = new Set(['zh', 'tw', 'ja', 'th']);
const ARABIC_PREFIXES = ['وال', 'بال', 'كال', 'فال', 'لل', 'ال', 'و', 'ب', 'ل', 'ك'];

/**
 * Normal form for comparing words: composed, lower case, with Arabic and Russian spelling variants unified.
 * @param text a word as written
 */
export function normalise(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/\u0307/g, '')
    .replace(/ё/g, 'е')
    .replace(/[\u064B-\u0652\u0640]/g, '')
    .replace(/[أإآٱ]/g, 'ا')
    .replace(/ى/g, 'ي')
    .replace(/ة/g, 'ه');
}

const LATIN_VARIANTS: Readonly<Record<string, string>> = { ł: 'l', ø: 'o', đ: 'd', ı: 'i', æ: 'ae', œ: 'oe', ß: 'ss' };

/** Removes accents from Latin letters, for people who type without them; other scripts stay unchanged. */
export function fold(text: string): string {
  return /[^\p{Script=Latin}\p{M}\p{N}\p{P}\p{Z}]/u.test(text)
    ? text
    : text
        .normalize('NFD')
        .replace(/[\u0300-\u036F]/g, '')
        .replace(/[łøđıæœß]/g, (letter) => LATIN_VARIANTS[letter] ?? letter);
}

/** Splits a phrase in the same way as prompts are split. */
export function wordsOf(text: string): readonly string[] {
  return normalise(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

function add(map: Map<string, Entry[]>, key: string, entry: Entry): void {
  const list = map.get(key);
  if (list === undefined) {
    map.set(key, [entry]);
  } else if (!list.some((other) => other.language === entry.language)) {
    list.push(entry);
  }
}

/** The tables, indexed for lookup. */
interface Lexicon {
  /** Words as written. */
  readonly plain: Index;
  /** Words without accents. */
  readonly folded: Index;
  /** Words of scripts without spaces. */
  readonly runs: Map<string, Entry[]>;
}

const stopWords = lazy(
  (): ReadonlyMap<Language, ReadonlySet<string>> =>
    new Map(
      LANGUAGES.map((language) => [
        language,
        new Set((STOP_WORDS[language] ?? '').split('|').map((word) => wordsOf(word).join(' '))),
      ]),
    ),
);

function register({ plain, folded, runs }: Lexicon, meanings: readonly Meaning[], words: Words): void {
  for (const language of LANGUAGES) {
    for (const [index, written] of (words[language] ?? '')
      .split('|')
      .filter((word) => word !== '')
      .entries()) {
      const plural = written.startsWith('+');
      const stem = written.endsWith('~');
      const key = wordsOf(written.replace(/^\+|~$/g, '')).join(' ');
      const entry: Entry = { language, meanings, plural, isName: index === 0 || plural };
      if (UNSPACED.has(language)) {
        add(runs, key.replace(/ /g, ''), entry);
      } else {
        add(stem ? plain.stems : plain.words, key, entry);
        add(stem ? folded.stems : folded.words, fold(key), entry);
      }
    }
  }
}

/** Parses `kind:id kind:id`. The tables are part of the code, so the kinds are valid; the spec checks them. */
function meaningsOf(text: string): readonly Meaning[] {
  return text.split(' ').map((part) => {
    const [kind, id] = part.split(':');
    // The vocabulary's spec checks that every kind and id in PHRASES exists.
    return { kind: kind as MeaningKind, id: id ?? '' };
  });
}

/**
 * Tables by the kind of their meanings. The order decides between two meanings of one word in one language: the first
 * wins.
 */
const TABLES: readonly (readonly [kind: MeaningKind, table: Readonly<Record<string, Words>>])[] = [
  ['time', TIME_WORDS],
  ['season', SEASON_WORDS],
  ['weather', WEATHER_WORDS],
  ['style', STYLE_WORDS],
  ['group', GROUP_WORDS],
  ['place', PLACE_WORDS],
  ['subject', NATURE_WORDS],
  ['subject', MADE_WORDS],
  ['colour', COLOUR_WORDS],
  ['material', MATERIAL_WORDS],
  ['count', COUNT_WORDS],
  ['framing', FRAMING_WORDS],
  ['size', SIZE_WORDS],
  ['position', POSITION_WORDS],
  ['mood', MOOD_WORDS],
  ['action', ACTION_WORDS],
];

/** Built when the first prompt is read, so that a server's start is not delayed. */
const lexicon = lazy((): Lexicon => {
  const made: Lexicon = {
    plain: { words: new Map(), stems: new Map() },
    folded: { words: new Map(), stems: new Map() },
    runs: new Map(),
  };
  for (const [meanings, words] of PHRASES) register(made, meaningsOf(meanings), words);
  for (const [kind, table] of TABLES) {
    for (const [id, words] of Object.entries(table)) register(made, [{ kind, id }], words);
  }
  register(made, [{ kind: 'without', id: '' }], WITHOUT_WORDS);
  return made;
});

/** Whether the word is a stop word in that language. */
export function isStopWord(word: string, language: Language): boolean {
  return stopWords().get(language)?.has(word) ?? false;
}

function englishEnding(base: string, ending: string): boolean {
  return ending === 's' || (ending === 'es' && /(?:s|x|z|ch|sh|o|f|v)$/.test(base));
}

function endingFits(entry: Entry, base: string, ending: string, stem: boolean): boolean {
  const { language } = entry;
  if (language === 'en') {
    return englishEnding(base, ending);
  }
  if (base.length < (language === 'tr' || language === 'ar' || stem ? 2 : 3)) {
    return false;
  }
  if (language === 'tr') {
    return (base.length >= 3 || /^l[ae]r/.test(ending)) && TURKISH_ENDING.test(ending);
  }
  return ENDINGS[language][stem ? 'stem' : 'word'].includes(ending);
}

function saysPlural(entry: Entry, ending: string): boolean {
  return (
    entry.plural || (entry.language === 'tr' ? /^l[ae]r/.test(ending) : ENDINGS[entry.language].plural.includes(ending))
  );
}

function findIn(index: Index, before: string, word: string, exactForm: boolean): Found[] {
  const found: Found[] = [];
  const collect = (base: string, ending: string): void => {
    for (const entry of index.words.get(before + base) ?? []) {
      if (ending === '' || endingFits(entry, base, ending, false)) {
        found.push({ entry, plural: saysPlural(entry, ending), exact: exactForm && ending === '' });
      }
    }
    for (const entry of ending === '' ? [] : (index.stems.get(before + base) ?? [])) {
      if (endingFits(entry, base, ending, true)) {
        found.push({ entry, plural: saysPlural(entry, ending), exact: exactForm });
      }
    }
  };
  for (let cut = 0; cut <= LONGEST_ENDING && word.length - cut >= (cut === 0 ? 1 : 2); cut += 1) {
    collect(word.slice(0, word.length - cut), word.slice(word.length - cut));
  }
  if (word.endsWith('ies')) {
    for (const entry of index.words.get(`${before}${word.slice(0, -3)}y`) ?? []) {
      if (entry.language === 'en') {
        found.push({ entry, plural: true, exact: false });
      }
    }
  }
  return found;
}

/**
 * Looks a phrase up in every language with spaces.
 * @param words normalised words of the phrase, at least one
 * @returns matches, the closest form first; several languages may match
 */
export function lookUp(words: readonly string[]): readonly Found[] {
  const last = words.at(-1) ?? '';
  if (last.length > LONGEST_WORD) {
    return [];
  }
  const before = words
    .slice(0, -1)
    .map((word) => `${word} `)
    .join('');
  const { plain } = lexicon();
  const found = findIn(plain, before, last, true);
  if (/[\u0600-\u06FF]/.test(last)) {
    for (const prefix of ARABIC_PREFIXES) {
      if (last.startsWith(prefix) && last.length - prefix.length >= 2) {
        found.push(...findIn(plain, before, last.slice(prefix.length), false));
      }
    }
    // The article may precede each word of a phrase ("الشفق القطبي").
    if (words.length > 1 && found.length === 0) {
      const bare = words.map((word) => word.replace(/^(?:ال|وال|بال)/, ''));
      found.push(
        ...findIn(
          plain,
          bare
            .slice(0, -1)
            .map((word) => `${word} `)
            .join(''),
          bare.at(-1) ?? '',
          false,
        ),
      );
    }
  }
  const folded = fold(last);
  if (folded.length >= 4) {
    found.push(...findIn(lexicon().folded, fold(before), folded, false));
  }
  return found;
}

/** Exact entries of scripts without spaces. */
export function lookUpRun(text: string): readonly Entry[] {
  return lexicon().runs.get(text) ?? [];
}

/** Korean words are found inside a written word, by their exact form. */
export function lookUpKorean(text: string): Entry | undefined {
  return lexicon()
    .plain.words.get(text)
    ?.find((entry) => entry.language === 'ko');
}

/**
 * Whether a text is the own name of a subject or place, in any language and form. "Tiger" is not the own name of the
 * lion drawn for it. Pure.
 */
export function isNameOf(text: string, id: string): boolean {
  const words = wordsOf(text);
  const bare = words.join('');
  const korean = lookUpKorean(words.join(' '));
  const entries = [
    ...(words.length === 0 ? [] : lookUp(words).map(({ entry }) => entry)),
    ...lookUpRun(bare),
    ...(korean === undefined ? [] : [korean]),
  ];
  return entries.some(({ isName, meanings }) => isName && meanings.some((meaning) => meaning.id === id));
}
