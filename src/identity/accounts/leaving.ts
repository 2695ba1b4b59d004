import type { Millis } from '../../kernel/clock.js';
import type { UserId } from '../../platform/http/security/session-user.js';
import type { Addresses } from './addresses.js';
import { emailKey } from './email.js';
import type { Exports } from '../exports/exports.js';
import { letterDue, userDeleted, userPurged, userPurgedAgain, userRestored } from '../messages.js';
import type { Identities } from '../providers/identities.js';
import type { Sessions } from '../sessions/sessions.js';
import { isClaimed, type UserDocument } from './user.js';
import type { Users } from './users.js';

/** How long a deleted account can be restored: 30 days. */
export const RESTORABLE_MS: Millis = 30 * 86_400_000;
/** Clocks of two machines differ: an account is purged so much after it can be taken back no more. */
const MARGIN_MS: Millis = 3_600_000;
/** A request that was let in before its user was purged has written what it writes by then. */
const UNDER_WAY_MS: Millis = 10 * 60_000;
/** Pages of users that one sweep looks through for visitors of before `seenAt`. */
const UNDATED_PAGES = 10;

export interface LeavingDeps {
  readonly users: Users;
  readonly sessions: Sessions;
  readonly addresses: Addresses;
  readonly identities: Identities;
  readonly exports: Pick<Exports, 'forget'>;
}

/** What is left of a user: an id and a group that name no one, so that neither the id nor the device is ever someone else's. */
const remains = ({ id, createdAt, userGroup }: UserDocument, at: Millis): UserDocument => ({ id, createdAt, userGroup, roles: [], purgedAt: at, purgeAgainAt: at + UNDER_WAY_MS });

/** Deleting an account, taking it back, and clearing it away permanently. Time comes in as an argument. */
export class Leaving {
  /** How far users have been looked through for visitors of before `seenAt`; each process does it once. */
  private undated: { readonly after?: string } | 'none' = {};

  constructor(private readonly deps: LeavingDeps) {}

  /** Deletes an account: its sessions end at once, and the rest after `RESTORABLE_MS`. Done before is as good. @throws StoreUnavailable */
  async leave(userId: UserId, at: Millis): Promise<void> {
    const { users, sessions } = this.deps;
    const left = await users.change(userId, (stored) => {
      if (stored.deletedAt !== undefined || stored.email === undefined) return 'unchanged';
      const letter = letterDue(`${stored.id}.${at}`, { kind: 'deleted', userId: stored.id, at });
      return { document: { ...stored, deletedAt: at, sessionEpoch: (stored.sessionEpoch ?? 0) + 1 }, outbox: [userDeleted({ userId: stored.id }, at), letter] };
    });
    if (left?.deletedAt !== undefined) await sessions.end(userId, left.sessionEpoch ?? 0);
  }

  /**
   * Deletes a visitor permanently at once: no one could prove later that it was theirs. What a cut leaves is done by `finishVisitor`. Of an account
   * nothing is deleted. @param unless who is kept after all. @returns whether the visitor is gone. @throws StoreUnavailable
   */
  async leaveAsVisitor(userId: UserId, at: Millis, unless: (visitor: UserDocument) => boolean = () => false): Promise<boolean> {
    const left = await this.deps.users.change(userId, (stored) =>
      isClaimed(stored) || unless(stored) ? 'unchanged' : { document: { ...stored, deletedAt: at, sessionEpoch: (stored.sessionEpoch ?? 0) + 1 }, outbox: [userDeleted({ userId: stored.id }, at)] });
    if (left === undefined || left.email !== undefined || left.mergedInto !== undefined) return false;
    if (left.deletedAt !== undefined) await this.purgeOne(left, at);
    return left.deletedAt !== undefined || left.purgedAt !== undefined;
  }

  /** Goes on where a cut ended the deletion of a visitor; done before is as good. @throws StoreUnavailable */
  async finishVisitor(userId: UserId, at: Millis): Promise<void> {
    const user = await this.deps.users.find(userId);
    if (user?.deletedAt !== undefined && user.email === undefined) await this.purgeOne(user, at);
  }

