import { describe, expect, it } from '@jest/globals';
import type { CausedEvent } from '../credits/index.js';
import { derivedId, type UserId } from '../kernel/ids.js';
import { rewardCauses } from './reward.causes.js';

const grant = (
  more: Partial<Extract<CausedEvent['subject'], { readonly kind: 'grant' }>> = {},
  causedBy: string | undefined = 'message',
): CausedEvent => ({
  account: { userId: 'ann' as UserId, appName: 'kinora', usageType: 'credits' },
  revision: 0,
  type: 'CreditsGranted',
  at: Date.UTC(2026, 2, 1),
  recordedAt: 1,
  causedBy, // a test's own user
  subject: { kind: 'grant', id: 'signup.ann', source: 'signup', amount: 30, expiresAt: 9, isFreeOnly: true, ...more },
});

const revocation = (id: string, reference: string): CausedEvent => ({
  ...grant(),
  type: 'GrantRevoked',
  subject: { kind: 'revocation', id, reference },
});

describe('a reward as the cause of a grant', () => {
  it.each([
    [grant()],
    [grant({ id: 'anonymous.ann', source: 'anonymous', amount: 10 })],
    [grant({ id: 'check-in.ann.2026-02-28', source: 'check-in', amount: 6 })],
    [grant({ id: 'mission.ann.first-video', source: 'mission', amount: 5 })],
    [grant({ id: 'invite.ann', source: 'invite', amount: 10 })],
    [grant({ id: 'invite.ann.plan', source: 'invite', amount: 50 })],
    [grant({ id: `invite.ann.friend.${derivedId('invited-friend', 'ann', 'bob')}`, source: 'invite', amount: 50 })],
    [grant({ id: 'ad-reward.ann.t1', source: 'ad-reward', amount: 1 })],
    [revocation('invite.ann.plan', 'invite:payment-returned')],
  ])('explains what Rewards gives', async (event) => expect(await rewardCauses.explained([event])).toEqual([event]));

  it.each<[string, CausedEvent]>([
    ['of another amount', grant({ amount: 3_000 })],
    ['for another user', grant({ id: 'signup.bob' })],
    ['without expiry', grant({ expiresAt: null })],
    ['that pays for anything', grant({ isFreeOnly: false })],
    ['of an invite on other terms', grant({ id: 'invite.ann', source: 'invite', amount: 50 })],
    ['of an invite of another user', grant({ id: 'invite.bob.plan', source: 'invite', amount: 50 })],
    ['that is taken back for another reason', revocation('invite.ann.plan', 'invoice:i1')],
    ['that is taken back and no invite’s', revocation('invite.ann', 'invite:payment-returned')],
    ['of an ad on other terms', grant({ id: 'ad-reward.ann.t1', source: 'ad-reward', amount: 30 })],
    ['of another source', grant({ id: 'purchase.ann', source: 'purchase' })],
    ['of a mission on other terms', grant({ id: 'mission.ann.first-video', source: 'mission', amount: 50 })],
    ['of an unknown mission', grant({ id: 'mission.ann.last-video', source: 'mission', amount: 5 })],
    ['of a check-in without a date', grant({ id: 'check-in.ann.today', source: 'check-in', amount: 2 })],
    ['of a check-in on a date far away', grant({ id: 'check-in.ann.2026-04-28', source: 'check-in', amount: 2 })],
    ['of a check-in that no day gives', grant({ id: 'check-in.ann.2026-02-28', source: 'check-in', amount: 5 })],
    ['without a message', { ...grant(), causedBy: undefined }],
  ])('does not explain a grant %s', async (_what, event) => expect(await rewardCauses.explained([event])).toEqual([]));
});
