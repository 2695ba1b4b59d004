import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { newestOf } from './newest-of.js';

const times = fc.array(fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 30 }), { maxLength: 12 });

describe('the newest entries of several authors', () => {
  it('are those that are found when everything is read', async () => {
    await fc.assert(
      fc.asyncProperty(times, fc.integer({ min: 1, max: 25 }), async (authors, count) => {
        const entries = authors.map((published, author) =>
          published
            .map((publishedAt, at) => ({ id: `${author}.${at}`, publishedAt }))
            .sort((a, b) => b.publishedAt - a.publishedAt || (a.id < b.id ? -1 : 1)),
        );
        const found = await newestOf(
          entries.map((_, author) => String(author)),
          count,
          (author, limit) => Promise.resolve((entries[Number(author)] ?? []).slice(0, limit)),
        );
        const expected = entries.flat().sort((a, b) => b.publishedAt - a.publishedAt || (a.id < b.id ? -1 : 1));
        expect(found.slice(0, count)).toEqual(expected.slice(0, count));
      }),
    );
  });

  it('are read in full only of authors who have several of them', async () => {
    const limits: number[] = [];
    await newestOf(
      Array.from({ length: 100 }, (_, author) => String(author)),
      25,
      (author, limit) => {
        limits.push(limit);
        const newest = author === '7' ? 1_000 : 0;
        return Promise.resolve(
          Array.from({ length: limit }, (_, at) => ({ id: `${author}.${at}`, publishedAt: newest - at })),
        );
      },
    );
    expect(limits.filter((limit) => limit === 25).length).toBeLessThan(30);
  });
});
