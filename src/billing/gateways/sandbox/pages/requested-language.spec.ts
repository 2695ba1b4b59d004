import { expect, it } from '@jest/globals';
import { requestedLanguage } from './requested-language.js';

const languageOf = (accepted: string, query: object = {}): string =>
  requestedLanguage({ query, headers: { 'accept-language': accepted } });

it('is that of the address', () => {
  expect([
    languageOf('de', { language: 'ar' }),
    languageOf('de', { language: 'de-CH' }),
    languageOf('de', { language: 'fr' }),
  ]).toEqual(['ar', 'de', 'en']);
});

it('is the one that the browser prefers, where the address has none', () => {
  expect(
    ['de,en;q=0.9', 'fr,ar-EG;q=0.8', 'en;q=0.1,de;q=0.2', 'fr', ''].map((accepted) => languageOf(accepted)),
  ).toEqual(['de', 'ar', 'de', 'en', 'en']);
});
