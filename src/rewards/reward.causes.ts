import type { CausedEvent, CauseOwner } from '../credits/index.js';
import { CHECK_IN_CREDITS } from './check-in/streak.shared.js';
import { MISSIONS } from './missions/missions.shared.js';
import { REWARDS } from './rewards.shared.js';

/**
 * The grants that Rewards gives, for reconciliation: each with an id that derives from the user, on its terms,
 * requested by a message. An amount that is no longer given must stay known here, or earlier grants count as
 * unexplained.
 */
export const rewardCauses: CauseOwner = { explained: async (events) => events.filter(isReward) };

function isReward({ account: { userId, appName, usageType }, causedBy, subject }: CausedEvent): boolean {
  if (subject.kind !== 'grant' || causedBy === undefined || appName !== 'kinora' || usageType !== 'credits')
    return false;
  return subject.isFreeOnly && subject.expiresAt !== null && hasTerms(userId, subject);
}

type GrantSubject = Extract<CausedEvent['subject'], { readonly kind: 'grant' }>;

function hasTerms(userId: string, { id, source, amount }: GrantSubject): boolean {
  switch (source) {
    case 'anonymous':
    case 'signup':
      return id === `${source}.${userId}` && amount === REWARDS[source];
    case 'check-in': {
      const prefix = `check-in.${userId}.`;
      const isDated = id.startsWith(prefix) && /^\d{4}-\d\d-\d\d$/.test(id.slice(prefix.length));
      return isDated && CHECK_IN_CREDITS.some((credits) => credits === amount);
    }
    case 'mission':
      return MISSIONS.some((one) => id === `mission.${userId}.${one.id}` && amount === one.credits);
    default:
      return false;
  }
}
