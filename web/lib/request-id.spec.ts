import { expect, it } from '@jest/globals';
import { sentRequestOf } from './request-id';

const counted = (): (() => string) => {
  let count = 0;
  return () => `id-${++count}`;
};

it('the same, sent again, has the same id', () => {
  const newId = counted();
  const first = sentRequestOf(undefined, { text: 'Hello' }, newId);
  expect(sentRequestOf(first, { text: 'Hello' }, newId)).toEqual(first);
});

it('what was mended before it is sent again has another id', () => {
  const newId = counted();
  const first = sentRequestOf(undefined, { text: 'Hello' }, newId);
  expect(sentRequestOf(first, { text: 'Hello there' }, newId).id).not.toBe(first.id);
});

it('the same has another id once the first is done with', () => {
  const newId = counted();
  const first = sentRequestOf(undefined, { text: 'Hello' }, newId);
  expect(sentRequestOf(undefined, { text: 'Hello' }, newId).id).not.toBe(first.id);
});
