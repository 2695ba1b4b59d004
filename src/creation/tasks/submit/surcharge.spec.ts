import { describe, expect, it } from '@jest/globals';
import { surchargeOn, withSurcharge } from './surcharge.shared.js';

describe('the surcharge of a recipe', () => {
  it('is asked for what costs something, and never for drafts', () => {
    expect(surchargeOn(3, false, 5)).toBe(5);
    expect(surchargeOn(0, false, 5)).toBe(0);
    expect(surchargeOn(3, true, 5)).toBe(0);
    expect(surchargeOn(3, false, 0)).toBe(0);
  });

  it('is part of the price that a creation has when its free place is lost', () => {
    expect(withSurcharge(3, false, 5)).toBe(8);
    expect(withSurcharge(3, true, 5)).toBe(3);
  });
});
