import type { Millis } from '../../kernel/clock.js';
import type { UserId } from '../../platform/http/security/session-user.js';
import type { Addresses } from './addresses.js';
import { emailKey } from './email.js';
import type { Exports } from '../exports/exports.js';
import type { RoleLog } from '../operators/operator-log/log.js';
import { letterDue, userDeleted, userPurged, userPurgedAgain, userRestored } from '../messages.js';
import type { Identities } from '../providers/identities.js';
import type { Sessions } from '../sessions/sessions.js';
import { isClaimed, type UserDocument } from './user.js';
import type { Users } from './users.js';

/** How long a deleted account can be restored: 30 days. */
export const RESTORABLE_MS: Millis = 30 * 86_400_000;
/** Margin for clock differences between machines: an account is purged this long after it can no longer be restored. */
const MARGIN_MS: Millis = 3_600_000;
/** Time after which a request admitted before the purge has finished writing. */
const UNDER_WAY_MS: Millis = 10 * 60_000;
/** What ends the roles of a deleted account, in the operator log. */
const ACCOUNT_DELETED = 'account deleted';
/** Pages of users that one sweep scans for visitors created before `seenAt` existed. */
const UNDATED_PAGES = 10;

export interface LeavingDeps {
  readonly users: Users;
  readonly sessions: Sessions;
  readonly addresses: Addresses;
  readonly identities: Identities;
  readonly exports: Pick<Exports, 'forget'>;
  readonly roles: RoleLog;
}

/**
 * What remains of a purged user: an id and a group that identify nobody, so that neither the id nor the device is
 * reused.
 */
const remains = ({ id, createdAt, userGroup }: UserDocument, at: Millis): UserDocument => ({
  id,
  createdAt,
  userGroup,
  roles: [],
  purgedAt: at,
  purgeAgainAt: at + UNDER_WAY_MS,
});

/** Deletes, restores and purges accounts. Callers pass the time. */
export class Leaving {
  /** Progress of the scan for visitors created before `seenAt` existed; each process scans once. */
  private undated: { readonly after?: string } | 'none' = {};

  constructor(private readonly deps: LeavingDeps) {}

  /**
   * Deletes an account: its sessions end at once, its data after `RESTORABLE_MS`. Idempotent.
   * @throws StoreUnavailable
   */
  async leave(userId: UserId, at: Millis): Promise<void> {
    const { users, sessions } = this.deps;
    const left = await users.change(userId, (stored) => {
      if (stored.deletedAt !== undefined || stored.email === undefined) return 'unchanged';
      const letter = letterDue(`${stored.id}.${at}`, { kind: 'deleted', userId: stored.id, at });
      return {
        document: { ...stored, deletedAt: at, sessionEpoch: (stored.sessionEpoch ?? 0) + 1 },
        outbox: [userDeleted({ userId: stored.id }, at), letter],
      };
    });
    if (left?.deletedAt !== undefined) await sessions.end(userId, left.sessionEpoch ?? 0);
  }

  /**
   * Permanently deletes a visitor at once, because nobody could later prove that it was theirs. After a crash
   * `finishVisitor` completes it. Never deletes an account.
   * @param unless returns true for a visitor to keep
   * @returns whether the visitor is gone
   * @throws StoreUnavailable
   */
  async leaveAsVisitor(
    userId: UserId,
    at: Millis,
    unless: (visitor: UserDocument) => boolean = () => false,
  ): Promise<boolean> {
    const left = await this.deps.users.change(userId, (stored) =>
      isClaimed(stored) || unless(stored)
        ? 'unchanged'
        : {
            document: { ...stored, deletedAt: at, sessionEpoch: (stored.sessionEpoch ?? 0) + 1 },
            outbox: [userDeleted({ userId: stored.id }, at)],
          },
    );
    if (left === undefined || left.email !== undefined || left.mergedInto !== undefined) return false;
    if (left.deletedAt !== undefined) await this.purgeOne(left, at);
    return left.deletedAt !== undefined || left.purgedAt !== undefined;
  }

  /**
   * Completes a visitor's deletion after a crash. Idempotent.
   * @throws StoreUnavailable
   */
  async finishVisitor(userId: UserId, at: Millis): Promise<void> {
    const user = await this.deps.users.find(userId);
    if (user?.deletedAt !== undefined && user.email === undefined) await this.purgeOne(user, at);
  }

