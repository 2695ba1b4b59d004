import { describe, expect, it } from '@jest/globals';
import { consentOf, type ConsentFacts } from './consent';

const facts = (more: Partial<ConsentFacts> = {}): ConsentFacts => ({
  choice: undefined,
  signalsNo: false,
  country: undefined,
  ...more,
});

describe('whether anything is collected', () => {
  it.each(['DE', 'FR', 'GB', 'CH', 'NO', null])('is asked for in %s', (country) => {
    expect(consentOf(facts({ country }))).toBe('asking');
  });

  it('is not asked for where the law does not want it, until somebody says no', () => {
    expect(consentOf(facts({ country: 'US' }))).toBe('on');
    expect(consentOf(facts({ country: 'US', choice: 'declined' }))).toBe('off');
  });

  it('waits for the country', () => {
    expect(consentOf(facts())).toBe('undecided');
  });

  it('is what was chosen, wherever', () => {
    for (const country of ['DE', 'US', null, undefined]) {
      expect(consentOf(facts({ country, choice: 'accepted' }))).toBe('on');
      expect(consentOf(facts({ country, choice: 'declined' }))).toBe('off');
    }
  });

  it('is no wherever the browser says so, whatever was chosen before', () => {
    for (const country of ['DE', 'US', null, undefined]) {
      for (const choice of ['accepted', 'declined', undefined] as const)
        expect(consentOf({ country, choice, signalsNo: true })).toBe('off');
    }
  });
});
