import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { KOKORO_LANGUAGES, numberOf, pausesOf, symbolsOf } from './symbols.js';

describe('symbols of Kokoro', () => {
  it.each([
    ['en', 'ˈe^ɪt t^ʃˈɛ^ɹz', 'ˈAt ʧˈɛɹz'],
    ['en', 'ðə d^ʒˈʊ^ɹɹiz nˈa^ɪnti', 'ðə ʤˈʊɹɹiz nˈInti'],
    ['en', 'lˈɔ^ɪso^ʊ wˈɜːd', 'lˈYsO wˈɜɹd'],
    ['en-gb', 'ˈe^ɪt t^ʃˈe^əz', 'ˈAt ʧˈɛːz'],
    ['es', 'θˈink ˈeto^ɪles', 'θˈink ˈetoɪles'],
    ['fr', '(^e^n)wiːkˈɛnd(^f^r) jˈɛʁ', 'wiːkˈɛnd jˈɛʁ'],
    ['it', 't^ʃˈink^we d^zˈɛro', 'ʧˈinkwe ʣˈɛro'],
  ] as const)('of %s are those of misaki for %s', (language, ipa, symbols) => {
    expect(symbolsOf(ipa, language)).toBe(symbols);
  });

  it('write a nasal vowel as a letter and a mark', () => {
    expect([...symbolsOf('õ ɑ̃', 'pt')]).toEqual(['o', '\u0303', ' ', 'ɑ', '\u0303']);
    expect(numberOf('\u0303')).toBe(17);
  });

  it('have the numbers of the published configuration', () => {
    expect([';', ' ', 'A', 'a', 'z', 'ɑ', 'ç', 'ə', 'ɡ', 'ɹ', 'ʧ', 'ˈ', 'ː', 'ᵻ', 'ɬ'].map(numberOf)).toEqual([
      1,
      16,
      24,
      43,
      68,
      69,
      78,
      83,
      92,
      123,
      133,
      156,
      158,
      177,
      undefined,
    ]);
  });

  it('are known to the network, whatever is said', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.constantFrom(...KOKORO_LANGUAGES), (ipa, language) => {
        for (const symbol of symbolsOf(ipa, language)) expect(numberOf(symbol)).toBeDefined();
      }),
    );
  });

  it('keep at most two marks of punctuation', () => {
    expect([pausesOf('.'), pausesOf('...'), pausesOf('?!!'), pausesOf('”,'), pausesOf('。'), pausesOf('–')]).toEqual([
      '.',
      '…',
      '?!',
      ',',
      '.',
      '—',
    ]);
  });
});
