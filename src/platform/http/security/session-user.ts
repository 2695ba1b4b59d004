import type { IncomingHttpHeaders } from 'node:http';
import type { Brand } from '../../../kernel/brand.js';
import type { Millis } from '../../../kernel/clock.js';
import type { UserId } from '../../../kernel/ids.js';
import {
  dependsOnPlan,
  OPERATOR_ROLES,
  callerKindsOf,
  type OperatorRole,
  type PaidTier,
  type Permission,
  type CallerKinds,
} from '../../../kernel/permissions.shared.js';
import type { Addressed } from '../request.js';

export { OPERATOR_ROLES, type OperatorRole, type UserId };

/** Id of a session: the `sid` of its token, by which it is revoked. */
export type SessionId = Brand<string, 'SessionId'>;

/** The caller, according to the session. Without an email address it is an anonymous visitor. */
export interface SessionUser {
  readonly id: UserId;
  readonly email?: string;
  /** When the address was verified, milliseconds since the epoch. */
  readonly emailVerified?: Millis;
  readonly name?: string;
  readonly image?: string;
  readonly dateCreated: Millis;
  readonly deviceId?: string;
  readonly anonymous: boolean;
  /** A visitor's credits wait for the human check. */
  readonly grantWaits?: true;
  /** When the user's first credits were requested, milliseconds since the epoch. They are granted soon after. */
  readonly grantPromisedAt?: Millis;
  readonly roles: readonly OperatorRole[];
  readonly sid: SessionId;
}

/** The parts of a request that the session is read from: its cookies, and whether it uses HTTPS. */
export interface CarriesCookies extends Addressed {
  readonly headers: IncomingHttpHeaders;
}

/** Identifies the caller by the session cookie; implemented by the Identity context. */
export interface SessionReader {
  /**
   * @returns undefined without a session, or if it is forged, expired or revoked
   * @throws StoreUnavailable
   */
  read(request: CarriesCookies): Promise<SessionUser | undefined>;
}

/** Finds a user's current paid plan; implemented by the Billing context. */
export interface TierReader {
  /**
   * @returns undefined without a valid plan
   * @throws StoreUnavailable
   */
  tierOf(user: UserId): Promise<PaidTier | undefined>;
}

/**
 * The caller's kinds as far as a permission depends on them. The plan is looked up only if the answer depends on it.
 * @param tier looks it up
 * @throws StoreUnavailable
 */
export async function callerKindsFor(
  permission: Permission,
  user: SessionUser | undefined,
  tier: (user: UserId) => Promise<PaidTier | undefined>,
): Promise<CallerKinds> {
  return user === undefined || !dependsOnPlan(permission, user)
    ? callerKindsOf(user)
    : callerKindsOf(user, await tier(user.id));
}
