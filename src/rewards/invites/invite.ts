import type { Millis } from '../../kernel/clock.js';
import { productError, type ProductError } from '../../kernel/errors.shared.js';
import { derivedId, type UserId } from '../../kernel/ids.js';
import { err, ok, type Result } from '../../kernel/result.js';
import type { ClaimedReward, TakenBackReward } from '../grant.policy.js';
import { INVITE_CREDITS, INVITE_LASTS_DAYS, type AcceptedInvite } from './invites.shared.js';

/** How long after the sign-up an account still counts as new for an invite. */
export const JOIN_WITHIN_MS: Millis = 86_400_000;
/**
 * How long after the sign-up its message may be on the way. An account without one after that is from before invites
 * were recorded, and never joins.
 */
const SIGN_UP_EVENT_WITHIN_MS: Millis = 3_600_000;

/** What is known of one user as an invited friend. Facts are only added, each once, so their order does not matter. */
export interface Invite {
  readonly userId: UserId;
  /** Who invited the user. */
  readonly inviter?: UserId;
  readonly openedAt?: Millis;
  /** The account was no longer new when it accepted; it earns nothing for joining. */
  readonly existing?: true;
  readonly joinedAt?: Millis;
  readonly signedUp?: { readonly at: Millis; readonly grantAllowed: boolean };
  /** The first grant of the first paid plan. */
  readonly subscribed?: { readonly at: Millis; readonly grantId: string };
  /** That payment was returned. */
  readonly refundedAt?: Millis;
  readonly rewardedAt?: Millis;
}

/** The next state, with what is granted and taken back; undefined if nothing changes. */
export interface InviteChange {
  readonly invite: Invite;
  readonly granted: readonly ClaimedReward[];
  readonly takenBack: readonly TakenBackReward[];
}

const changed = (
  invite: Invite,
  granted: readonly ClaimedReward[] = [],
  takenBack: readonly TakenBackReward[] = [],
): InviteChange => ({ invite, granted, takenBack });

const reward = (userId: UserId, grantId: string, amount: number, at: Millis): ClaimedReward => ({
  userId,
  grantId,
  source: 'invite',
  amount,
  lastsDays: INVITE_LASTS_DAYS,
  at,
});

/** Id of the grant to a friend who has joined. */
export const joinedGrant = (friend: string): string => `invite.${friend}`;
/** Id of the grant to a friend who has subscribed. */
export const subscribedGrant = (friend: string): string => `invite.${friend}.plan`;
/** First part of the ids of an inviter's grants. The rest does not reveal the friend. */
export const inviterGrantPrefix = (inviter: string): string => `invite.${inviter}.friend.`;

/** The rewards of both sides for the friend's first plan. @param at when they were decided */
function planRewards(friend: UserId, inviter: UserId, at: Millis): readonly ClaimedReward[] {
  const amount = INVITE_CREDITS.subscribed;
  return [
    reward(friend, subscribedGrant(friend), amount, at),
    reward(inviter, `${inviterGrantPrefix(inviter)}${derivedId('invited-friend', inviter, friend)}`, amount, at),
  ];
}

/** Gives what the facts entitle to and what was not given yet. @param at milliseconds since the epoch */
function settled(invite: Invite, at: Millis): InviteChange {
  const { userId, inviter, joinedAt, existing, subscribed, refundedAt, rewardedAt, signedUp } = invite;
  let next = invite;
  const granted: ClaimedReward[] = [];
  if (inviter !== undefined && joinedAt === undefined && existing === undefined && signedUp !== undefined) {
    next = { ...next, joinedAt: at };
    if (signedUp.grantAllowed) granted.push(reward(userId, joinedGrant(userId), INVITE_CREDITS.joined, at));
  }
  const isPart = next.joinedAt !== undefined || existing !== undefined;
  if (inviter !== undefined && isPart && subscribed && refundedAt === undefined && rewardedAt === undefined) {
    next = { ...next, rewardedAt: at };
    granted.push(...planRewards(userId, inviter, at));
  }
  return changed(next, granted);
}

const ALREADY_SIGNED_UP = productError('INVITE_ALREADY_SIGNED_UP', { credits: INVITE_CREDITS.subscribed });

