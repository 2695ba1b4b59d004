import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { distanceWithin, shareRead } from './legible.js';

const ALPHABET: ReadonlySet<string> = new Set([...'abcdefghijklmnopqrstuvwxyz0123456789夜市']);
const share = (wanted: string, ...lines: readonly string[]): number | undefined => shareRead(wanted, lines, ALPHABET);
const word = fc.stringMatching(/^[a-z]{1,12}$/);

describe('the share of a text that was read', () => {
  it('is whole in any order of lines, case, accents and breaks within a word', () => {
    expect(share('Grand Café, 14 June', 'June 14', 'GRAND', 'cafe')).toBe(1);
    expect(share('Exhibition', 'Exhi-', 'bition')).toBe(1);
    expect(share('夜市', '夜市')).toBe(1);
  });

  it('counts letters that were read wrong, and words that are absent', () => {
    expect(share('harbour', 'harb0ur')).toBeCloseTo(6 / 7);
    expect(share('open studios', 'open')).toBeLessThan(0.7);
    expect(share('harbour')).toBe(0);
  });

  it('is unknown of scripts that cannot be read', () => {
    expect(share('Ночной рынок', 'x')).toBeUndefined();
    expect(share('سوق ليلي', 'x')).toBeUndefined();
    expect(share('…', 'x')).toBeUndefined();
    expect(share('Рынок market', 'market')).toBe(1);
  });

  it('needs no change for a word within a text, and never more than the word has letters', () => {
    fc.assert(
      fc.property(word, word, word, (before, one, after) => {
        expect(distanceWithin(one, `${before}${one}${after}`)).toBe(0);
        expect(distanceWithin(one, before)).toBeLessThanOrEqual(one.length);
      }),
    );
  });
});
