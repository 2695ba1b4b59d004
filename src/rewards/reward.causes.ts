import type { CausedEvent, CauseOwner } from '../credits/index.js';
import type { Millis } from '../kernel/clock.js';
import { AD_REWARD, adGrant } from './ads/ad-rewards.js';
import { CHECK_IN_CREDITS } from './check-in/streak.shared.js';
import { takenBackReference } from './grant.policy.js';
import { inviterGrantPrefix, joinedGrant, subscribedGrant } from './invites/invite.js';
import { INVITE_CREDITS } from './invites/invites.shared.js';
import { MISSIONS } from './missions/missions.shared.js';
import { REWARDS } from './rewards.shared.js';

/**
 * The grants that Rewards gives, for reconciliation: each with an id that derives from the user, on its terms,
 * requested by a message. Also the revocations of invites. An amount that is no longer given must stay known here, or
 * earlier grants count as unexplained.
 */
export const rewardCauses: CauseOwner = { explained: async (events) => events.filter(isReward) };

function isReward({ account: { userId, appName, usageType }, at, causedBy, subject }: CausedEvent): boolean {
  if (causedBy === undefined || appName !== 'kinora' || usageType !== 'credits') return false;
  if (subject.kind === 'revocation')
    return (
      subject.reference === takenBackReference('invite') &&
      inviteCredits(userId, subject.id) === INVITE_CREDITS.subscribed
    );
  if (subject.kind !== 'grant') return false;
  return subject.isFreeOnly && subject.expiresAt !== null && hasTerms(userId, subject, at);
}

const DAY_MS = 86_400_000;

type GrantSubject = Extract<CausedEvent['subject'], { readonly kind: 'grant' }>;

function hasTerms(userId: string, { id, source, amount }: GrantSubject, at: Millis): boolean {
  switch (source) {
    case 'anonymous':
    case 'signup':
      return id === `${source}.${userId}` && amount === REWARDS[source];
    case 'check-in': {
      const prefix = `check-in.${userId}.`;
      const date = id.startsWith(prefix) ? id.slice(prefix.length) : '';
      // A local date is at most a day from the one of UTC; its message may come some days later.
      const age = at - Date.parse(`${date}T00:00:00Z`);
      const isDated = /^\d{4}-\d\d-\d\d$/.test(date) && age >= -DAY_MS && age <= 9 * DAY_MS;
      return isDated && CHECK_IN_CREDITS.some((credits) => credits === amount);
    }
    case 'mission':
      return MISSIONS.some((one) => id === `mission.${userId}.${one.id}` && amount === one.credits);
    case 'ad-reward': {
      const prefix = adGrant(userId, '');
      return id.startsWith(prefix) && id.length > prefix.length && amount === AD_REWARD.credits;
    }
    case 'invite':
      return amount === inviteCredits(userId, id);
    default:
      return false;
  }
}

/** What an invite's grant of this id gives to the user; undefined if it is none of theirs. */
function inviteCredits(userId: string, id: string): number | undefined {
  if (id === joinedGrant(userId)) return INVITE_CREDITS.joined;
  const prefix = inviterGrantPrefix(userId);
  const isInviters = id.startsWith(prefix) && /^[0-9a-f-]{36}$/.test(id.slice(prefix.length));
  return isInviters || id === subscribedGrant(userId) ? INVITE_CREDITS.subscribed : undefined;
}
