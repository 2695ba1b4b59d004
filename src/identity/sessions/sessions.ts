import { z } from 'zod';
import type { Clock, Millis } from '../../kernel/clock.js';
import { defined } from '../../kernel/defined.shared.js';
import type { Collection, CollectionDefinition } from '../../platform/documents/port.js';
import { deleteWhere, remove, update, type Change, type Updated } from '../../platform/documents/update.js';
import type { SessionId, SessionUser, UserId } from '../../platform/http/security/session-user.js';
import type { Random } from '../../platform/random.js';
import type { Agent } from './agent.js';
import { isGone, sessionUser, standsIn } from '../accounts/user.js';
import type { Users } from '../accounts/users.js';

/** Lifetime of an unused session. */
export const SESSION_MS: Millis = 30 * 86_400_000;
/** A session is prolonged on a request when the last extension is older than this. */
const PROLONG_AFTER_MS: Millis = 86_400_000;
/**
 * After a new sign-in in the same browser, the old session stays valid this long, for requests in progress in other
 * tabs.
 */
const RETIRE_MS: Millis = 60_000;
/** How long a lookup is cached, and so the maximum delay of a revocation in another process. */
const REMEMBER_MS: Millis = 5_000;
const MAX_REMEMBERED = 20_000;
/** Maximum number of sessions listed per user. Further ones exist and expire normally. */
const MAX_LISTED = 100;

export const SESSIONS: CollectionDefinition = { name: 'sessions_v1', indexes: [['userId'], ['expiresAt']] };
export const sessionDocument = z.object({
  userId: z
    .string()
    .min(1)
    .transform((id) => id as UserId), // the brand is applied when the document is read
  createdAt: z.int(),
  prolongedAt: z.int(),
  expiresAt: z.int(),
  /** The browser has a newer session; this one is never prolonged again. */
  retired: z.boolean().exactOptional(),
  /** The user's epoch at sign-in. The session is invalid when the user's epoch differs. */
  epoch: z.int().default(0),
  /** Browser and operating system family, to tell a user's sessions apart in lists. */
  agent: z.object({ browser: z.string().exactOptional(), system: z.string().exactOptional() }).exactOptional(),
  /** `signUp` when the sign-in created the user, otherwise `signIn`. */
  trigger: z.enum(['signUp', 'signIn']),
});
export type SessionDocument = z.infer<typeof sessionDocument>;

/** A valid session with its user. Its epoch is the user's current one. */
export interface ActiveSession {
  readonly user: SessionUser;
  readonly session: SessionDocument;
}

/** Data of a sign-in that starts a session. */
export interface SignIn {
  readonly trigger: SessionDocument['trigger'];
  /**
   * The user's `sessionEpoch` before the credentials were checked. If the credentials change meanwhile, the session is
   * invalid.
   */
  readonly epoch: number;
  readonly agent?: Agent;
}

/**
 * Stores sessions by `sid`. A signed token is only valid with its stored session; deleting the session revokes the
 * token.
 */
export class Sessions {
  private readonly remembered = new Map<string, { readonly active: ActiveSession; readonly until: Millis }>();

  constructor(
    private readonly documents: Collection<SessionDocument>,
    private readonly users: Users,
    private readonly random: Random,
    private readonly clock: Clock,
  ) {}

  /**
   * Begins a session.
   * @throws StoreUnavailable
   */
  async begin(
    userId: UserId,
    { trigger, epoch, agent }: SignIn,
  ): Promise<{ readonly sid: SessionId; readonly session: SessionDocument }> {
    const now = this.clock.now();
    const sid = this.random.hex(32) as SessionId; // the brand is applied when the id is created
    const session: SessionDocument = {
      userId,
      createdAt: now,
      prolongedAt: now,
      expiresAt: now + SESSION_MS,
      epoch,
      ...defined({ agent }),
      trigger,
    };
    await this.documents.put({ id: sid, document: session, expectedVersion: 0 });
    return { sid, session };
  }

  /**
   * @returns undefined when it does not exist, has ended, or its user is gone
   * @throws StoreUnavailable
   */
  async find(sid: string): Promise<ActiveSession | undefined> {
    const now = this.clock.now();
    const known = this.remembered.get(sid);
    if (known !== undefined && known.until > now)
      return known.active.session.expiresAt > now ? known.active : undefined;
    this.remembered.delete(sid);
    const session = (await this.documents.get(sid))?.document;
    if (session === undefined || session.expiresAt <= now) return undefined;
    const user = await this.users.find(session.userId);
    const own = sid as SessionId; // the brand: a stored session has this id
    if (user === undefined || isGone(user) || !standsIn(user, own, session.epoch)) return undefined;
    const active = { user: sessionUser(user, own), session: { ...session, epoch: user.sessionEpoch ?? 0 } };
    this.remember(sid, active, now);
    return active;
  }

