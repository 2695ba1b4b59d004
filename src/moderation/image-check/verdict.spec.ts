import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Scores } from './port.js';
import { actionOf, BUILT_IN } from '../policy/policy.shared.js';
import { against, scoreOf } from './verdict.js';

const scores = (given: Partial<Scores>): Scores => ({ Drawing: 0, Hentai: 0, Neutral: 0, Porn: 0, Sexy: 0, ...given });

const RULE = BUILT_IN['image.before'];
const LINE = RULE.threshold / 100;
const verdictOf = (images: readonly Scores[]): string =>
  actionOf(RULE, scoreOf(images)) === 'refuse' ? 'refused' : 'passes';

describe('the verdict on a picture', () => {
  it.each([
    [{ Neutral: 1 }, 'passes'],
    [{ Sexy: 1 }, 'passes'],
    [{ Drawing: 0.5, Sexy: 0.5 }, 'passes'],
    [{ Porn: 0.45, Sexy: 0.32, Hentai: 0.19 }, 'passes'],
    [{ Porn: 1 }, 'refused'],
    [{ Hentai: 0.95 }, 'refused'],
    [{ Porn: 0.5, Hentai: 0.45 }, 'refused'],
  ] as const)('of %j is: %s', (given, verdict) => {
    expect(verdictOf([scores(given)])).toBe(verdict);
  });

  it('turns exactly at the line', () => {
    expect(verdictOf([scores({ Porn: LINE })])).toBe('refused');
    expect(verdictOf([scores({ Porn: LINE - 1e-6 })])).toBe('passes');
  });

  it('of a film is that of its worst picture, in whatever order they come', () => {
    const share = fc.double({ min: 0, max: 0.5, noNaN: true });
    fc.assert(
      fc.property(fc.array(fc.record({ Porn: share, Hentai: share }).map(scores), { minLength: 1 }), (frames) => {
        const worst = Math.max(...frames.map(against));
        expect(verdictOf(frames)).toBe(worst + 1e-11 >= LINE ? 'refused' : 'passes');
        expect(verdictOf([...frames].reverse())).toBe(verdictOf(frames));
        expect(verdictOf([...frames, scores({ Porn: 1 })])).toBe('refused');
      }),
    );
  });
});
