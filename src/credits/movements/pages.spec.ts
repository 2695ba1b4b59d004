import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import type { FindQuery } from '../../platform/documents/port.js';
import { readPage } from './pages.js';

/** Numbers from 0, found in order; the cursor is the place after the last. */
function numbers(count: number) {
  const limits: number[] = [];
  const find = async ({
    after = '0',
    limit = count,
  }: FindQuery): Promise<{ readonly items: readonly number[]; readonly next?: string }> => {
    limits.push(limit);
    const end = Math.min(count, Number(after) + limit);
    const items = Array.from({ length: end - Number(after) }, (_, index) => Number(after) + index);
    return end < count ? { items, next: String(end) } : { items };
  };
  return { find, limits };
}

/** Every page of a list, first to last. */
async function pagesOf(
  count: number,
  limit: number,
  isMeant: (item: number) => boolean,
): Promise<readonly (readonly number[])[]> {
  const documents = numbers(count);
  const found: (readonly number[])[] = [];
  let cursor: string | undefined;
  do {
    const { items, next } = await readPage(
      documents,
      {},
      cursor === undefined ? { limit } : { limit, cursor },
      async (some) => some.map((item) => (isMeant(item) ? item : undefined)),
    );
    found.push(items);
    cursor = next;
  } while (cursor !== undefined);
  return found;
}

describe('a page of a list with a filter', () => {
  it('ends after a bounded number of documents that are not meant, and the next one follows', async () => {
    const documents = numbers(100_000);
    const { items, next } = await readPage(documents, {}, { limit: 50 }, async (some) => some.map(() => undefined));
    expect([items, Number(next), documents.limits.length]).toEqual([[], 50 + 19 * 200, 20]);
    expect((await pagesOf(10_000, 50, (item) => item === 9_999)).flat()).toEqual([9_999]);
  });

  it('has every item once and in order over all pages, and never more than the limit', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: 9_000 }),
        fc.integer({ min: 1, max: 300 }),
        fc.integer({ min: 1, max: 5_000 }),
        async (count, limit, every) => {
          const isMeant = (item: number): boolean => item % every === 0;
          const found = await pagesOf(count, limit, isMeant);
          expect(found.flat()).toEqual(Array.from({ length: count }, (_, item) => item).filter(isMeant));
          expect(Math.max(...found.map(({ length }) => length))).toBeLessThanOrEqual(limit);
        },
      ),
      { numRuns: 40 },
    );
  });
});
