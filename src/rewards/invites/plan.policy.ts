import { SUBSCRIPTION_PREFIX, subscriptionCodec, type SubscriptionEvent } from '../../billing/index.js';
import type { Policy } from '../../kernel/event-sourcing/policy.js';
import type { UserId } from '../../kernel/ids.js';
import { refund, subscribe, type Invite, type InviteChange } from './invite.js';

/** A change of a user's invite that a payment causes. */
export interface InviteStep {
  readonly userId: UserId;
  readonly step: (before: Invite) => InviteChange | undefined;
}

/**
 * Follows the credits of plans. The first month's are the proof of a plan: a trial has none. A full refund and a
 * dispute take them back, and with them those of the invite.
 */
export const invitePolicy: Policy<SubscriptionEvent, InviteStep> = {
  name: 'rewards_invites',
  prefix: SUBSCRIPTION_PREFIX,
  codec: subscriptionCodec,
  handles: ['GrantRequested', 'RevocationRequested'],
  react: ({ event }) => {
    if (event.type !== 'GrantRequested' && event.type !== 'RevocationRequested') return [];
    const { at, data } = event;
    if (data.appName !== 'kinora') return [];
    const userId = data.userId as UserId; // the id that the subscription was opened with
    const { grantId } = data;
    const step =
      event.type === 'GrantRequested'
        ? (before: Invite) => subscribe(before, { at, grantId })
        : (before: Invite) => refund(before, { at, grantId, reason: event.data.reason });
    return [{ userId, step }];
  },
};
