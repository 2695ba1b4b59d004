import { describe, expect, it } from '@jest/globals';
import type { UserId } from '../../kernel/ids.js';
import { signUpWelcome, welcome } from './welcome.policy.js';

const userId = 'u1' as UserId; // a test's own user
const MONTH = 30 * 86_400_000;
const account = { userId: 'u1', appName: 'kinora', usageType: 'credits' };

describe('the welcome of a visitor', () => {
  it('is ten credits that pay for the models of this installation alone and end after thirty days', () => {
    expect(welcome({ userId, grantAllowed: true, at: 900 }, 1_000)).toEqual({
      account,
      change: {
        type: 'grant',
        grantId: 'anonymous.u1',
        source: 'anonymous',
        amount: 10,
        eligibility: 'free-models',
        expiresAt: 900 + MONTH,
        at: 1_000,
      },
    });
  });

  it('asks for the same grant however often and however late it is told', () => {
    const { at: _first, ...first } = welcome({ userId, grantAllowed: true, at: 900 }, 1_000)?.change ?? {};
    const { at: _again, ...again } = welcome({ userId, grantAllowed: true, at: 900 }, 9_000)?.change ?? {};
    expect(again).toEqual(first);
  });

  it('gives nothing to an address that has had its share', () => {
    expect(welcome({ userId, grantAllowed: false, at: 900 }, 1_000)).toBeUndefined();
  });
});

describe('the welcome of a new account', () => {
  it('is thirty credits, once a user, on the same terms', () => {
    expect(signUpWelcome({ userId, grantAllowed: true, at: 900 }, 1_000)).toEqual({
      account,
      change: {
        type: 'grant',
        grantId: 'signup.u1',
        source: 'signup',
        amount: 30,
        eligibility: 'free-models',
        expiresAt: 900 + MONTH,
        at: 1_000,
      },
    });
  });

  it('gives nothing to a mailbox that has had it', () => {
    expect(signUpWelcome({ userId, grantAllowed: false, at: 900 }, 1_000)).toBeUndefined();
  });
});
