import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { indexedWords, nearTerms, nearWanted, wantedWords } from './words.js';

const finds = (query: string, text: string): boolean => {
  const words = new Set(indexedWords(text));
  return wantedWords(query, 10).every((word) => words.has(word));
};
const findsNear = (query: string, text: string): boolean => {
  const terms = new Set(indexedWords(text).flatMap((word) => [word, ...nearTerms(word)]));
  return wantedWords(query, 10).every((word) => nearWanted(word).some((term) => terms.has(term)));
};

describe('the words of a search', () => {
  it.each([
    ['CASTLE', 'A castle at dusk'],
    ['dusk castle', 'A castle, at dusk.'],
    ['Café', 'a cafe'],
    ['strasse', 'Eine Straße im Regen'],
    ['замок', 'Замок на холме'],
    ['قلعه', 'قلعه قديمة'],
    ['城堡', '一座在森林里的城堡'],
    ['森', '一座在森林里的城堡'],
    ['猫の写真', '可愛い猫の写真です'],
    ['ปราสาท', 'ภาพปราสาทในป่า'],
    ['숲', '숲에서 자는 고양이'],
    ['고양이', '숲에서 자는 고양이는'],
    ['neon東京', 'Neon signs, 東京 at night'],
  ])('find “%s” in “%s”', (query, text) => expect(finds(query, text)).toBe(true));

  it.each([
    ['castle', 'A castles'],
    ['town', 'a uptown street'],
    ['堡城', '一座城堡'],
    ['กา', 'ก'],
  ])('do not find “%s” in “%s”', (query, text) => expect(finds(query, text)).toBe(false));

  it.each(['castel', 'casle', 'castlle', 'kastle', 'castles', 'acstle'])('find “castle” typed as %s', (typed) => {
    expect(findsNear(typed, 'A castle')).toBe(true);
    expect(finds(typed, 'A castle')).toBe(false);
  });

  it('do not take another word for a mistyped one', () => {
    expect(findsNear('forest', 'A castle')).toBe(false);
    expect(findsNear('cat', 'a bat')).toBe(false);
  });

  it('find every word of a text that is not too long, also with any one letter left out', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-zäöü]{4,20}$/), fc.nat(), (word, at) => {
        expect(finds(word, `before ${word} after`)).toBe(true);
        const letters = [...word];
        letters.splice(at % letters.length, 1);
        expect(findsNear(letters.join(''), word)).toBe(true);
      }),
    );
  });

  it('find any part of a text without spaces', () => {
    const letters = fc.array(fc.constantFrom(...'森林城堡山川雨雪'), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(letters, fc.nat(), fc.nat(), (text, from, length) => {
        const start = from % text.length;
        const part = text.slice(start, start + 1 + (length % (text.length - start)));
        expect(finds(part.join(''), text.join(''))).toBe(true);
      }),
    );
  });

  it('are limited in number, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 3_000 }), (text) => {
        expect(indexedWords(text).length).toBeLessThanOrEqual(200);
        expect(wantedWords(text, 10).length).toBeLessThanOrEqual(10);
        expect(indexedWords(text).every((word) => word !== '' && !/[#~\s]/.test(word))).toBe(true);
      }),
    );
  });
});
