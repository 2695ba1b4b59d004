import { describe, expect, it } from '@jest/globals';
import { needsText, NO_REASONS, trimmedReasons } from './leaving-reasons';

describe('why somebody leaves', () => {
  it('is told with their own words, without the space around them', () =>
    expect(trimmedReasons({ reasons: ['quality'], text: ' too soft ' })).toEqual({
      reasons: ['quality'],
      text: 'too soft',
    }));

  it('is told without words that cannot be seen any more', () => {
    const takenBack = { reasons: [], text: 'too soft' };
    expect(needsText(takenBack)).toBe(false);
    expect(trimmedReasons(takenBack)).toEqual(NO_REASONS);
  });
});
