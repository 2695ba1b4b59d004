import type { Clock } from '../../kernel/clock.js';
import { defined } from '../../kernel/defined.shared.js';
import { productError, type ProductError } from '../../kernel/errors.shared.js';
import { err, ok, type Result } from '../../kernel/result.js';
import type { SessionId, SessionUser, UserId } from '../../platform/http/security/session-user.js';
import type { Agent } from './agent.js';
import type { SignInOrigin } from '../sign-in/known-origins.js';
import type { Leaving } from '../accounts/leaving.js';
import { visitorMerged } from '../messages.js';
import type { SessionDocument, Sessions } from './sessions.js';
import { isClaimed, type UserDocument } from '../accounts/user.js';
import type { Users } from '../accounts/users.js';

/** A new session. */
export interface SignedIn {
  readonly sid: SessionId;
  readonly session: SessionDocument;
  /**
   * Value for the device cookie, by which the account recognises the browser after a password sign-in
   * (known-origins.ts).
   */
  readonly device?: string;
}

/** Origin of a sign-in. */
export interface SignInFrom extends SignInOrigin {
  readonly country?: string;
  readonly agent?: Agent;
}

/** How a session begins. */
export interface Arriving {
  readonly trigger: SessionDocument['trigger'];
  readonly from: SignInFrom;
  /** The user of the browser's current session. */
  readonly previous: SessionUser | undefined;
  /** Whether to restore an account that its owner deleted. */
  readonly restore: boolean;
}

/** Starts the session, whatever the sign-in method, once the user is known. */
export class SessionIssuer {
  constructor(
    private readonly users: Users,
    private readonly sessions: Sessions,
    private readonly leaving: Leaving,
    private readonly clock: Clock,
  ) {}

  /**
   * Starts the session of an authenticated user. If the browser's current session is a visitor's, the visitor is merged
   * into the account; the current session is retired. Refused with USER_DELETED for a deleted account that is not to be
   * restored.
   * @throws StoreUnavailable
   */
  async of(
    user: UserDocument,
    { trigger, from, previous, restore }: Arriving,
  ): Promise<Result<SignedIn, ProductError>> {
    const restored = restore ? await this.leaving.restore(user, this.clock.now()) : user;
    if (restored.deletedAt !== undefined || restored.purgedAt !== undefined) return err(productError('USER_DELETED'));
    if (previous !== undefined) await this.bringAlong(previous, restored.id);
    return this.at(restored, { trigger, from, previous });
  }

  /**
   * Starts a session in the epoch that the user had when the credentials were checked, and retires the browser's old
   * session.
   * @throws StoreUnavailable
   */
  async at(
    user: UserDocument,
    { trigger, from, previous }: Omit<Arriving, 'restore'>,
  ): Promise<Result<SignedIn, ProductError>> {
    const started = await this.sessions.begin(user.id, {
      trigger,
      epoch: user.sessionEpoch ?? 0,
      ...defined({ agent: from.agent }),
    });
    if (previous !== undefined) await this.sessions.retire(previous.sid);
    return ok(started);
  }

  /**
   * Replaces the session of a visitor who has just become an account. A stolen copy of the old token then loses access
   * a minute later.
   * @returns undefined when the session is not valid, or still a visitor's
   * @throws StoreUnavailable
   */
  async renew(sid: SessionId): Promise<SignedIn | undefined> {
    const before = await this.sessions.find(sid);
    if (before === undefined || before.user.anonymous) return undefined;
    const { epoch, agent } = before.session;
    const started = await this.sessions.begin(before.user.id, { trigger: 'signUp', epoch, ...defined({ agent }) });
    await this.sessions.retire(sid);
    return started;
  }

  /**
   * Merges the visitor into the account, except a visitor with a role: only the operator grants roles, so a sign-in
   * neither transfers nor removes them.
   */
  private async bringAlong(visitor: SessionUser, to: UserId): Promise<void> {
    if (!visitor.anonymous || visitor.id === to) return;
    await this.users.change(visitor.id, (stored) =>
      isClaimed(stored) || stored.roles.length > 0
        ? 'unchanged'
        : { document: { ...stored, mergedInto: to }, outbox: [visitorMerged({ from: visitor.id, to })] },
    );
    this.sessions.forget(visitor.id);
  }
}
