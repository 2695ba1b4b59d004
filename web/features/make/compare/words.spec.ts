import { describe, expect, it } from '@jest/globals';
import { compared, marked } from './words';

describe('what sets results apart', () => {
  const said = (prompt: string, ...others: readonly string[]): readonly string[] =>
    marked(prompt, others)
      .filter(({ differs }) => differs)
      .map(({ text }) => text);

  it('marks the words that not every other prompt has', () => {
    expect(said('A red car, by the sea', 'a blue car by the sea')).toEqual(['red']);
    expect(said('a car by night', 'a car', 'a car by night')).toEqual(['by', 'night']);
    expect(said('ein Boot', 'ein Boot')).toEqual([]);
    expect(said('灯台 夜', '灯台 昼')).toEqual(['夜']);
    expect(said('منارة في الليل', 'منارة في النهار')).toEqual(['الليل']);
  });

  it('loses nothing of the prompt', () => {
    for (const prompt of ['', '  a, b – “c”!', 'été à Paris', '灯台の夜'])
      expect(
        marked(prompt, ['x'])
          .map(({ text }) => text)
          .join(''),
      ).toBe(prompt);
  });

  it('tells the values that differ, and those that the others lack', () => {
    expect(
      compared([
        [
          { name: 'Seed', value: '1' },
          { name: 'Style', value: 'Ink' },
        ],
        [
          { name: 'Seed', value: '2' },
          { name: 'Style', value: 'Ink' },
          { name: 'Length', value: '5' },
        ],
      ]),
    ).toEqual([
      [
        { name: 'Seed', value: '1', differs: true },
        { name: 'Style', value: 'Ink', differs: false },
      ],
      [
        { name: 'Seed', value: '2', differs: true },
        { name: 'Style', value: 'Ink', differs: false },
        { name: 'Length', value: '5', differs: true },
      ],
    ]);
  });
});
