import { defined } from '../../kernel/defined.shared.js';
import type { ActiveSession } from './sessions.js';

/** Response of `GET session` in the NextAuth client's format, with the product's own fields. */
export interface SessionView {
  readonly user: {
    readonly id: string;
    readonly email?: string;
    /** ISO 8601. */
    readonly emailVerified?: string;
    readonly name?: string;
    readonly image?: string;
    /** ISO 8601. */
    readonly dateCreated: string;
    readonly deviceId?: string;
    /** The user's id while the user is an anonymous visitor. */
    readonly anonymousId?: string;
    /** The visitor's credits wait for the human check; see `account.claimVisitorGrant`. */
    readonly grantWaits?: true;
    /** Roles granted by the operator; absent when there are none. */
    readonly roles?: readonly string[];
    readonly trigger: 'signUp' | 'signIn';
  };
  /** ISO 8601. */
  readonly expires: string;
}

/** Selects the session data that the browser may see. */
export function sessionView({ user, session }: ActiveSession): SessionView {
  return {
    user: {
      id: user.id,
      ...defined({ email: user.email }),
      ...(user.emailVerified === undefined ? {} : { emailVerified: new Date(user.emailVerified).toISOString() }),
      ...defined({ name: user.name, image: user.image }),
      dateCreated: new Date(user.dateCreated).toISOString(),
      ...defined({ deviceId: user.deviceId }),
      ...(user.anonymous ? { anonymousId: user.id } : {}),
      ...defined({ grantWaits: user.grantWaits }),
      ...(user.roles.length === 0 ? {} : { roles: user.roles }),
      trigger: session.trigger,
    },
    expires: new Date(session.expiresAt).toISOString(),
  };
}
