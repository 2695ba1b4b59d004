import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { DISGUISED, REFUSED, SAFE } from '../../../test/fixtures/prompts.js';
import { LANGUAGES } from '../languages.shared.js';
import { createLocalTextCheck } from './local.js';

const local = createLocalTextCheck();
const check = async (text: string, language: string) => (await local.check(text, language))[0]?.category;
const wordsOf = async (text: string, language = 'en') => (await local.check(text, language))[0]?.words;
const LABELS = ['sexual', 'minors', 'gore', 'hate', 'self-harm', 'terror'] as const;

describe('the local text check', () => {
  test.each(LANGUAGES)('refuses each kind of harm in %s, and says which', async (language) => {
    const samples = REFUSED[language];
    if (samples === undefined) throw new Error(`no samples in ${language}`);
    const found = await Promise.all(samples.map((sample) => check(sample, language)));
    expect(found).toEqual(LABELS);
  });

  test.each(LANGUAGES)('lets what is harmless in %s pass', async (language) => {
    const safe = SAFE[language] ?? [];
    const refused = await Promise.all(safe.map(async (prompt) => [prompt, await check(prompt, language)] as const));
    expect(refused.filter(([, category]) => category !== undefined)).toEqual([]);
    expect(safe.length).toBeGreaterThanOrEqual(8);
  });

  test('finds a language that is not the interface’s own', async () => {
    const missed = await Promise.all(
      Object.entries(REFUSED).map(async ([language, samples]) => [language, await check(samples[2], 'en')] as const),
    );
    expect(missed.filter(([, category]) => category === undefined)).toEqual([]);
  });

  test.each(DISGUISED)('reads through the disguise of %j', async (prompt) => {
    expect(await check(prompt, 'en')).toBeDefined();
  });

  test('knows curses and slurs of English from its libraries', async () => {
    expect(await check('a fucking mess', 'en')).toBe('profanity');
    expect(await check('what a f.u.c.k', 'en')).toBe('profanity');
  });

  test('reads a word by the language only where it means two things', async () => {
    expect(await check('een nu huis', 'nl')).toBeUndefined();
    expect(await check('un homme nu', 'fr')).toBe('sexual');
  });

  test.each([
    ['A Nude woman, naked.', ['Nude', 'naked']],
    ['what a f.u.c.k', ['a f.u.c.k']],
    ['an n u d e portrait', ['n u d e']],
    ['a n*de portrait', ['n*de']],
    ['a N\u00dcDE portrait', ['N\u00dcDE']],
    ['a naked eye and a nude woman', ['nude']],
    ['a child, quite nude', ['child', 'nude']],
    ['一个裸 体的人', ['裸 体']],
  ])('says which words of %j led to it, as they were written', async (text, words) => {
    expect(await wordsOf(text)).toEqual(words);
  });

  test.each(LANGUAGES)('says the words of each harmful sample in %s', async (language) => {
    for (const sample of REFUSED[language] ?? []) {
      const words = (await wordsOf(sample, language)) ?? [];
      expect([sample, words.length > 0]).toEqual([sample, true]);
      for (const word of words) expect(sample).toContain(word);
    }
  });

  test('answers any text at all, however long', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'binary', maxLength: 10_000 }),
        fc.constantFrom(...LANGUAGES, 'xx'),
        async (text, language) => {
          await check(text, language);
        },
      ),
      { numRuns: 150 },
    );
    await check('\uD800'.repeat(10_000), 'en');
    await check('n '.repeat(5_000), 'en');
    await check('*'.repeat(10_000), 'en');
    await check('a1!'.repeat(3_333), 'en');
    await check('\u0301'.repeat(10_000), 'en');
  });

  test('is not led astray by what stands around a word', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...(SAFE['en'] ?? [])),
        fc.constantFrom(...(SAFE['en'] ?? [])),
        async (before, after) => {
          expect(await check(`${before}, ${after}`, 'en')).toBeUndefined();
          expect(await check(`${before}, nude, ${after}`, 'en')).toBe(
            /child|baby|teen/.test(before + after) ? 'minors' : 'sexual',
          );
        },
      ),
      { numRuns: 60 },
    );
  });
});
