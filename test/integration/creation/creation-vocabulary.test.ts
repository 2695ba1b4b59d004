import { describe, expect, it } from '@jest/globals';
import {
  FRAMING_WORDS,
  MOOD_WORDS,
  SEASON_WORDS,
  TIME_WORDS,
  WEATHER_WORDS,
} from '../../../src/engine/local/scene/vocabulary/conditions.js';
import { LANGUAGES, type Language, type Words } from '../../../src/engine/local/scene/vocabulary/languages.js';
import { COLOUR_WORDS, MATERIAL_WORDS, STYLE_WORDS } from '../../../src/engine/local/scene/vocabulary/looks.js';
import { MADE_WORDS } from '../../../src/engine/local/scene/vocabulary/made.js';
import { NATURE_WORDS } from '../../../src/engine/local/scene/vocabulary/nature.js';
import {
  COUNT_WORDS,
  GROUP_WORDS,
  PHRASES,
  POSITION_WORDS,
  SIZE_WORDS,
} from '../../../src/engine/local/scene/vocabulary/phrases.js';
import { PLACE_WORDS } from '../../../src/engine/local/scene/vocabulary/places.js';
import { STOP_WORDS } from '../../../src/engine/local/scene/vocabulary/stopwords.js';
import { createLocalTextCheck } from '../../../src/moderation/text-check/local.js';

const local = createLocalTextCheck();
const check = async (text: string, language: string) => (await local.check(text, language))[0]?.category;

const CONCEPTS: readonly Words[] = [
  TIME_WORDS,
  WEATHER_WORDS,
  SEASON_WORDS,
  MOOD_WORDS,
  FRAMING_WORDS,
  COLOUR_WORDS,
  MATERIAL_WORDS,
  STYLE_WORDS,
  MADE_WORDS,
  NATURE_WORDS,
  COUNT_WORDS,
  GROUP_WORDS,
  POSITION_WORDS,
  SIZE_WORDS,
  PLACE_WORDS,
]
  .flatMap((table: Readonly<Record<string, Words>>) => Object.values(table))
  .concat(
    PHRASES.map(([, words]) => words),
    [STOP_WORDS],
  );

const wordsOf = (language: Language): readonly string[] =>
  [
    ...new Set(CONCEPTS.flatMap((words) => words[language]?.split('|') ?? []).map((word) => word.replace(/[~+]/g, ''))),
  ].filter((word) => word !== '');

describe('what the renderer can draw', () => {
  it.each(LANGUAGES)('may be asked for in %s without a word being refused', async (language) => {
    const words = wordsOf(language);
    const refused = await Promise.all(words.map(async (word) => [word, await check(word, language)] as const));
    expect(refused.filter(([, category]) => category !== undefined)).toEqual([]);
    expect(words.length).toBeGreaterThan(200);
  });

  it.each(LANGUAGES)(
    'may be asked for in %s while the interface is in English, any two things side by side',
    async (language) => {
      const words = wordsOf(language);
      const pairs = words.map((word, index) => `${word} ${words[(index * 7 + 3) % words.length] ?? ''}`);
      const refused = await Promise.all(pairs.map(async (pair) => [pair, await check(pair, 'en')] as const));
      expect(refused.filter(([, category]) => category !== undefined)).toEqual([]);
    },
  );
});
