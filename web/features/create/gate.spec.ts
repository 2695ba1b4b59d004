import { describe, expect, it } from '@jest/globals';
import { currentPopup } from '@/lib/popups/queue';
import { needsPlan, offersPlan } from './gate';

const user = (given: { readonly email?: string; readonly roles?: readonly string[] } = {}) => ({ status: 'ready', user: { id: 'u', roles: [], ...given } }) as const;

describe('a model of plans', () => {
  it.each([
    ['a visitor', user(), true], ['somebody without a plan', user({ email: 'ada@example.org' }), true], ['an admin', user({ roles: ['admin'] }), false],
    ['a session that is not known yet', { status: 'loading' } as const, false],
  ])('asks %s for a plan: %j', (_who, session, asks) => {
    expect(needsPlan({ tier: 'pro' }, session)).toBe(asks);
    expect(needsPlan({ tier: 'free' }, session)).toBe(false);
  });

  it('opens the offer of a plan, and none for a free one', () => {
    expect(offersPlan({ tier: 'free' }, user())).toBe(false);
    expect(currentPopup()).toBeUndefined();
    expect(offersPlan({ tier: 'pro' }, user())).toBe(true);
    expect(currentPopup()).toMatchObject({ name: 'upgradePlan', props: { reason: 'ProFeature' } });
  });
});
