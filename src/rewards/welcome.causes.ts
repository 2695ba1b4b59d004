import type { CausedEvent, CauseOwner } from '../credits/index.js';
import { REWARDS } from './rewards.shared.js';

/**
 * The grants that Rewards gives, for reconciliation: one per user and source, on its terms, requested by a message. An
 * amount that is no longer given must stay known here, or earlier grants count as unexplained.
 */
export const welcomeCauses: CauseOwner = { explained: async (events) => events.filter(isWelcome) };

function isWelcome({ account: { userId, appName, usageType }, causedBy, subject }: CausedEvent): boolean {
  if (subject.kind !== 'grant' || causedBy === undefined || appName !== 'kinora' || usageType !== 'credits')
    return false;
  const { source } = subject;
  return (
    (source === 'anonymous' || source === 'signup') &&
    subject.id === `${source}.${userId}` &&
    subject.amount === REWARDS[source] &&
    subject.isFreeOnly &&
    subject.expiresAt !== null
  );
}
