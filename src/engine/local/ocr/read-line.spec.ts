import { describe, expect, it } from '@jest/globals';
import { boxesOf } from './find-text.js';
import { alphabetOf, decoded } from './read-line.js';

const ALPHABET = alphabetOf('a\nb\n');

/** One row of class scores for each step. */
const output = (...classes: readonly number[]) => ({
  values: Float32Array.from(classes.flatMap((best) => ALPHABET.map((_, at) => (at === best ? 0.9 : 0.02)))),
  dims: [1, classes.length, ALPHABET.length],
});

describe('a line of text', () => {
  it('is the best class of each step, repeated ones once and blanks not at all', () => {
    expect(decoded(output(0, 1, 1, 0, 1, 2, 2, 3, 1, 0), ALPHABET)).toEqual({
      text: 'aab a',
      score: expect.closeTo(0.9),
    });
    expect(decoded(output(0, 0), ALPHABET)).toEqual({ text: '', score: 0 });
  });

  it('cannot be read by a network with other characters', () => {
    expect(() => decoded(output(0), ['', 'a'])).toThrow(RangeError);
  });
});

describe('lines of text in a map of probabilities', () => {
  it('are connected regions that are likely and large enough', () => {
    const [width, height] = [20, 12];
    const map = new Float32Array(width * height);
    const fill = (x: number, y: number, across: number, down: number, value: number): void => {
      for (let row = y; row < y + down; row += 1) map.fill(value, row * width + x, row * width + x + across);
    };
    fill(1, 1, 8, 3, 0.9);
    fill(12, 1, 6, 4, 0.4);
    fill(2, 8, 9, 2, 0.9);
    expect(boxesOf(map, width, height)).toEqual([{ x: 1, y: 1, width: 8, height: 3, score: expect.closeTo(0.9) }]);
  });
});