  /**
   * Deletes visitors by whom no one has come for so long. Who has a session was here within the life of one, and is looked at again later.
   * @param keptMs how long they are kept. @throws StoreUnavailable
   */
  async purgeVisitors(at: Millis, keptMs: Millis): Promise<void> {
    const { users, sessions } = this.deps;
    await this.dateVisitors(at);
    // Whoever comes back while the sessions are read is written down first, and kept.
    const hasCome = ({ seenAt }: UserDocument): boolean => seenAt !== undefined && seenAt >= at - keptMs;
    for (;;) {
      const due = await users.visitorsSeenBefore(at - keptMs);
      if (due.length === 0) return;
      for (const { id } of due) {
        const isHere = await sessions.stands(id);
        const user = await users.change(id, (stored) => {
          const { seenAt: _, ...rest } = stored;
          // Who runs the installation, and who has an account by now, is no visitor that comes and goes.
          if (isClaimed(stored) || stored.roles.length > 0) return { document: rest };
          return isHere && !hasCome(stored) ? { document: { ...stored, seenAt: at } } : 'unchanged';
        });
        if (user?.seenAt !== undefined && !isHere) await this.leaveAsVisitor(id, at, (stored) => stored.seenAt === undefined || stored.roles.length > 0 || hasCome(stored));
      }
    }
  }

  private async dateVisitors(at: Millis): Promise<void> {
    for (let page = 0; page < UNDATED_PAGES && this.undated !== 'none'; page += 1) {
      const after = await this.deps.users.datePage(at, this.undated.after);
      this.undated = after === undefined ? 'none' : { after };
    }
  }

  /** Takes a deleted account back while that can be done. @returns the user as it is now. @throws StoreUnavailable */
  async restore(user: UserDocument, at: Millis): Promise<UserDocument> {
    const restored = await this.deps.users.change(user.id, (stored) => {
      if (stored.deletedAt === undefined || stored.deletedAt + RESTORABLE_MS <= at) return 'unchanged';
      const { deletedAt, ...rest } = stored;
      return { document: rest, outbox: [userRestored({ userId: stored.id }, deletedAt)] };
    });
    return restored ?? user;
  }

  /**
   * Clears away permanently what was deleted longer than `RESTORABLE_MS` before: name, address, password, ways to sign in, exports, device ids.
   * A cut leaves the user's document, which comes last, and so the work to be done again. The ledger keeps its events, which name
   * no one but by the opaque id. @throws StoreUnavailable
   */
  async purge(at: Millis): Promise<void> {
    for (;;) {
      const due = await this.deps.users.deletedBefore(at - RESTORABLE_MS - MARGIN_MS);
      for (const user of due) await this.purgeOne(user, at);
      if (due.length === 0) return;
    }
  }

  /** Has what was written of users after they were purged deleted too. @throws StoreUnavailable */
  async purgeAgain(at: Millis): Promise<void> {
    for (;;) {
      const due = await this.deps.users.purgedAgainBefore(at);
      for (const { id } of due) {
        await this.deps.users.change(id, (stored) => {
          const { purgeAgainAt, ...rest } = stored;
          return purgeAgainAt === undefined ? 'unchanged' : { document: rest, outbox: [userPurgedAgain({ userId: id })] };
        });
      }
      if (due.length === 0) return;
    }
  }

  private async purgeOne(user: UserDocument, at: Millis): Promise<void> {
    const { users, sessions, addresses, identities, exports } = this.deps;
    if (user.email !== undefined) await addresses.release(emailKey(user.email), user.id);
    await identities.forget(user.id);
    await exports.forget(user.id);
    await sessions.end(user.id, Number.MAX_SAFE_INTEGER);
    for (const visitor of await users.mergedInto(user.id)) await users.change(visitor.id, (stored) => ({ document: remains(stored, at), outbox: [userPurged({ userId: stored.id })] }));
    await users.change(user.id, (stored) => (stored.deletedAt === undefined ? 'unchanged' : { document: remains(stored, at), outbox: [userPurged({ userId: stored.id, ...(stored.email === undefined ? {} : { emailKey: emailKey(stored.email) }) })] }));
    sessions.forget(user.id);
  }
}
