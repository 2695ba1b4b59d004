import { describe, expect, it } from '@jest/globals';
import { refetchIntervalFor, SETTLE_EVERY_MS } from './settle';

const isOver = { isThere: (shown: { readonly over: boolean }) => shown.over, until: 30_000 };

describe('what the payment provider has yet to tell of', () => {
  it('is looked for again until it is there', () => {
    expect(refetchIntervalFor(isOver, { over: false }, 1_000)).toBe(SETTLE_EVERY_MS);
    expect(refetchIntervalFor(isOver, undefined, 1_000)).toBe(SETTLE_EVERY_MS);
    expect(refetchIntervalFor(isOver, { over: true }, 1_000)).toBe(false);
  });

  it('is not looked for for ever', () => {
    expect(refetchIntervalFor(isOver, { over: false }, 29_999)).toBe(SETTLE_EVERY_MS);
    expect(refetchIntervalFor(isOver, { over: false }, 30_000)).toBe(false);
  });

  it('is nothing as long as nothing was asked', () => {
    expect(refetchIntervalFor(undefined, { over: false }, 0)).toBe(false);
  });
});
