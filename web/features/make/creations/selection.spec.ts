import { expect, it } from '@jest/globals';
import { chosenRange } from './selection';

const order = ['a', 'b', 'c', 'd', 'e'];
const choose = (chosen: string[], anchor: string | undefined, id: string): string[] =>
  [...chosenRange(new Set(chosen), order, anchor, id)].sort();

it('toggles one creation', () => {
  expect(choose([], undefined, 'b')).toEqual(['b']);
  expect(choose(['a', 'b'], undefined, 'b')).toEqual(['a']);
});

it('adds a range in either direction, and keeps what was selected', () => {
  expect(choose(['b'], 'b', 'd')).toEqual(['b', 'c', 'd']);
  expect(choose(['a', 'd'], 'd', 'c')).toEqual(['a', 'c', 'd']);
});

it('toggles if the last one is not listed any more', () => {
  expect(choose(['a'], 'gone', 'c')).toEqual(['a', 'c']);
});
