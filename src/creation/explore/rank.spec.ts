import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DOUBLING_MS, isVote, rankOf, VOTER_AGE_MS } from './rank.shared.js';

const time = fc.integer({ min: 0, max: 4_000_000_000_000 });
const votes = fc.integer({ min: 0, max: 10_000_000 });

describe('the rank of a work', () => {
  it('is its time without votes, and rises by twelve hours with each doubling', () => {
    expect([0, 1, 3, 7, 1_023].map((count) => rankOf(1_000, count) - 1_000)).toEqual(
      [0, 1, 2, 3, 10].map((doublings) => doublings * DOUBLING_MS),
    );
    expect(rankOf(0, 2)).toBe(DOUBLING_MS + DOUBLING_MS / 2);
  });

  it('is a whole number, higher with every vote and with every millisecond', () => {
    fc.assert(
      fc.property(time, votes, (at, count) => {
        const rank = rankOf(at, count);
        expect(Number.isSafeInteger(rank)).toBe(true);
        expect(rankOf(at, count + 1)).toBeGreaterThan(rank);
        expect(rankOf(at + 1, count)).toBe(rank + 1);
      }),
    );
  });

  it('lets a new work without votes pass any older one in time', () => {
    fc.assert(
      fc.property(time, votes, (at, count) => {
        const lead = DOUBLING_MS * (Math.floor(Math.log2(count + 1)) + 2);
        expect(rankOf(at + lead, 0)).toBeGreaterThan(rankOf(at, count));
      }),
    );
  });
});

describe('a like', () => {
  it('is no vote of the author, of a visitor, or of an account younger than three days, and else it is one', () => {
    fc.assert(
      fc.property(fc.boolean(), fc.option(time, { nil: undefined }), time, (isOwn, since, at) => {
        expect(isVote('ada', isOwn ? 'ada' : 'eve', since, at)).toBe(
          !isOwn && since !== undefined && at >= since + VOTER_AGE_MS,
        );
      }),
    );
  });
});
