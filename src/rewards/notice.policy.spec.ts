import { describe, expect, it } from '@jest/globals';
import type { UserId } from '../kernel/ids.js';
import { expiryNotice, NOTICE_BEFORE_MS } from './notice.policy.js';

describe('the notice of credits that expire soon', () => {
  it('is one for each time at which some do, dated when they came so near to it, whenever that is found', () => {
    const at = 1_800_000_000_000;
    // A test's own user.
    expect(
      expiryNotice({ account: { userId: 'u1' as UserId, appName: 'kinora', usageType: 'credits' }, at, amount: 12 }),
    ).toEqual({
      userId: 'u1',
      cause: `expiring.kinora.credits.${at}`,
      at: at - NOTICE_BEFORE_MS,
      content: { kind: 'credits-expiring', amount: 12, at },
    });
  });
});
