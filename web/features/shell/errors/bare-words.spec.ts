import { expect, it } from '@jest/globals';
import { bareWordsOf } from './bare-words';

it('a page that could not be drawn at all speaks the language of its path and leads to that language’s home', () => {
  const german = bareWordsOf('/de/creations');
  expect([german.lang, german.dir, german.words.home, german.home]).toEqual(['de', 'ltr', 'Zur Startseite', '/de']);
  expect([bareWordsOf('/ar').dir, bareWordsOf('/ar').home]).toEqual(['rtl', '/ar']);
});

it.each(['/', '/creations', '/en/creations', '/fr/image', '', '/constructor'])('of %s it is English', (path) => {
  expect(bareWordsOf(path)).toMatchObject({ lang: 'en', dir: 'ltr', home: '/', words: { home: 'Back to home' } });
});
