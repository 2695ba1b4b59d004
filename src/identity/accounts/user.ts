import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Millis } from '../../kernel/clock.js';
import { defined } from '../../kernel/defined.shared.js';
import type { CollectionDefinition, OutboxMessage } from '../../platform/documents/port.js';
import {
  OPERATOR_ROLES,
  type SessionId,
  type SessionUser,
  type UserId,
} from '../../platform/http/security/session-user.js';
import { visitorArrived } from '../messages.js';
import { isSpecialUser } from './special-users.shared.js';
import { USER_GROUPS } from './user-groups.shared.js';

export const USERS: CollectionDefinition = {
  name: 'users_v1',
  indexes: [['email'], ['createdAt'], ['deletedAt'], ['mergedInto'], ['seenAt'], ['purgeAgainAt']],
};
export const DEVICES: CollectionDefinition = { name: 'devices_v1', indexes: [['userId']] };

const userId = z
  .string()
  .min(1)
  .transform((id) => id as UserId); // the brand is applied when the document is read
/** A `sid` that a document refers to. */
export const sessionId = z
  .string()
  .min(1)
  .transform((id) => id as SessionId); // the brand is applied when the document is read

/** A user as stored. Personal data is stored here and never in an event. */
export const userDocument = z.object({
  id: userId,
  /** Milliseconds since the epoch. */
  createdAt: z.int(),
  userGroup: z.int().min(USER_GROUPS.from).max(USER_GROUPS.to),
  /** ISO 3166-1 alpha-2 country code at the first visit. */
  regCountry: z.string().optional(),
  deviceId: z.string().optional(),
  /** Normalized address, set once it is verified; the user is then no longer a visitor. */
  email: z.string().optional(),
  /** The address as its owner writes it; emails are sent to it. */
  emailGiven: z.string().exactOptional(),
  emailVerified: z.int().optional(),
  /**
   * The owner entered the address while the installation sent no email (adr/0059). If outgoing email is configured
   * later, nothing is sent to the address until the operator confirms it.
   */
  emailUnproven: z.literal(true).exactOptional(),
  name: z.string().optional(),
  names: z.object({ firstName: z.string(), lastName: z.string() }).optional(),
  image: z.string().optional(),
  /** BCP 47 language of emails to the user. */
  language: z.string().exactOptional(),
  /** The user wants no emails about moderators' decisions. */
  noDecisionLetters: z.literal(true).exactOptional(),
  /** Argon2id hash in PHC string format. */
  passwordHash: z.string().exactOptional(),
  passwordChangedAt: z.int().exactOptional(),
  /** Sessions of another epoch are invalid. Increasing it ends all sessions. Absent for 0. */
  sessionEpoch: z.int().exactOptional(),
  /**
   * Sessions of the previous epoch that stay valid in this one. They are recorded in the write that ends all others, so
   * that a crash cannot end these too.
   */
  livesOn: z.object({ epoch: z.int(), sids: z.array(sessionId) }).exactOptional(),
  /** The account that the visitor signed in to. It has received the visitor's creations. */
  mergedInto: userId.exactOptional(),
  /** For visitors: time of the last known activity. `Leaving.purgeVisitors` checks the visitor when it is old. */
  seenAt: z.int().exactOptional(),
  /** For visitors: the credits of the first visit wait for the human check (`human-check/visitor-grant.command.ts`). */
  grantWaits: z.literal(true).exactOptional(),
  /**
   * When a message that requests the user's first credits was written with this document. Absent in older documents.
   */
  grantPromisedAt: z.int().exactOptional(),
  /** Time at which the owner deleted the account; it can be restored for a while (`leaving.ts`). */
  deletedAt: z.int().exactOptional(),
  /** Time of the purge. The rest of the document is deleted; this remainder prevents reuse of the id and the device. */
  purgedAt: z.int().exactOptional(),
  /**
   * Time of the second purge, for requests that were in progress during the first. Removed once its message is sent.
   */
  purgeAgainAt: z.int().exactOptional(),
  roles: z.array(z.enum(OPERATOR_ROLES)),
});
export type UserDocument = z.infer<typeof userDocument>;

/**
 * The user of a device, decided once and permanently. Also records whether the device may receive visitor credits,
 * immediately or after the human check.
 */
