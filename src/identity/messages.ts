import { z } from 'zod';
import type { Millis } from '../kernel/clock.js';
import { defined } from '../kernel/defined.shared.js';
import type { OutboxMessage } from '../platform/documents/port.js';
import type { UserId } from '../platform/http/security/session-user.js';

const userId = z.string().min(1).transform((id) => id as UserId); // the brand is given where the message enters

/** Told once when a device's first visit made a user. */
export const VISITOR_ARRIVED = 'VisitorArrived';
export const visitorArrivedData = z.object({
  userId,
  /** False when the address has brought its share of visitors today, and when the grant waits for the human check. */
  grantAllowed: z.boolean(),
  /** When, in milliseconds since the epoch: what is given ends by it. Absent from messages of before it was told. */
  at: z.int().exactOptional(),
});
export type VisitorArrived = z.infer<typeof visitorArrivedData>;

/** The message as it goes to the outbox; its id is the user's, for it is told once. */
export function visitorArrived(data: VisitorArrived): OutboxMessage {
  return { id: `visitor-arrived.${data.userId}`, type: VISITOR_ARRIVED, data };
}

/** Told once when a visitor whose credits waited for the human check has passed it. */
export const VISITOR_GRANTED = 'VisitorGranted';
/** `at` in milliseconds since the epoch: what is given ends by it. */
export const visitorGrantedData = z.object({ userId, at: z.int() });
export type VisitorGranted = z.infer<typeof visitorGrantedData>;

export function visitorGranted(data: VisitorGranted): OutboxMessage {
  return { id: `visitor-granted.${data.userId}`, type: VISITOR_GRANTED, data };
}

/** Told once when a user's e-mail address has been verified: from then on the user is no visitor. */
export const USER_SIGNED_UP = 'UserSignedUp';
export const userSignedUpData = z.object({
  userId,
  /** False when the mailbox has had its grant, or today's are given. */
  grantAllowed: z.boolean().default(true),
  /** When, in milliseconds since the epoch: what is given ends by it. Absent from messages of before it was told. */
  at: z.int().exactOptional(),
});
export type UserSignedUp = z.infer<typeof userSignedUpData>;

export function userSignedUp(data: UserSignedUp): OutboxMessage {
  return { id: `user-signed-up.${data.userId}`, type: USER_SIGNED_UP, data };
}

/**
 * Told once when a visitor has signed in to an account that exists: works go from one to the other, promotional credits stay
 * where they are. `from` never has a session again.
 */
export const VISITOR_MERGED = 'VisitorMerged';
export const visitorMergedData = z.object({ from: userId, to: userId });
export type VisitorMerged = z.infer<typeof visitorMergedData>;

export function visitorMerged({ from, to }: VisitorMerged): OutboxMessage {
  return { id: `visitor-merged.${from}`, type: VISITOR_MERGED, data: { from, to } };
}

/** Told when an account was deleted by its owner; it may be taken back. What they show to others is seen no more; nothing else acts on it, as a deleted user has no session. */
export const USER_DELETED_MESSAGE = 'UserDeleted';
/** Told when a deleted account was taken back; nothing acts on it: what was shown to others is shown again when its owner requests it. */
export const USER_RESTORED = 'UserRestored';
/**
 * Told when nothing is left of a user but the opaque id: what else is kept of it by documents and blobs goes too. Told again some minutes later,
 * for what was in progress then and was written after it.
 */
export const USER_PURGED = 'UserPurged';
export const userLeftData = z.object({ userId });
export type UserLeft = z.infer<typeof userLeftData>;

/** @param at when it was deleted, for an account may be deleted again after it was taken back */
export function userDeleted(data: UserLeft, at: Millis): OutboxMessage {
  return { id: `user-deleted.${data.userId}.${at}`, type: USER_DELETED_MESSAGE, data: { userId: data.userId } };
}

/** @param deletedAt of the deletion that is undone */
export function userRestored(data: UserLeft, deletedAt: Millis): OutboxMessage {
  return { id: `user-restored.${data.userId}.${deletedAt}`, type: USER_RESTORED, data: { userId: data.userId } };
}

/** What `USER_PURGED` says within this context: with the name of the address that it had (`emailKey`), under which there may be more. */
export const userPurgedData = userLeftData.extend({ emailKey: z.string().exactOptional() });
export type UserPurged = z.infer<typeof userPurgedData>;

/** Of what was in progress when the user was purged. */
export function userPurgedAgain({ userId: purged }: UserLeft): OutboxMessage {
  return { id: `user-purged.${purged}.again`, type: USER_PURGED, data: { userId: purged } };
}

export function userPurged({ userId: purged, emailKey }: UserPurged): OutboxMessage {
  return { id: `user-purged.${purged}`, type: USER_PURGED, data: { userId: purged, ...defined({ emailKey }) } };
}

/** Within this context: an address has been taken by a user, whose document has to learn it. */
export const ADDRESS_CLAIMED = 'AddressClaimed';
export const addressClaimedData = z.object({ emailKey: z.string() });

export function addressClaimed(emailKey: string, owner: UserId): OutboxMessage {
  return { id: `address-claimed.${emailKey}.${owner}`, type: ADDRESS_CLAIMED, data: { emailKey } };
}

/** Within this context: the first-start link has been used, and its user has to be given the roles. */
export const ADMIN_CLAIMED = 'AdminClaimed';
export const adminClaimedData = z.object({ userId });

export function adminClaimed(linkId: string, claimant: UserId): OutboxMessage {
  return { id: `admin-claimed.${linkId}`, type: ADMIN_CLAIMED, data: { userId: claimant } };
}

/** Within this context: a letter is to be written. What goes into it is read when it is; the message names no one. */
export const LETTER_DUE = 'LetterDue';
export const letterDueData = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('verify'), signUpId: z.string() }),
  z.object({ kind: z.literal('reset'), resetId: z.string() }),
  z.object({ kind: z.literal('password-changed'), userId, at: z.int() }),
  z.object({ kind: z.literal('deleted'), userId, at: z.int() }),
  z.object({ kind: z.literal('export-ready'), userId, at: z.int() }),
]);
export type LetterDue = z.infer<typeof letterDueData>;

/** @param cause what names the letter among those of its kind */
export function letterDue(cause: string, data: LetterDue): OutboxMessage {
  return { id: `letter.${data.kind}.${cause}`, type: LETTER_DUE, data };
}
