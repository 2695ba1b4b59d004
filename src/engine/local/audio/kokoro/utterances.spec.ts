import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { chunksOf, clausesOf, divided, partsOf, timesOf, type WordSymbols } from './utterances.js';

const word = (text: string, symbols: string): WordSymbols => ({ ...partsOf(text), symbols });
const words = fc.array(
  fc
    .tuple(
      fc.string({ unit: fc.constantFrom('a', 'b', 'ˈ'), minLength: 1, maxLength: 12 }),
      fc.constantFrom('', ',', '.', '?'),
    )
    .map(([symbols, pause]) => word(`w${pause}`, symbols)),
  { minLength: 1, maxLength: 120 },
);

describe('utterances of Kokoro', () => {
  it('split a word from its punctuation, and clauses at pauses', () => {
    expect(['“word”,', '3.5', 'U.S.', 'it?'].map((text) => partsOf(text))).toMatchObject([
      { core: '“word', pause: ',' },
      { core: '3.5', pause: '' },
      { core: 'U.S', pause: '.' },
      { core: 'it', pause: '?' },
    ]);
    expect(clausesOf(['one', 'two,', 'three.'].map(partsOf)).map((clause) => clause.map(({ core }) => core))).toEqual([
      ['one', 'two'],
      ['three'],
    ]);
  });

  it('divide joined and separated groups among the words they belong to', () => {
    expect(divided('ˈɛnd ʌvðə stˈɔɹi', ['ˈɛnd', 'ʌv', 'ðə', 'stˈɔɹi'])).toEqual(['ˈɛnd', 'ʌv', 'ðə', 'stˈɔɹi']);
    expect(divided('ɪn nˈIntin nˈInti t', ['ɪn', 'nˈIntin nˈInti', 't'])).toEqual(['ɪn', 'nˈIntin nˈInti', 't']);
  });

  it('lose and repeat no symbol of a clause, however the groups differ', () => {
    const group = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(
        fc.array(group, { minLength: 1, maxLength: 8 }),
        fc.array(group, { minLength: 1, maxLength: 8 }),
        (groups, alone) => {
          const each = divided(groups.join(' '), alone);
          expect(each).toHaveLength(alone.length);
          expect(each.join('').replaceAll(' ', '')).toBe(groups.join(''));
        },
      ),
    );
  });

  it('have every word once, in order, within the size that the network is given', () => {
    fc.assert(
      fc.property(words, (all) => {
        const chunks = chunksOf(all);
        expect(chunks.flatMap((chunk) => chunk.words)).toEqual(all);
        for (const { tokens, origins } of chunks) {
          expect(tokens.length).toBeLessThanOrEqual(202);
          expect(origins).toHaveLength(tokens.length);
          expect([tokens[0], tokens.at(-1)]).toEqual([0, 0]);
        }
      }),
    );
  });

  it('end with a sentence where one ends', () => {
    const long = Array.from({ length: 60 }, (_, index) => word(index % 9 === 8 ? 'w.' : 'w', 'abcde'));
    const chunks = chunksOf(long);
    expect(chunks.length).toBeGreaterThan(1);
    for (const chunk of chunks.slice(0, -1)) expect(chunk.endsSentence).toBe(true);
  });

  it('give each word the time of its own sounds', () => {
    const [chunk] = chunksOf([word('eight', 'ˈAt'), word('—', ''), word('chairs.', 'ʧˈɛɹz')]);
    // Edge, ˈ A t, space, —, space, ʧ ˈ ɛ ɹ z, full stop, edge.
    const durations = chunk!.tokens.map((_, index) => index + 1);
    const times = timesOf(chunk!, durations);
    expect(times[0]).toMatchObject({ from: 1, to: 1 + 2 + 3 + 4, sounds: [{ symbol: 'A' }, { symbol: 't' }] });
    expect(times[0]!.sounds[0]).toEqual({ symbol: 'A', from: 3, to: 6 });
    expect(times[1]!.to - times[1]!.from).toBe(0);
    expect(times[2]!.from).toBeGreaterThan(times[0]!.to);
  });
});
