import { describe, expect, it } from '@jest/globals';
import { expiringSoon } from './expiring.js';

const account = { userId: 'u1', appName: 'kinora', usageType: 'credits' } as const;

describe('what expires soon', () => {
  it('is what can still be spent, together by the time at which it goes, the soonest first', () => {
    const grants = [
      { grantId: 'b', source: 'signup', available: 5, held: 0, expiresAt: 300 },
      { grantId: 'a', source: 'signup', available: 3, held: 2, expiresAt: 200 },
      { grantId: 'c', source: 'anonymous', available: 4, held: 0, expiresAt: 300 },
    ] as const;
    expect(expiringSoon({ ...account, grants: [...grants] }, 100, 300)).toEqual([
      { account, at: 200, amount: 3 },
      { account, at: 300, amount: 9 },
    ]);
  });

  it('leaves out the sources that are not wanted', () => {
    const grants = [
      { grantId: 'a', source: 'check-in', available: 3, held: 0, expiresAt: 200 },
      { grantId: 'b', source: 'signup', available: 5, held: 0, expiresAt: 200 },
    ] as const;
    expect(expiringSoon({ ...account, grants: [...grants] }, 100, 300, ['check-in'])).toEqual([
      { account, at: 200, amount: 5 },
    ]);
  });

  it.each([
    ['has gone already', { available: 5, held: 0, expiresAt: 100 }],
    ['goes later', { available: 5, held: 0, expiresAt: 301 }],
    ['never goes', { available: 5, held: 0 }],
    ['is all held', { available: 0, held: 5, expiresAt: 200 }],
    ['has ended under a hold', { available: 0, held: 5, expiresAt: 200, ended: true as const }],
  ])('is nothing of what %s', (_what, grant) => {
    expect(expiringSoon({ ...account, grants: [{ grantId: 'g', source: 'signup', ...grant }] }, 100, 300)).toEqual([]);
  });
});