/** Someone accepts an invite. */
export interface Acceptance {
  readonly inviter: UserId;
  /** When the caller's address was verified, milliseconds since the epoch; undefined for a visitor. */
  readonly memberSince: Millis | undefined;
  readonly isSamePerson: boolean;
  readonly at: Millis;
}

/**
 * Accepts an invite. The latest link counts until the sign-up; afterwards the first one. An older account is recorded
 * too, and refused with INVITE_ALREADY_SIGNED_UP: it earns by its first plan only. INVITE_SELF for one's own code, also
 * from a second account; INVITE_ALREADY_SUBSCRIBED once a plan was paid for (specification 8); TRY_AGAIN for a caller
 * who signs up at the same moment.
 */
export function accept(
  before: Invite,
  { inviter, memberSince, isSamePerson, at }: Acceptance,
): { readonly answer: Result<AcceptedInvite, ProductError>; readonly change?: InviteChange } {
  if (inviter === before.userId || isSamePerson) return { answer: err(productError('INVITE_SELF')) };
  // The caller has signed up since the look-up, so `isSamePerson` is outdated.
  if (memberSince === undefined && before.signedUp !== undefined) return { answer: err(productError('TRY_AGAIN')) };
  if (before.subscribed !== undefined) return { answer: err(productError('INVITE_ALREADY_SUBSCRIBED')) };
  if (before.joinedAt !== undefined)
    return { answer: before.inviter === inviter ? ok(answerOf(before)) : err(ALREADY_SIGNED_UP) };
  if (before.existing !== undefined) return { answer: err(ALREADY_SIGNED_UP) };
  const opened: Invite = { ...before, inviter, openedAt: at };
  const joinsWithin = before.signedUp === undefined ? SIGN_UP_EVENT_WITHIN_MS : JOIN_WITHIN_MS;
  if (memberSince !== undefined && at - memberSince > joinsWithin)
    return { answer: err(ALREADY_SIGNED_UP), change: changed({ ...opened, existing: true }) };
  if (before.inviter === inviter && before.signedUp === undefined) return { answer: ok(answerOf(before)) };
  const change = settled(opened, at);
  return { answer: ok(answerOf(change.invite)), change };
}

const answerOf = ({ joinedAt, signedUp }: Invite): AcceptedInvite => ({
  state: joinedAt === undefined ? 'opened' : 'joined',
  credits: signedUp?.grantAllowed === false ? 0 : INVITE_CREDITS.joined,
});

/**
 * The user's address was verified.
 * @param grantAllowed Identity's decision about the credits of the sign-up: by address, network, day and mailbox
 * @param isSamePerson the inviter is likely to be the same person; the invite then ends
 */
export function signUp(
  before: Invite,
  fact: { readonly at: Millis; readonly grantAllowed: boolean; readonly isSamePerson: boolean },
): InviteChange | undefined {
  if (before.signedUp !== undefined) return undefined;
  const { inviter, openedAt, ...rest } = before;
  const signedUp = { at: fact.at, grantAllowed: fact.grantAllowed };
  if (inviter === undefined || openedAt === undefined || fact.isSamePerson) return changed({ ...rest, signedUp });
  return settled({ ...before, signedUp }, fact.at);
}

/** The user has paid for a plan. Only the first time counts. */
export function subscribe(
  before: Invite,
  subscribed: { readonly at: Millis; readonly grantId: string },
): InviteChange | undefined {
  return before.subscribed === undefined ? settled({ ...before, subscribed }, subscribed.at) : undefined;
}

/**
 * A plan's grant was revoked. If it was the first, the rewards of both sides are taken back: a payment's first grant is
 * revoked only if the payment was returned in full or disputed, its later ones also after a partial refund.
 */
export function refund(
  before: Invite,
  {
    at,
    grantId,
    reason,
  }: { readonly at: Millis; readonly grantId: string; readonly reason: TakenBackReward['reason'] },
): InviteChange | undefined {
  const { userId, inviter, subscribed, refundedAt, rewardedAt } = before;
  if (subscribed?.grantId !== grantId || refundedAt !== undefined) return undefined;
  const given = inviter === undefined || rewardedAt === undefined ? [] : planRewards(userId, inviter, rewardedAt);
  return changed(
    { ...before, refundedAt: at },
    [],
    given.map((each) => ({ reward: each, reason })),
  );
}
