import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Millis } from '../../kernel/clock.js';
import { defined } from '../../kernel/defined.shared.js';
import type { CollectionDefinition, OutboxMessage } from '../../platform/documents/port.js';
import { OPERATOR_ROLES, type SessionId, type SessionUser, type UserId } from '../../platform/http/security/session-user.js';
import { visitorArrived } from '../messages.js';
import { isSpecialUser } from './special-users.shared.js';
import { USER_GROUPS } from './user-groups.shared.js';

export const USERS: CollectionDefinition = { name: 'users_v1', indexes: [['email'], ['createdAt'], ['deletedAt'], ['mergedInto'], ['seenAt'], ['purgeAgainAt']] };
export const DEVICES: CollectionDefinition = { name: 'devices_v1', indexes: [['userId']] };

const userId = z.string().min(1).transform((id) => id as UserId); // the brand is given here and nowhere else
/** The `sid` of a session where a document names one. */
export const sessionId = z.string().min(1).transform((id) => id as SessionId); // the brand is given where the document is read

/** A user as stored. What names a person is here and never in an event. */
export const userDocument = z.object({
  id: userId,
  /** Milliseconds since the epoch. */
  createdAt: z.int(),
  userGroup: z.int().min(USER_GROUPS.from).max(USER_GROUPS.to),
  /** ISO 3166-1 alpha-2, as it was known at the first visit. */
  regCountry: z.string().optional(),
  deviceId: z.string().optional(),
  /** In its normal form, once it is verified; with it the user is no visitor any more. */
  email: z.string().optional(),
  /** As its owner writes it: what letters are addressed to. */
  emailGiven: z.string().exactOptional(),
  emailVerified: z.int().optional(),
  /** Its owner wrote it down where no letter goes out (adr/0059): should letters go out one day, none goes to it until the operator has confirmed it. */
  emailUnproven: z.literal(true).exactOptional(),
  name: z.string().optional(),
  names: z.object({ firstName: z.string(), lastName: z.string() }).optional(),
  image: z.string().optional(),
  /** BCP 47, of the letters to the user. */
  language: z.string().exactOptional(),
  /** Argon2id as a PHC string. */
  passwordHash: z.string().exactOptional(),
  passwordChangedAt: z.int().exactOptional(),
  /** Sessions of another epoch are over: it grows when all of them are to end. Absent for 0. */
  sessionEpoch: z.int().exactOptional(),
  /** Sessions of the epoch before that go on in this one: in the same write as the end of all others, so that no cut ends them too. */
  livesOn: z.object({ epoch: z.int(), sids: z.array(sessionId) }).exactOptional(),
  /** The account that a visitor signed in to, and that has its works now. */
  mergedInto: userId.exactOptional(),
  /** Of a visitor: when someone was last known to come by it. Looked at when it is old (`Leaving.purgeVisitors`). */
  seenAt: z.int().exactOptional(),
  /** Of a visitor: the credits of the first visit wait for the human check (`human-check/visitor-grant.command.ts`). */
  grantWaits: z.literal(true).exactOptional(),
  /** Its owner has deleted it; it may be taken back for a while (`leaving.ts`). */
  deletedAt: z.int().exactOptional(),
  /** Nothing is left of it but this, so that its id and its device are no one else's. */
  purgedAt: z.int().exactOptional(),
  /** When it is purged again, for what was in progress then. Gone once that is told. */
  purgeAgainAt: z.int().exactOptional(),
  roles: z.array(z.enum(OPERATOR_ROLES)),
});
export type UserDocument = z.infer<typeof userDocument>;

/** Which user a device is, decided once and permanently; with it whether the device may be given a visitor's credits, at once or once the human check was passed. */
export const deviceDocument = z.object({ userId, createdAt: z.int(), grantAllowed: z.boolean(), grantWaits: z.literal(true).exactOptional() });
export type DeviceDocument = z.infer<typeof deviceDocument>;

/** Name of a device's document: the hex SHA-256 of its id, so that ids of any shape make good keys. */
export const deviceKey = (deviceId: string): string => createHash('sha256').update(`device:${deviceId}`).digest('hex');

/** Answer of `user.find`. */
export interface UserView {
  readonly userGroup: number;
  readonly regCountry: string | null;
  readonly name: string | null;
  readonly email: string | null;
  readonly names: { readonly firstName: string; readonly lastName: string } | null;
  readonly image: string | null;
}

/** The user as the user may see it. */
export function userView(user: UserDocument): UserView {
  return {
    userGroup: user.userGroup,
    regCountry: user.regCountry ?? null,
    name: user.name ?? null,
    email: user.email ?? null,
    names: user.names ?? null,
    image: user.image ?? null,
  };
}

/** Whether the device that the user came by has become someone's: it never signs in as a visitor again. */
export const isClaimed = (user: UserDocument): boolean => user.email !== undefined || user.mergedInto !== undefined || user.deletedAt !== undefined || user.purgedAt !== undefined;

/** Whether a visitor may still work for the credits of the first visit. */
export const grantWaits = (user: UserDocument): boolean => user.grantWaits === true && !isClaimed(user);

/** Whether no one can be signed in as the user: deleted, purged, part of an account, or no one at all. */
export const isGone = (user: UserDocument): boolean => isSpecialUser(user.id) || user.mergedInto !== undefined || user.deletedAt !== undefined || user.purgedAt !== undefined;

/** Whether a session of an epoch stands in the epoch that its user has now. */
export function standsIn(user: Pick<UserDocument, 'sessionEpoch' | 'livesOn'>, sid: SessionId, epoch: number): boolean {
  const own = user.sessionEpoch ?? 0;
  return epoch === own || (epoch === own - 1 && user.livesOn?.epoch === own && user.livesOn.sids.includes(sid));
}

/** The user as sessions carry it. */
export function sessionUser(user: UserDocument, sid: SessionId): SessionUser {
  return {
    id: user.id,
    ...defined({ email: user.email, emailVerified: user.emailVerified, name: user.name, image: user.image }),
    dateCreated: user.createdAt,
    ...defined({ deviceId: user.deviceId }),
    anonymous: user.email === undefined,
    ...(grantWaits(user) ? { grantWaits: true as const } : {}),
    // Roles that were given before they became an account's alone wait for the address.
    roles: user.email === undefined ? [] : user.roles,
    sid,
  };
}

/** What is known of someone when their document is made. */
export interface NewUser {
  readonly userGroup: number;
  readonly country?: string;
  readonly at: Millis;
}

/** The document of a user that no one knows anything of yet. */
export function newUser(id: UserId, { userGroup, country, at }: NewUser): UserDocument {
  return { id, createdAt: at, userGroup, ...defined({ regCountry: country }), roles: [] };
}

/** What a first visit leaves: the user's document and the message that rewards wait for. */
export function newVisitor(device: DeviceDocument, facts: NewUser & { readonly deviceId: string }): { readonly user: UserDocument; readonly outbox: readonly OutboxMessage[] } {
  const user: UserDocument = { ...newUser(device.userId, facts), deviceId: facts.deviceId, seenAt: facts.at, ...(device.grantWaits === undefined ? {} : { grantWaits: true as const }) };
  return { user, outbox: [visitorArrived({ userId: device.userId, grantAllowed: device.grantAllowed, at: facts.at })] };
}
