import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { queryClient } from '@/lib/trpc/client';
import { availableFor } from './balance-cache';

const [fetchBefore, documentBefore] = [globalThis.fetch, Object.getOwnPropertyDescriptor(globalThis, 'document')];
let balance: number;
const answer = jest.fn(() =>
  Promise.resolve(Response.json([{ result: { data: { available: balance, revision: balance } } }])),
);

beforeEach(() => {
  answer.mockClear();
  globalThis.fetch = answer;
  // The client reads the language of the page from it.
  Object.defineProperty(globalThis, 'document', { value: { documentElement: { dataset: {} } }, configurable: true });
});
afterEach(() => {
  queryClient.clear();
  globalThis.fetch = fetchBefore;
  if (documentBefore === undefined) Reflect.deleteProperty(globalThis, 'document');
  else Object.defineProperty(globalThis, 'document', documentBefore);
});

it('a cached balance that suffices for a price is not fetched again', async () => {
  balance = 10;
  expect(await availableFor(4, { engine: 'local' })).toBe(10);
  balance = 3;
  expect(await availableFor(10, { engine: 'local' })).toBe(10);
  expect(answer).toHaveBeenCalledTimes(1);
});

it('credits added since the balance was cached are found before a price is called too high', async () => {
  balance = 3;
  expect(await availableFor(2, { engine: 'local' })).toBe(3);
  balance = 50;
  expect(await availableFor(5, { engine: 'local' })).toBe(50);
  expect(await availableFor(60, { engine: 'local' })).toBe(50);
});
