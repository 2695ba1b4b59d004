import { expect, it } from '@jest/globals';
import { z } from 'zod';
import { ByVersion } from './by-version.js';
import { createMemoryDocumentStore } from './memory.js';

const open = () =>
  createMemoryDocumentStore().collection({ name: 'notes_v1', indexes: [] }, (stored) =>
    z.object({ text: z.string() }).parse(stored),
  );

it('derives a value once for each version of its document', async () => {
  const notes = await open();
  let derived = 0;
  const lengths = new ByVersion<string, { text: string }, number>(
    notes,
    ({ document: { text } }) => (derived += 1) && text.length,
    9,
  );
  await notes.put({ id: 'a', document: { text: 'one' }, expectedVersion: 0 });
  for (let nth = 0; nth < 2; nth += 1) expect([...(await lengths.of(['a', 'x', 'a']))]).toEqual([['a', 3]]);
  expect(derived).toBe(1);
  await notes.put({ id: 'a', document: { text: 'longer' }, expectedVersion: 1 });
  expect([...(await lengths.of(['a']))]).toEqual([['a', 6]]);
  await notes.delete('a', 2);
  expect((await lengths.of(['a'])).size).toBe(0);
  expect(derived).toBe(2);
});

it('forgets the values that were used longest ago', async () => {
  const notes = await open();
  const read: string[] = [];
  const texts = new ByVersion<string, { text: string }, string>(
    notes,
    ({ document: { text } }) => {
      read.push(text);
      return text;
    },
    2,
  );
  for (const id of ['a', 'b', 'c']) await notes.put({ id, document: { text: id }, expectedVersion: 0 });
  for (const id of ['a', 'b', 'a', 'c', 'a', 'b']) await texts.of([id]);
  expect(read).toEqual(['a', 'b', 'c', 'b']);
});

it('gives every value of one call, also of more documents than it keeps', async () => {
  const notes = await open();
  const ids = ['a', 'b', 'c', 'd'];
  for (const id of ids) await notes.put({ id, document: { text: id }, expectedVersion: 0 });
  const texts = new ByVersion<string, { text: string }, string>(notes, ({ document: { text } }) => text, 1);
  expect([...(await texts.of(ids)).keys()]).toEqual(ids);
});

it('answers in the order of the ids, also when only some had to be read again', async () => {
  const notes = await open();
  const texts = new ByVersion<string, { text: string }, string>(notes, ({ document }) => document.text, 9);
  for (const id of ['a', 'b', 'c']) await notes.put({ id, document: { text: id }, expectedVersion: 0 });
  await texts.of(['a', 'b', 'c']);
  await notes.put({ id: 'a', document: { text: 'new' }, expectedVersion: 1 });
  expect([...(await texts.of(['a', 'b', 'c']))]).toEqual([
    ['a', 'new'],
    ['b', 'b'],
    ['c', 'c'],
  ]);
});
