import { describe, expect, it } from '@jest/globals';
import { lazy } from './lazy.js';

describe('a lazy value', () => {
  it('is made once, when it is first asked for, though it is nothing', () => {
    let made = 0;
    const value = lazy(() => {
      made += 1;
      return undefined;
    });
    expect(made).toBe(0);
    expect([value(), value(), made]).toEqual([undefined, undefined, 1]);
  });

  it('is made again after it could not be', () => {
    let tries = 0;
    const value = lazy(() => {
      tries += 1;
      if (tries === 1) throw new Error('not yet');
      return tries;
    });
    expect(value).toThrow('not yet');
    expect(value()).toBe(2);
  });
});
