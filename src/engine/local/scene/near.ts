/** Suggests drawable subjects for a word that cannot be drawn: similar spelling, or the same kind of thing. */
import { SUBJECTS, type SubjectId } from './scene.js';
import { LANGUAGES, type Language, type Words } from './vocabulary/languages.js';
import { fold, normalise, wordsOf } from './vocabulary/lexicon.js';
import { MADE_WORDS } from './vocabulary/made.js';
import { NATURE_WORDS } from './vocabulary/nature.js';
import { PLACE_WORDS } from './vocabulary/places.js';

/** A word, and the names of drawable alternatives. */
export interface Near {
  readonly word: string;
  readonly offers: readonly string[];
}

const TABLES: Readonly<Record<string, Words>> = { ...PLACE_WORDS, ...NATURE_WORDS, ...MADE_WORDS };
/** Maximum suggestions for one word, words with suggestions, and compared letters of a word. */
const MAX = { offers: 3, words: 4, letters: 20 } as const;

/**
 * Kinds of things that are requested but not drawn, by word stems in English, German and Arabic, with the drawable
 * alternatives.
 */
const KINDS: readonly (readonly [words: string, instead: readonly SubjectId[]])[] = [
  [
    'steak|cheese|käse|dinner|lunch|breakfast|food|essen|meal|taco|dumpling|rice|reis|chicken|sauce|soße|طعام',
    ['pasta', 'soup', 'pizza'],
  ],
  ['chocolat|schokolade|candy|cookie|keks|waffle|pancake|شوكولاتة|حلوى', ['cake', 'donut', 'icecream']],
  ['banana|banane|grape|traube|pear|birne|mango|peach|pineapple|ananas|موز|عنب', ['apple', 'lemon', 'watermelon']],
  [
    'superhero|superheld|batman|spiderman|soldier|soldat|doctor|arzt|chef|koch|teacher|lehrer|police|polizist|scientist|president|بطل|جندي|طبيب',
    ['knight', 'astronaut', 'person'],
  ],
  [
    'monkey|affe|gorilla|squirrel|eichhörnchen|hamster|mouse|maus|rat|pig|schwein|zebra|koala|kangaroo|hedgehog|igel|raccoon|hippo|rhino|قرد|فأر',
    ['fox', 'rabbit', 'bear'],
  ],
  ['snake|schlange|crocodile|krokodil|lizard|eidechse|frog|frosch|gecko|ثعبان|ضفدع', ['turtle', 'dinosaur', 'dragon']],
  ['spider|spinne|bee|biene|ant|ameise|insect|insekt|beetle|käfer|عنكبوت|نحلة', ['butterfly', 'snail', 'owl']],
  [
    'couch|table|tisch|bed|bett|desk|shelf|regal|kamin|fireplace|cupboard|schrank|furniture|möbel|طاولة|سرير',
    ['chair', 'lamp', 'clock'],
  ],
  ['phone|handy|laptop|computer|camera|kamera|television|fernseher|headphone|هاتف|حاسوب', ['robot', 'clock', 'lamp']],
  ['logo|icon|symbol|emblem|badge|شعار|أيقونة', ['geometry', 'star', 'heart']],
  ['dress|kleid|shirt|hemd|shoe|schuh|sneaker|hat|hut|jacket|jacke|فستان|حذاء', ['crown', 'umbrella', 'gift']],
  ['piano|klavier|drum|trommel|trumpet|trompete|flute|flöte|بيانو|طبل', ['guitar', 'dancer']],
];

/** Suggestions when nothing similar exists. */
const ANYTHING: readonly SubjectId[] = ['lighthouse', 'castle', 'fox'];

const compared = (word: string): string => fold(normalise(word)).slice(0, MAX.letters);

/** The first word of a table in a language, which is the thing's name there. */
export function nameOf(id: string, language: string): string {
  const words = TABLES[id];
  const known: Language = LANGUAGES.find((one) => one === language) ?? 'en';
  const name =
    [words?.[known], words?.en]
      .flatMap((list) => list?.split('|') ?? [])
      .find((word) => word !== '' && !word.endsWith('~'))
      ?.replace(/^\+/, '') ?? id;
  return known === 'de' ? name.charAt(0).toUpperCase() + name.slice(1) : name;
}

