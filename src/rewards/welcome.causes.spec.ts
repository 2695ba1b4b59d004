import { describe, expect, it } from '@jest/globals';
import type { CausedEvent } from '../credits/index.js';
import type { UserId } from '../kernel/ids.js';
import { welcomeCauses } from './welcome.causes.js';

const grant = (
  more: Partial<Extract<CausedEvent['subject'], { readonly kind: 'grant' }>> = {},
  causedBy: string | undefined = 'message',
): CausedEvent => ({
  account: { userId: 'ann' as UserId, appName: 'kinora', usageType: 'credits' },
  revision: 0,
  type: 'CreditsGranted',
  at: 1,
  recordedAt: 1,
  causedBy, // a test's own user
  subject: { kind: 'grant', id: 'signup.ann', source: 'signup', amount: 30, expiresAt: 9, isFreeOnly: true, ...more },
});

describe('a welcome as the cause of a grant', () => {
  it.each([[grant()], [grant({ id: 'anonymous.ann', source: 'anonymous', amount: 10 })]])(
    'explains what Rewards gives',
    async (event) => expect(await welcomeCauses.explained([event])).toEqual([event]),
  );

  it.each<[string, CausedEvent]>([
    ['of another amount', grant({ amount: 3_000 })],
    ['for another user', grant({ id: 'signup.bob' })],
    ['without expiry', grant({ expiresAt: null })],
    ['that pays for anything', grant({ isFreeOnly: false })],
    ['of another source', grant({ id: 'mission.ann', source: 'mission' })],
    ['without a message', { ...grant(), causedBy: undefined }],
  ])('does not explain a grant %s', async (_what, event) => expect(await welcomeCauses.explained([event])).toEqual([]));
});
