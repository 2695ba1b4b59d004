import { describe, expect, it } from '@jest/globals';
import { createMemoryDocumentStore } from '../../platform/documents/memory.js';
import type { RunReport } from '../../engine/remote/engine.js';
import { costOf, UseBook } from './use.js';

const DAY = 24 * 3_600_000;
const NOW = Date.UTC(2026, 10, 22, 12);
const run = (more: Partial<RunReport> = {}): RunReport => ({ model: 'm', ms: 4_000, usage: {}, ...more });

describe('what an engine costs', () => {
  it("is what it bills, or else its operator's rate, or not known", () => {
    expect(costOf(run({ usage: { micros: 42 } }), { micros: 7, per: 'picture' })).toBe(42);
    expect(costOf(run(), { micros: 7, per: 'picture' })).toBe(7);
    expect(costOf(run({ usage: { computeMs: 2_500 } }), { micros: 225, per: 'second' })).toBe(563);
    expect(costOf(run(), { micros: 225, per: 'second' })).toBeUndefined();
    expect(costOf(run({ usage: { computeMs: 2_500 } }), undefined)).toBeUndefined();
  });
});

describe('what an engine did', () => {
  it('is counted by days, by whoever worked, and summed up for a month', async () => {
    const book = await UseBook.open(createMemoryDocumentStore());
    await Promise.all(
      [
        run(),
        run({ ms: 2_000, usage: { computeMs: 500, micros: 9 } }),
        run({ fault: 'away' }),
        run({ fault: 'refused' }),
      ].map((report) => book.ran('a', report, undefined, NOW)),
    );
    await book.ran('a', run({ ms: 3_000 }), { micros: 1, per: 'picture' }, NOW - 29 * DAY);
    await book.ran('a', run(), undefined, NOW - 31 * DAY);
    await book.recordFailover('a', 'b', NOW);
    expect(await book.of('a', NOW)).toEqual({
      days: 30,
      made: 3,
      failed: 1,
      refused: 1,
      handedOn: 1,
      stoodIn: 0,
      averageMs: 3_000,
      computeMs: 500,
      cost: { micros: 10, pictures: 2 },
    });
    expect(await book.of('b', NOW)).toEqual({ days: 30, made: 0, failed: 0, refused: 0, handedOn: 0, stoodIn: 1 });
  });

  it('is forgotten after more than a year', async () => {
    const book = await UseBook.open(createMemoryDocumentStore());
    await book.ran('a', run(), undefined, NOW - 401 * DAY);
    await book.sweep(NOW);
    expect(await book.of('a', NOW - 401 * DAY)).toMatchObject({ made: 0 });
  });
});
