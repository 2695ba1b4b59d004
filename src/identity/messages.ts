import { z } from 'zod';
import type { Millis } from '../kernel/clock.js';
import { defined } from '../kernel/defined.shared.js';
import type { OutboxMessage } from '../platform/documents/port.js';
import type { UserId } from '../platform/http/security/session-user.js';

const userId = z
  .string()
  .min(1)
  .transform((id) => id as UserId); // the brand is applied when the message is read

/** Sent once when a device's first visit creates a user. */
export const VISITOR_ARRIVED = 'VisitorArrived';
export const visitorArrivedData = z.object({
  userId,
  /** False when the address has reached its daily share of visitors, or when the grant waits for the human check. */
  grantAllowed: z.boolean(),
  /** Milliseconds since the epoch; determines when the grant ends. Absent from older messages. */
  at: z.int().exactOptional(),
});
export type VisitorArrived = z.infer<typeof visitorArrivedData>;

/** The message for the outbox. Its id is the user's, because it is sent once per user. */
export function visitorArrived(data: VisitorArrived): OutboxMessage {
  return { id: `visitor-arrived.${data.userId}`, type: VISITOR_ARRIVED, data };
}

/** Sent once when a visitor whose credits waited for the human check has passed it. */
export const VISITOR_GRANTED = 'VisitorGranted';
/** `at` is in milliseconds since the epoch; it determines when the grant ends. */
export const visitorGrantedData = z.object({ userId, at: z.int() });
export type VisitorGranted = z.infer<typeof visitorGrantedData>;

export function visitorGranted(data: VisitorGranted): OutboxMessage {
  return { id: `visitor-granted.${data.userId}`, type: VISITOR_GRANTED, data };
}

/** Sent once when a user's email address has been verified; the user is then no longer a visitor. */
export const USER_SIGNED_UP = 'UserSignedUp';
export const userSignedUpData = z.object({
  userId,
  /** False when the mailbox has already had its grant, or the day's grants are used up. */
  grantAllowed: z.boolean().default(true),
  /** Milliseconds since the epoch; determines when the grant ends. Absent from older messages. */
  at: z.int().exactOptional(),
});
export type UserSignedUp = z.infer<typeof userSignedUpData>;

export function userSignedUp(data: UserSignedUp): OutboxMessage {
  return { id: `user-signed-up.${data.userId}`, type: USER_SIGNED_UP, data };
}

/**
 * Sent once when a visitor has signed in to an existing account: creations move to the account, promotional credits do
 * not. `from` never has a session again.
 */
export const VISITOR_MERGED = 'VisitorMerged';
export const visitorMergedData = z.object({ from: userId, to: userId });
export type VisitorMerged = z.infer<typeof visitorMergedData>;

export function visitorMerged({ from, to }: VisitorMerged): OutboxMessage {
  return { id: `visitor-merged.${from}`, type: VISITOR_MERGED, data: { from, to } };
}

/**
 * Sent when an owner deletes their account, which can still be restored. Their public posts are hidden; nothing else
 * reacts, because a deleted user has no session.
 */
export const USER_DELETED_MESSAGE = 'UserDeleted';
/** Sent when a deleted account is restored. Nothing reacts: the owner must request that posts become visible again. */
export const USER_RESTORED = 'UserRestored';
/** Sent when a user's public name changes. `data` is a `UserLeft`: the name itself is in the user's document only. */
export const USER_RENAMED = 'UserRenamed';
/**
 * Sent when only the opaque id of a user is left: documents and blobs about the user are deleted too. Sent again some
 * minutes later, for requests that were still in progress and wrote afterwards.
 */
export const USER_PURGED = 'UserPurged';
export const userLeftData = z.object({ userId });
export type UserLeft = z.infer<typeof userLeftData>;

/** @param changeId makes each change's message unique */
export function userRenamed(data: UserLeft, changeId: string): OutboxMessage {
  return { id: `user-renamed.${changeId}`, type: USER_RENAMED, data: { userId: data.userId } };
}

/** @param at time of the deletion, because an account can be deleted again after it was restored */
export function userDeleted(data: UserLeft, at: Millis): OutboxMessage {
  return { id: `user-deleted.${data.userId}.${at}`, type: USER_DELETED_MESSAGE, data: { userId: data.userId } };
}

/** @param deletedAt time of the deletion that is reversed */
export function userRestored(data: UserLeft, deletedAt: Millis): OutboxMessage {
  return { id: `user-restored.${data.userId}.${deletedAt}`, type: USER_RESTORED, data: { userId: data.userId } };
}

/**
 * Data of `USER_PURGED` within this context. It includes the key of the former address (`emailKey`), under which more
 * data may be stored.
 */
export const userPurgedData = userLeftData.extend({ emailKey: z.string().exactOptional() });
export type UserPurged = z.infer<typeof userPurgedData>;

/** The second message, for requests that were in progress during the purge. */
export function userPurgedAgain({ userId: purged }: UserLeft): OutboxMessage {
  return { id: `user-purged.${purged}.again`, type: USER_PURGED, data: { userId: purged } };
}

export function userPurged({ userId: purged, emailKey }: UserPurged): OutboxMessage {
  return { id: `user-purged.${purged}`, type: USER_PURGED, data: { userId: purged, ...defined({ emailKey }) } };
}

/** Within this context: a user has claimed an address, and the user's document must be updated. */
export const ADDRESS_CLAIMED = 'AddressClaimed';
export const addressClaimedData = z.object({ emailKey: z.string() });

export function addressClaimed(emailKey: string, owner: UserId): OutboxMessage {
  return { id: `address-claimed.${emailKey}.${owner}`, type: ADDRESS_CLAIMED, data: { emailKey } };
}

/** Within this context: the first-start link was used, and its user must get the roles. */
export const ADMIN_CLAIMED = 'AdminClaimed';
export const adminClaimedData = z.object({ userId });

export function adminClaimed(linkId: string, claimant: UserId): OutboxMessage {
  return { id: `admin-claimed.${linkId}`, type: ADMIN_CLAIMED, data: { userId: claimant } };
}

/** Within this context: a notification about a decision was stored, which is sent as an email, too. */
export const NOTICE_LETTER_DUE = 'NoticeLetterDue';
export const noticeLetterDueData = z.object({ noticeId: z.string() });

export function noticeLetterDue(noticeId: string): OutboxMessage {
  return { id: `notice-letter.${noticeId}`, type: NOTICE_LETTER_DUE, data: { noticeId } };
}

/** Within this context: an email must be written. Its content is read at that time; the message names no person. */
export const LETTER_DUE = 'LetterDue';
export const letterDueData = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('verify'), signUpId: z.string() }),
  z.object({ kind: z.literal('reset'), resetId: z.string() }),
  z.object({ kind: z.literal('password-changed'), userId, at: z.int() }),
  z.object({ kind: z.literal('deleted'), userId, at: z.int() }),
  z.object({ kind: z.literal('export-ready'), userId, at: z.int() }),
]);
export type LetterDue = z.infer<typeof letterDueData>;

/** @param cause identifies the email among those of its kind */
export function letterDue(cause: string, data: LetterDue): OutboxMessage {
  return { id: `letter.${data.kind}.${cause}`, type: LETTER_DUE, data };
}
