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

/** A session just begun. */
export interface SignedIn {
  readonly sid: SessionId;
  readonly session: SessionDocument;
  /** What the browser is to keep, to be known again by the account that a password opened (known-origins.ts). */
  readonly device?: string;
}

/** Where a sign-in comes from. */
export interface SignInFrom extends SignInOrigin {
  readonly country?: string;
  readonly agent?: Agent;
}

/** Of whom and how a session begins. */
export interface Arriving {
  readonly trigger: SessionDocument['trigger'];
  readonly from: SignInFrom;
  /** Whose session the browser had until now. */
  readonly previous: SessionUser | undefined;
  /** An account that its owner has deleted is taken back. */
  readonly restore: boolean;
}

/** What every sign-in comes to, once it is known whose it is. */
export class SessionIssuer {
  constructor(
    private readonly users: Users,
    private readonly sessions: Sessions,
    private readonly leaving: Leaving,
    private readonly clock: Clock,
  ) {}

  /**
   * Begins the session of someone who has shown who they are. A visitor's own browser makes the visitor part of the account; what
   * was the browser's session before is retired. Refused with USER_DELETED for a deleted account that is not to be taken back.
   * @throws StoreUnavailable
   */
  async of(user: UserDocument, { trigger, from, previous, restore }: Arriving): Promise<Result<SignedIn, ProductError>> {
    const restored = restore ? await this.leaving.restore(user, this.clock.now()) : user;
    if (restored.deletedAt !== undefined || restored.purgedAt !== undefined) return err(productError('USER_DELETED'));
    if (previous !== undefined) await this.bringAlong(previous, restored.id);
    return this.at(restored, { trigger, from, previous });
  }

  /** Begins a session in the epoch that the user had when the credentials were checked, and retires the browser's old one. @throws StoreUnavailable */
  async at(user: UserDocument, { trigger, from, previous }: Omit<Arriving, 'restore'>): Promise<Result<SignedIn, ProductError>> {
    const begun = await this.sessions.begin(user.id, { trigger, epoch: user.sessionEpoch ?? 0, ...defined({ agent: from.agent }) });
    if (previous !== undefined) await this.sessions.retire(previous.sid);
    return ok(begun);
  }

  /**
   * Begins the session of someone who was a visitor a moment ago, in place of the visitor's: whoever has a copy of that one's token
   * has nothing of the account a minute later.
   * @returns undefined when that session does not stand, or is a visitor's still. @throws StoreUnavailable
   */
  async renew(sid: SessionId): Promise<SignedIn | undefined> {
    const before = await this.sessions.find(sid);
    if (before === undefined || before.user.anonymous) return undefined;
    const { epoch, agent } = before.session;
    const begun = await this.sessions.begin(before.user.id, { trigger: 'signUp', epoch, ...defined({ agent }) });
    await this.sessions.retire(sid);
    return begun;
  }

  /** A visitor with a role stays who they are: roles are the operator's to give, and no sign-in forwards them or takes them away. */
  private async bringAlong(visitor: SessionUser, to: UserId): Promise<void> {
    if (!visitor.anonymous || visitor.id === to) return;
    await this.users.change(visitor.id, (stored) =>
      isClaimed(stored) || stored.roles.length > 0 ? 'unchanged' : { document: { ...stored, mergedInto: to }, outbox: [visitorMerged({ from: visitor.id, to })] });
    this.sessions.forget(visitor.id);
  }
}
