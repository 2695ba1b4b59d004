import { describe, expect, it } from '@jest/globals';
import type { UserId } from '../../kernel/ids.js';
import type { PaidGrant } from '../statement/grant-owners.js';
import { judgeGrant, type GrantStory } from './reconcile.grants.js';

const NOW = Date.UTC(2026, 5, 1);
const paid = (change: Partial<PaidGrant> = {}): PaidGrant => ({
  grantId: 'plan.in_1.0',
  account: { userId: 'ann' as UserId, appName: 'kinora', usageType: 'credits' }, // an id of the test's own
  source: 'plan',
  amount: 300,
  expiresAt: NOW + 1,
  stands: { state: 'given' },
  paidBy: 'invoice in_1',
  ...change,
});
const story = (change: Partial<GrantStory> = {}): GrantStory => ({
  source: 'plan',
  amount: 300,
  expiresAt: NOW + 1,
  isRevoked: false,
  ...change,
});

describe('a paid grant and the ledger', () => {
  it('fit where the one says what the other does', () => {
    expect(judgeGrant(paid(), story(), NOW)).toBeUndefined();
    expect(judgeGrant(paid({ stands: { state: 'coming' } }), undefined, NOW)).toBeUndefined();
  });
  it.each(['due', 'given'] as const)(
    'differ where it is missing, and in another way once nobody can give it any more: %s',
    (state) => {
      expect(judgeGrant(paid({ stands: { state } }), undefined, NOW)).toMatchObject({ code: 'grant-missing' });
      expect(judgeGrant(paid({ stands: { state } }), undefined, NOW + 1)).toMatchObject({ code: 'grant-too-late' });
      expect(judgeGrant(paid({ stands: { state }, expiresAt: null }), undefined, NOW + 1)).toMatchObject({
        code: 'grant-missing',
      });
    },
  );
  it('differ in what was given, in what nobody paid for, and in what was taken back without cause or not at all', () => {
    expect(judgeGrant(paid(), story({ amount: 301 }), NOW)).toMatchObject({ code: 'grant-differs' });
    expect(judgeGrant(undefined, story(), NOW)).toMatchObject({ code: 'grant-without-payment' });
    expect(judgeGrant(paid(), story({ isRevoked: true }), NOW)).toMatchObject({ code: 'revocation-without-cause' });
    expect(judgeGrant(paid({ stands: { state: 'revoked', at: NOW } }), story(), NOW)).toMatchObject({
      code: 'revocation-missing',
    });
  });
});