export const deviceDocument = z.object({
  userId,
  createdAt: z.int(),
  grantAllowed: z.boolean(),
  grantWaits: z.literal(true).exactOptional(),
});
export type DeviceDocument = z.infer<typeof deviceDocument>;

/** Document id of a device: the hex SHA-256 of the device id, because a device id may contain any characters. */
export const deviceKey = (deviceId: string): string => createHash('sha256').update(`device:${deviceId}`).digest('hex');

/** Response of `user.find`. */
export interface UserView {
  readonly userGroup: number;
  readonly regCountry: string | null;
  readonly name: string | null;
  readonly email: string | null;
  readonly names: { readonly firstName: string; readonly lastName: string } | null;
  readonly image: string | null;
  /** Whether the user wants emails about moderators' decisions. */
  readonly decisionLetters: boolean;
}

/** Selects the fields that users may see of themselves. */
export function userView(user: UserDocument): UserView {
  return {
    userGroup: user.userGroup,
    regCountry: user.regCountry ?? null,
    name: user.name ?? null,
    email: user.email ?? null,
    names: user.names ?? null,
    image: user.image ?? null,
    decisionLetters: user.noDecisionLetters !== true,
  };
}

/** Whether the user's device belongs to an account, or did. Such a device never signs in as a visitor again. */
export const isClaimed = (user: UserDocument): boolean =>
  user.email !== undefined ||
  user.mergedInto !== undefined ||
  user.deletedAt !== undefined ||
  user.purgedAt !== undefined;

/** Whether a visitor can still receive the credits of the first visit by passing the human check. */
export const grantWaits = (user: UserDocument): boolean => user.grantWaits === true && !isClaimed(user);

/**
 * Whether nobody can sign in as the user, because it was deleted, purged or merged into an account, or is a special
 * user.
 */
export const isGone = (user: UserDocument): boolean =>
  isSpecialUser(user.id) ||
  user.mergedInto !== undefined ||
  user.deletedAt !== undefined ||
  user.purgedAt !== undefined;

/** Whether a session of the given epoch is still valid for its user. */
export function standsIn(user: Pick<UserDocument, 'sessionEpoch' | 'livesOn'>, sid: SessionId, epoch: number): boolean {
  const own = user.sessionEpoch ?? 0;
  return epoch === own || (epoch === own - 1 && user.livesOn?.epoch === own && user.livesOn.sids.includes(sid));
}

/** The user data that a session exposes. */
export function sessionUser(user: UserDocument, sid: SessionId): SessionUser {
  return {
    id: user.id,
    ...defined({ email: user.email, emailVerified: user.emailVerified, name: user.name, image: user.image }),
    dateCreated: user.createdAt,
    ...defined({ deviceId: user.deviceId }),
    anonymous: user.email === undefined,
    ...(grantWaits(user) ? { grantWaits: true as const } : {}),
    ...defined({ grantPromisedAt: user.grantPromisedAt }),
    // Roles from the time before roles required an account stay inactive until there is an address.
    roles: user.email === undefined ? [] : user.roles,
    sid,
  };
}

/** Data about a user at creation. */
export interface NewUser {
  readonly userGroup: number;
  readonly country?: string;
  readonly at: Millis;
}

/** A new user's document, without address, name or device. */
export function newUser(id: UserId, { userGroup, country, at }: NewUser): UserDocument {
  return { id, createdAt: at, userGroup, ...defined({ regCountry: country }), roles: [] };
}

/**
 * The field that marks credits as requested by the message written with the document. @param at milliseconds since the
 * epoch
 */
export const promiseOf = (grantAllowed: boolean, at: Millis): Pick<UserDocument, 'grantPromisedAt'> =>
  grantAllowed ? { grantPromisedAt: at } : {};

/** The user document of a first visit, and the message that triggers rewards. */
export function newVisitor(
  device: DeviceDocument,
  facts: NewUser & { readonly deviceId: string },
): { readonly user: UserDocument; readonly outbox: readonly OutboxMessage[] } {
  const user: UserDocument = {
    ...newUser(device.userId, facts),
    deviceId: facts.deviceId,
    seenAt: facts.at,
    ...defined({ grantWaits: device.grantWaits }),
    ...promiseOf(device.grantAllowed, facts.at),
  };
  return { user, outbox: [visitorArrived({ userId: device.userId, grantAllowed: device.grantAllowed, at: facts.at })] };
}
