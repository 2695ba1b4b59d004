import { describe, expect, it } from '@jest/globals';
import type { UserId } from '../kernel/ids.js';
import { signUpWelcome, welcome } from './welcome.policy.js';

const userId = 'u1' as UserId; // a test's own user

describe('the welcome of a visitor', () => {
  it('is ten credits that may pay for anything and do not expire', () => {
    expect(welcome({ userId, grantAllowed: true }, 1_000)).toEqual({
      account: { userId: 'u1', appName: 'kinora', usageType: 'credits' },
      change: { type: 'grant', grantId: 'anonymous.u1', source: 'anonymous', amount: 10, eligibility: 'any', at: 1_000 },
    });
  });

  it('asks for the same grant however often it is told', () => {
    const first = welcome({ userId, grantAllowed: true }, 1_000);
    const again = welcome({ userId, grantAllowed: true }, 9_000);
    expect(again?.change.grantId).toBe(first?.change.grantId);
  });

  it('gives nothing to an address that has had its share', () => {
    expect(welcome({ userId, grantAllowed: false }, 1_000)).toBeUndefined();
  });
});

describe('the welcome of a new account', () => {
  it('is thirty credits, once a user, beside those of the visitor', () => {
    expect(signUpWelcome({ userId }, 1_000)).toEqual({
      account: { userId: 'u1', appName: 'kinora', usageType: 'credits' },
      change: { type: 'grant', grantId: 'signup.u1', source: 'signup', amount: 30, eligibility: 'any', at: 1_000 },
    });
    expect(signUpWelcome({ userId }, 9_000).change.grantId).toBe('signup.u1');
  });
});
