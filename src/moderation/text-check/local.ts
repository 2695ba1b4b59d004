import { Profanity } from '@2toad/profanity';
import { DataSet, englishDataset, englishRecommendedTransformers, RegExpMatcher } from 'obscenity';
import { findIn, readText } from './found.js';
import { GORE } from './lexicon/gore.js';
import { HATE } from './lexicon/hate.js';
import { FROM_OBSCENITY, NOT_FROM_PROFANITY } from './lexicon/libraries.js';
import { MINORS, SUGGESTIVE, YOUNG } from './lexicon/minors.js';
import { PROFANITY } from './lexicon/profanity.js';
import { SELF_HARM } from './lexicon/self-harm.js';
import { SEXUAL } from './lexicon/sexual.js';
import { TERROR } from './lexicon/terror.js';
import { Lexicon, type Found } from './lexicon.js';
import type { Normalised } from './normalise.js';
import { CATEGORIES, type Category } from '../category.shared.js';
import type { TextCheck } from './port.js';

/**
 * Maximum number of masked letters in a word ("n*de"). A masked letter matches any letter, so more would match
 * everything.
 */
const MASKED = /^(?=[^*]*\*{1,2}[^*]*$)\p{L}[\p{L}*]{2,}$/u;
const OFTEN_MASKED = [
  'nude',
  'naked',
  'porn',
  'sex',
  'fuck',
  'rape',
  'nazi',
  'suicide',
  'gore',
  'boobs',
  'penis',
  'cunt',
  'shit',
];

/**
 * Judges texts by word lists on this machine: the project's lexicon in every interface language, and two libraries for
 * English. It checks words, not meaning: a story told in harmless words passes.
 */
export function createLocalTextCheck(): TextCheck {
  const groups = {
    minors: new Lexicon(MINORS),
    terror: new Lexicon(TERROR),
    'self-harm': new Lexicon(SELF_HARM),
    hate: new Lexicon(HATE),
    gore: new Lexicon(GORE),
    sexual: new Lexicon(SEXUAL),
    profanity: new Lexicon(PROFANITY),
  };
  const young = new Lexicon(YOUNG);
  const suggestive = new Lexicon(SUGGESTIVE);
  const isProfane = libraries();

  const belongs = (category: Category, text: Normalised, language?: string): boolean => {
    switch (category) {
      case 'minors':
        return (
          groups.minors.isIn(text, language) ||
          (young.isIn(text, language) && (groups.sexual.isIn(text, language) || suggestive.isIn(text, language)))
        );
      case 'sexual':
        return groups.sexual.isIn(text, language) || text.words.some((readings) => readings.some(isMasked));
      case 'profanity':
        return groups.profanity.isIn(text, language) || isProfane(text);
      case 'terror':
      case 'self-harm':
      case 'hate':
      case 'gore':
        return groups[category].isIn(text, language);
      default:
        return category satisfies never;
    }
  };

  const find = (category: Category, text: Normalised, language?: string): readonly Found[] => {
    switch (category) {
      case 'minors': {
        const direct = groups.minors.find(text, language);
        return direct.words.length > 0 || direct.parts.length > 0
          ? [direct]
          : [young, groups.sexual, suggestive].map((group) => group.find(text, language));
      }
      case 'sexual':
        return [groups.sexual.find(text, language), single(text, (readings) => readings.some(isMasked))];
      case 'profanity':
        return [
          groups.profanity.find(text, language),
          single(text, (readings) => isProfane({ ...text, words: [readings] })),
        ];
      case 'terror':
      case 'self-harm':
      case 'hate':
      case 'gore':
        return [groups[category].find(text, language)];
      default:
        return category satisfies never;
    }
  };

  return {
    check: async (text, language) => {
      const read = readText(text);
      return CATEGORIES.filter((category) => belongs(category, read, language)).map((category) => ({
        category,
        score: 100,
        words: findIn(text, find(category, read, language)),
      }));
    },
  };
}

/** Words that are refused by themselves. */
const single = ({ words }: Normalised, isRefused: (readings: readonly string[]) => boolean): Found => ({
  words: words.flatMap((readings, from) => (isRefused(readings) ? [{ from, length: 1 }] : [])),
  parts: [],
});

function isMasked(reading: string): boolean {
  if (!MASKED.test(reading)) return false;
  return OFTEN_MASKED.some(
    (word) =>
      word.length === reading.length &&
      [...word].every((letter, index) => reading[index] === '*' || reading[index] === letter),
  );
}

/** Results of the two libraries for every reading of the words. */
function libraries(): (text: Normalised) => boolean {
  const chosen = new DataSet<{ originalWord: string }>()
    .addAll(englishDataset)
    .removePhrasesIf((phrase) => !FROM_OBSCENITY.has(phrase.metadata?.originalWord ?? ''));
  const obscenity = new RegExpMatcher({ ...chosen.build(), ...englishRecommendedTransformers });
  const profanity = new Profanity({ languages: ['en'], wholeWord: true, unicodeWordBoundaries: true });
  profanity.removeWords([...NOT_FROM_PROFANITY]);
  return (text) => {
    // If no word has a second reading, both lines are the same.
    const lines = new Set(
      [0, 1].map((reading) => text.words.map((readings) => readings[reading] ?? readings[0] ?? '').join(' ')),
    );
    return [...lines].some((line) => profanity.exists(line) || obscenity.hasMatch(line));
  };
}
