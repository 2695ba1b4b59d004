import { defined } from '../../kernel/defined.shared.js';
import type { ActiveSession } from './sessions.js';

/** `GET session` as the NextAuth client reads it, with the fields of this product. */
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
    /** The visitor's credits wait for the human check: `account.claimVisitorGrant`. */
    readonly grantWaits?: true;
    /** Given by the operator; absent for everybody else. */
    readonly roles?: readonly string[];
    readonly trigger: 'signUp' | 'signIn';
  };
  /** ISO 8601. */
  readonly expires: string;
}

/** The session as its own browser may see it. */
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
