import { expect, it } from '@jest/globals';
import { sendingOf } from './request-id';

const counted = (): (() => string) => {
  let count = 0;
  return () => `id-${++count}`;
};

it('the same, sent again, has the same id', () => {
  const newId = counted();
  const first = sendingOf(undefined, { text: 'Hello' }, newId);
  expect(sendingOf(first, { text: 'Hello' }, newId)).toEqual(first);
});

it('what was mended before it is sent again has another id', () => {
  const newId = counted();
  const first = sendingOf(undefined, { text: 'Hello' }, newId);
  expect(sendingOf(first, { text: 'Hello there' }, newId).id).not.toBe(first.id);
});

it('the same has another id once the first is done with', () => {
  const newId = counted();
  const first = sendingOf(undefined, { text: 'Hello' }, newId);
  expect(sendingOf(undefined, { text: 'Hello' }, newId).id).not.toBe(first.id);
});