  /**
   * Deletes inactive visitors. A visitor with a session was active within a session's lifetime, and is checked again
   * later.
   * @param keptMs how long they are kept
   * @throws StoreUnavailable
   */
  async purgeVisitors(at: Millis, keptMs: Millis): Promise<void> {
    const { users, sessions } = this.deps;
    await this.dateVisitors(at);
    // A visitor who returns while the sessions are read is recorded first, and so kept.
    const hasCome = ({ seenAt }: UserDocument): boolean => seenAt !== undefined && seenAt >= at - keptMs;
    for (;;) {
      const due = await users.visitorsSeenBefore(at - keptMs);
      if (due.length === 0) return;
      for (const { id } of due) {
        const isHere = await sessions.stands(id);
        const user = await users.change(id, (stored) => {
          const { seenAt: _, ...rest } = stored;
          // Keeps operators and users who have an account by now.
          if (isClaimed(stored) || stored.roles.length > 0) return { document: rest };
          return isHere && !hasCome(stored) ? { document: { ...stored, seenAt: at } } : 'unchanged';
        });
        if (user?.seenAt !== undefined && !isHere)
          await this.leaveAsVisitor(
            id,
            at,
            (stored) => stored.seenAt === undefined || stored.roles.length > 0 || hasCome(stored),
          );
      }
    }
  }

  private async dateVisitors(at: Millis): Promise<void> {
    for (let page = 0; page < UNDATED_PAGES && this.undated !== 'none'; page += 1) {
      const after = await this.deps.users.datePage(at, this.undated.after);
      this.undated = after === undefined ? 'none' : { after };
    }
  }

  /**
   * Restores a deleted account while that is possible.
   * @returns the user after the change
   * @throws StoreUnavailable
   */
  async restore(user: UserDocument, at: Millis): Promise<UserDocument> {
    const restored = await this.deps.users.change(user.id, (stored) => {
      if (stored.deletedAt === undefined || stored.deletedAt + RESTORABLE_MS <= at) return 'unchanged';
      const { deletedAt, ...rest } = stored;
      return { document: rest, outbox: [userRestored({ userId: stored.id }, deletedAt)] };
    });
    return restored ?? user;
  }

  /**
   * Purges accounts deleted longer than `RESTORABLE_MS` ago: name, address, password, sign-in methods, exports, device
   * ids. The user's document goes last, so an interrupted purge is repeated. The ledger keeps its events, which contain
   * only the opaque id.
   * @throws StoreUnavailable
   */
  async purge(at: Millis): Promise<void> {
    for (;;) {
      const due = await this.deps.users.deletedBefore(at - RESTORABLE_MS - MARGIN_MS);
      for (const user of due) await this.purgeOne(user, at);
      if (due.length === 0) return;
    }
  }

  /**
   * Requests deletion of anything written about users after their purge.
   * @throws StoreUnavailable
   */
  async purgeAgain(at: Millis): Promise<void> {
    for (;;) {
      const due = await this.deps.users.purgedAgainBefore(at);
      for (const { id } of due) {
        await this.deps.users.change(id, (stored) => {
          const { purgeAgainAt, ...rest } = stored;
          return purgeAgainAt === undefined
            ? 'unchanged'
            : { document: rest, outbox: [userPurgedAgain({ userId: id })] };
        });
      }
      if (due.length === 0) return;
    }
  }

  private async purgeOne(user: UserDocument, at: Millis): Promise<void> {
    const { users, sessions, addresses, identities, exports, roles } = this.deps;
    if (user.email !== undefined) await addresses.release(emailKey(user.email), user.id);
    await identities.forget(user.id);
    await exports.forget(user.id);
    await sessions.end(user.id, Number.MAX_SAFE_INTEGER);
    for (const visitor of await users.mergedInto(user.id))
      await users.change(visitor.id, (stored) => ({
        document: remains(stored, at),
        outbox: [userPurged({ userId: stored.id })],
      }));
    // Recorded before they end, as every change of roles, but last, so that a purge that fails earlier does not record
    // it at each attempt. One interrupted here may record it again.
    for (const role of user.roles)
      await roles.recordRole('revoked', { role, userId: user.id, what: ACCOUNT_DELETED, who: user.id });
    await users.change(user.id, (stored) =>
      stored.deletedAt === undefined
        ? 'unchanged'
        : {
            document: remains(stored, at),
            outbox: [
              userPurged({
                userId: stored.id,
                ...(stored.email === undefined ? {} : { emailKey: emailKey(stored.email) }),
              }),
            ],
          },
    );
    sessions.forget(user.id);
  }
}
