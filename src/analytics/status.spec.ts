import { describe, expect, it } from '@jest/globals';
import type { PlatformName } from '../billing/plan.shared.js';
import { statusOf } from './status.shared.js';

const log = (isSub: boolean, isActiveSub: boolean, platformName: PlatformName = 'card') => ({ isSub, isActiveSub, paymentPlatform: { platformName, enable: true, visible: true } });

describe('the user status of analytics', () => {
  it.each([
    ['anon', 'a visitor', false, undefined], [undefined, 'somebody whose plan is not known', true, undefined], ['free', 'somebody without a plan', true, log(false, false)],
    ['expired', 'somebody whose plan is over', true, log(true, false)], ['expired', 'somebody whose local payment has run out', true, log(true, false, 'local')], [undefined, 'a subscriber', true, log(true, true)],
  ] as const)('is %s for %s', (status, _who, isMember, known) => expect(statusOf(isMember, known)).toBe(status));
});
