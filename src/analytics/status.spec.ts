import { describe, expect, it } from '@jest/globals';
import type { PlatformName } from '../billing/plans/plan.shared.js';
import { statusOf } from './status.shared.js';

const NOW = 1_000;
const log = (
  isSub: boolean,
  isActiveSub: boolean,
  platformName: PlatformName = 'card',
  currentPeriodEnd: number | null = NOW,
) => ({
  isSub,
  isActiveSub,
  currentPlan: { currentPeriodEnd },
  otherPlan: [],
  paymentPlatform: { platformName, enable: true, visible: true },
});

describe('the user status of analytics', () => {
  it.each([
    ['anon', 'a visitor', false, undefined],
    [undefined, 'somebody whose plan is not known', true, undefined],
    ['free', 'somebody without a plan', true, log(false, false)],
    ['expired', 'somebody whose plan is over', true, log(true, false)],
    ['expired', 'somebody whose local payment has run out', true, log(true, false, 'local')],
    [undefined, 'a subscriber', true, log(true, true)],
    [undefined, 'somebody who has left and has paid for longer', true, log(true, false, 'card', NOW + 1)],
    [
      'expired',
      'somebody without a local payment in force, whatever was paid for',
      true,
      log(true, false, 'local', NOW + 1),
    ],
  ] as const)('is %s for %s', (status, _who, isMember, known) => expect(statusOf(isMember, known, NOW)).toBe(status));
});