/** Names of all drawable places and subjects in a language, by id. Pure. */
export const namesIn = (language: string): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.keys(TABLES).map((id) => [id, nameOf(id, language)]));

/** All words of the tables by length, computed on first use. */
let byLength: ReadonlyMap<number, readonly { readonly word: string; readonly folded: string }[]> | undefined;
function lexicon(): NonNullable<typeof byLength> {
  if (byLength !== undefined) return byLength;
  const lists = new Map<number, { word: string; folded: string }[]>();
  const seen = new Set<string>();
  for (const words of Object.values(TABLES)) {
    for (const written of Object.values(words).flatMap((list) => (list ?? '').split('|'))) {
      const word = written.replace(/^\+/, '');
      const folded = compared(word);
      if (written.endsWith('~') || wordsOf(word).length !== 1 || folded.length < 4 || seen.has(folded)) continue;
      seen.add(folded);
      lists.set(folded.length, [...(lists.get(folded.length) ?? []), { word, folded }]);
    }
  }
  byLength = lists;
  return lists;
}

/**
 * Edit distance with insertions, deletions, substitutions and transpositions (optimal string alignment). Distances
 * above `max` are not distinguished.
 */
export function distance(one: string, other: string, max: number): number {
  let [before, last]: [number[], number[]] = [[], Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    for (let k = 1; k <= other.length; k += 1) {
      const same = one[i - 1] === other[k - 1] ? 0 : 1;
      let min = Math.min(last[k]! + 1, row[k - 1]! + 1, last[k - 1]! + same);
      if (i > 1 && k > 1 && one[i - 1] === other[k - 2] && one[i - 2] === other[k - 1])
        min = Math.min(min, before[k - 2]! + 1);
      row.push(min);
    }
    if (Math.min(...row) > max) return max + 1;
    [before, last] = [last, row];
  }
  return last[other.length]!;
}

/**
 * Words with similar spelling: one wrong letter in four to seven, two in longer words. Shorter words with two wrong
 * letters are different words.
 */
function spelledLike(word: string): readonly string[] {
  const folded = compared(word);
  if (folded.length < 4 || /\s/.test(word)) return [];
  const max = folded.length < 8 ? 1 : 2;
  const found: { readonly word: string; readonly far: number }[] = [];
  for (let length = folded.length - max; length <= folded.length + max; length += 1) {
    for (const known of lexicon().get(length) ?? []) {
      const far = known.folded[0] === folded[0] ? distance(folded, known.folded, max) : max + 1;
      if (far <= max) found.push({ word: known.word, far });
    }
  }
  return found
    .sort((a, b) => a.far - b.far)
    .slice(0, MAX.offers)
    .map((one) => one.word);
}

function sameKind(word: string): readonly SubjectId[] {
  const folded = compared(word);
  return (
    KINDS.find(([words]) =>
      words
        .split('|')
        .some((begin) => folded.startsWith(compared(begin)) && folded.length - compared(begin).length <= 4),
    )?.[1] ?? []
  );
}

/**
 * Alternatives for words that cannot be drawn. Pure.
 * @param words as they were written
 * @param language of the page, in which kinds of things are named
 * @param lacks whether nothing at all is drawn; a suggestion is then always made
 */
export function nearTo(words: readonly string[], language: string, lacks: boolean): readonly Near[] {
  const near = words
    .slice(0, 40)
    .flatMap((word): readonly Near[] => {
      const named = sameKind(word).map((id) => nameOf(id, language));
      const offers = named.length > 0 ? named : spelledLike(word);
      return offers.length === 0 ? [] : [{ word, offers: offers.slice(0, MAX.offers) }];
    })
    .slice(0, MAX.words);
  const [first] = words;
  return near.length > 0 || !lacks || first === undefined
    ? near
    : [{ word: first, offers: ANYTHING.filter((id) => id in SUBJECTS).map((id) => nameOf(id, language)) }];
}