  /**
   * Renews a session's lifetime once a day, unless it is retired or gone. For a visitor, the activity is recorded
   * before the session is written, because the deletion of inactive visitors reads the sessions first.
   * @returns the current session
   * @throws StoreUnavailable
   */
  async prolong(active: ActiveSession): Promise<ActiveSession> {
    const now = this.clock.now();
    if (now - active.session.prolongedAt < PROLONG_AFTER_MS || active.session.retired === true) return active;
    if (active.user.anonymous) await this.users.sawVisitor(active.user.id, now);
    const session = await this.change(active.user.sid, (stored) =>
      stored.retired === true || stored.expiresAt <= now || now - stored.prolongedAt < PROLONG_AFTER_MS
        ? 'unchanged'
        : { document: { ...stored, prolongedAt: now, expiresAt: now + SESSION_MS } },
    );
    return session?.isWritten === true ? { ...active, session: session.document } : active;
  }

  /**
   * Ends a session after `RETIRE_MS`, because its browser has a newer one.
   * @throws StoreUnavailable
   */
  async retire(sid: SessionId): Promise<void> {
    const end = this.clock.now() + RETIRE_MS;
    await this.change(sid, (session) => ({
      document: { ...session, retired: true, expiresAt: Math.min(session.expiresAt, end) },
    }));
  }

  /**
   * Ends a session at once.
   * @throws StoreUnavailable
   */
  async revoke(sid: SessionId): Promise<void> {
    this.remembered.delete(sid);
    await remove(this.documents, sid);
    this.remembered.delete(sid);
  }

  /**
   * A user's valid sessions, latest first.
   * @throws StoreUnavailable
   */
  async of(userId: UserId): Promise<readonly { readonly sid: SessionId; readonly session: SessionDocument }[]> {
    const now = this.clock.now();
    const user = (await this.users.find(userId)) ?? {};
    const { items } = await this.documents.find({ where: { userId }, limit: MAX_LISTED });
    // The brand: a stored session has this id.
    return items
      .map(({ id, document }) => ({ sid: id as SessionId, session: document }))
      .filter(
        ({ sid, session }) => standsIn(user, sid, session.epoch) && session.expiresAt > now && session.retired !== true,
      )
      .sort((a, b) => b.session.prolongedAt - a.session.prolongedAt);
  }

  /**
   * Keeps one session valid in the user's new epoch, when all others have ended.
   * @throws StoreUnavailable
   */
  async keep(sid: SessionId, epoch: number): Promise<void> {
    await this.change(sid, (session) => ({ document: { ...session, epoch } }));
  }

  /**
   * Deletes the sessions of a user whose epoch has increased, and their cache entries in this process. They are invalid
   * already.
   * @param epoch the user's current epoch, whose sessions are kept
   * @throws StoreUnavailable
   */
  async end(userId: UserId, epoch: number): Promise<void> {
    this.forget(userId);
    await deleteWhere(this.documents, { where: { userId }, isWanted: ({ document }) => document.epoch < epoch });
    this.forget(userId);
  }

  /**
   * Whether a user has a session that has not expired.
   * @throws StoreUnavailable
   */
  async stands(userId: UserId): Promise<boolean> {
    const { items } = await this.documents.find({ where: { userId }, limit: MAX_LISTED });
    return items.some(({ document }) => document.expiresAt > this.clock.now());
  }

  /** Clears the cached sessions of a user in this process, after the user was changed. */
  forget(userId: UserId): void {
    for (const [sid, { active }] of this.remembered) if (active.user.id === userId) this.remembered.delete(sid);
  }

  /**
   * Deletes expired sessions.
   * @throws StoreUnavailable
   */
  async sweep(): Promise<void> {
    await deleteWhere(this.documents, { range: { field: 'expiresAt', below: this.clock.now() } });
  }

  /** @returns the stored session; undefined when it does not exist */
  private async change(
    sid: SessionId,
    change: (session: SessionDocument) => Change<SessionDocument>,
  ): Promise<Updated<SessionDocument> | undefined> {
    const session = await update(this.documents, sid, change);
    if (session?.isWritten === true) this.remembered.delete(sid);
    return session;
  }

  private remember(sid: string, active: ActiveSession, now: Millis): void {
    if (this.remembered.size >= MAX_REMEMBERED) {
      const oldest = this.remembered.keys().next().value;
      if (oldest !== undefined) this.remembered.delete(oldest);
    }
    this.remembered.set(sid, { active, until: now + REMEMBER_MS });
  }
}
