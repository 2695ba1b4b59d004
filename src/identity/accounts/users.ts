import type { Millis } from '../../kernel/clock.js';
import { defined } from '../../kernel/defined.shared.js';
import type { Collection } from '../../platform/documents/port.js';
import { ByVersion } from '../../platform/documents/by-version.js';
import { decide, update, upsert, type Change } from '../../platform/documents/update.js';
import type { UserId } from '../../platform/http/security/session-user.js';
import type { Random } from '../../platform/random.js';
import type { GrantCaps } from '../grants/grant-caps.js';
import type { HumanGate } from '../human-check/gate.js';
import { deviceKey, isClaimed, newUser, newVisitor, type DeviceDocument, type UserDocument } from './user.js';
import { USER_GROUPS } from './user-groups.shared.js';

const SEEN_EVERY_MS: Millis = 86_400_000;
/** Public names in memory, of about a hundred bytes each. */
const KEPT_NAMES = 20_000;

/** A first or later visit of a device. */
export interface Visit {
  readonly deviceId: string;
  readonly ip: string;
  readonly country?: string;
  readonly at: Millis;
}

/** Stores users and the devices that identify visitors. */
export class Users {
  /** By user; undefined for one who has left. */
  private readonly names: ByVersion<UserId, UserDocument, string | null | undefined>;

  constructor(
    private readonly users: Collection<UserDocument>,
    private readonly devices: Collection<DeviceDocument>,
    private readonly grants: Pick<GrantCaps, 'take' | 'giveBack' | 'isNear'>,
    private readonly random: Random,
    private readonly human: Pick<HumanGate, 'isOn'>,
  ) {
    this.names = new ByVersion<UserId, UserDocument, string | null | undefined>(
      users,
      ({ document: { name, deletedAt, purgedAt } }) =>
        (deletedAt ?? purgedAt) === undefined ? (name ?? null) : undefined,
      KEPT_NAMES,
    );
  }

  /** @throws StoreUnavailable */
  async find(id: UserId): Promise<UserDocument | undefined> {
    return (await this.users.get(id))?.document;
  }

  /**
   * The public names of those users who are here; null for one who chose none, or who has no document.
   * @throws StoreUnavailable
   */
  async publicNames(ids: readonly UserId[]): Promise<ReadonlyMap<UserId, string | null>> {
    const unique = [...new Set(ids)];
    const names = await this.names.of(unique);
    return new Map(
      unique.flatMap((id) => {
        const name = names.has(id) ? names.get(id) : null;
        return name === undefined ? [] : [[id, name] as const];
      }),
    );
  }

  /**
   * The user of a device, created at its first visit. The device document is written first and decides which user it
   * is. So a crash between the two writes, or two concurrent tabs, give one user.
   * @returns the user, and whether this visit created it; `claimed` when the device belongs to an account or to a user
   *   with a role
   * @throws StoreUnavailable
   */
  async visitor(visit: Visit): Promise<{ readonly user: UserDocument; readonly isNew: boolean } | 'claimed'> {
    const device = await this.device(visit);
    const { stored, isNew } = await decide<UserDocument, { readonly stored: UserDocument; readonly isNew: boolean }>(
      this.users,
      device.userId,
      (known) => {
        if (known !== undefined) return { answer: { stored: known.document, isNew: false } };
        const { user, outbox } = newVisitor(device, {
          deviceId: visit.deviceId,
          userGroup: this.random.between(USER_GROUPS.from, USER_GROUPS.to),
          ...defined({ country: visit.country }),
          at: visit.at,
        });
        return { answer: { stored: user, isNew: true }, write: { document: user, outbox } };
      },
    );
    if (isNew) return { user: stored, isNew };
    const user = await this.seen(stored, visit.at);
    // Scripts of the page can read the device id, and it never changes. It must not give access to an operator's roles.
    return isClaimed(user) || user.roles.length > 0 ? 'claimed' : { user, isNew };
  }

  /**
   * Records a visitor's activity; ignores accounts. Callers call it at most once a day per visitor.
   * @throws StoreUnavailable
   */
  async sawVisitor(id: UserId, at: Millis): Promise<void> {
    await this.change(id, (stored) =>
      isClaimed(stored) || stored.roles.length > 0 || (stored.seenAt ?? 0) >= at
        ? 'unchanged'
        : { document: { ...stored, seenAt: at } },
    );
  }

  /**
   * Changes a user's document.
   * @returns the user after the change; undefined when there is none
   * @throws StoreUnavailable, and errors of `change`
   */
  async change(
    id: UserId,
    change: (user: UserDocument) => Change<UserDocument> | Promise<Change<UserDocument>>,
  ): Promise<UserDocument | undefined> {
    return (await update(this.users, id, change))?.document;
  }

  /**
   * Changes a user's document, or creates it for a user who never was a visitor.
   * @returns the user after the change; undefined when there is none and the change created none
   * @throws StoreUnavailable
   */
  async changeOrCreate(
    id: UserId,
    facts: { readonly country?: string; readonly at: Millis },
    change: (user: UserDocument) => Change<UserDocument>,
  ): Promise<UserDocument | undefined> {
    const bare = (): UserDocument =>
      newUser(id, { ...facts, userGroup: this.random.between(USER_GROUPS.from, USER_GROUPS.to) });
    return (await upsert(this.users, id, (stored) => change(stored ?? bare())))?.document;
  }

  /**
   * Users who deleted their account before a time; at most 100 per call.
   * @throws StoreUnavailable
   */
  async deletedBefore(at: Millis): Promise<readonly UserDocument[]> {
    const { items } = await this.users.find({
      range: { field: 'deletedAt', below: at },
      order: { field: 'deletedAt', direction: 'ascending' },
      limit: 100,
    });
    return items.map(({ document }) => document);
  }

  /**
   * Users whose second purge was due before a time; at most 100 per call.
   * @throws StoreUnavailable
   */
  async purgedAgainBefore(at: Millis): Promise<readonly UserDocument[]> {
    const { items } = await this.users.find({
      range: { field: 'purgeAgainAt', below: at },
      order: { field: 'purgeAgainAt', direction: 'ascending' },
      limit: 100,
    });
    return items.map(({ document }) => document);
  }

  /**
   * Visitors without known activity since a time; at most 100 per call. Includes users who were visitors at their last
   * recorded activity and have an account by now.
   * @throws StoreUnavailable
   */
  async visitorsSeenBefore(at: Millis): Promise<readonly UserDocument[]> {
    const { items } = await this.users.find({
      range: { field: 'seenAt', below: at },
      order: { field: 'seenAt', direction: 'ascending' },
      limit: 100,
    });
    return items.map(({ document }) => document);
  }

  /**
   * Sets `seenAt` to now for visitors created before that field existed. Their last activity is unknown, and nobody
   * should be deleted too early.
   * @param after end of the previous page
   * @returns end of this page; undefined after the last
   * @throws StoreUnavailable
   */
  async datePage(at: Millis, after?: string): Promise<string | undefined> {
    const { items, next } = await this.users.find({ limit: 500, ...defined({ after }) });
    const isUndated = (user: UserDocument): boolean =>
      user.seenAt === undefined && user.roles.length === 0 && !isClaimed(user);
    for (const { id, document } of items)
      if (isUndated(document))
        await update(this.users, id, (stored) =>
          isUndated(stored) ? { document: { ...stored, seenAt: at } } : 'unchanged',
        );
    return next;
  }

  /**
   * Visitors who were merged into an account.
   * @throws StoreUnavailable
   */
  async mergedInto(id: UserId): Promise<readonly UserDocument[]> {
    const found: UserDocument[] = [];
    let after: string | undefined;
    do {
      const page = await this.users.find({ where: { mergedInto: id }, limit: 500, ...defined({ after }) });
      found.push(...page.items.map(({ document }) => document));
      after = page.next;
    } while (after !== undefined);
    return found;
  }

  /**
   * Iterates over all users page by page; for the operator's list.
   * @throws StoreUnavailable
   */
  async *all(): AsyncGenerator<UserDocument, void, undefined> {
    let after: string | undefined;
    do {
      const page = await this.users.find({ limit: 500, ...defined({ after }) });
      yield* page.items.map(({ document }) => document);
      after = page.next;
    } while (after !== undefined);
  }

  /** Records a visitor's activity once a day. */
  private async seen(visitor: UserDocument, at: Millis): Promise<UserDocument> {
    if (visitor.seenAt !== undefined && at - visitor.seenAt < SEEN_EVERY_MS) return visitor;
    await this.sawVisitor(visitor.id, at);
    return (await this.find(visitor.id)) ?? visitor;
  }

  private async device({ deviceId, ip, at }: Visit): Promise<DeviceDocument> {
    let isTaken = false;
    let made: DeviceDocument | undefined;
    let device: DeviceDocument | undefined;
    try {
      device = await decide<DeviceDocument, DeviceDocument>(this.devices, deviceKey(deviceId), async (known) => {
        if (known !== undefined) return { answer: known.document };
        const waits = !isTaken && this.human.isOn && (await this.grants.isNear('visitor', ip, at));
        isTaken = isTaken || (!waits && (await this.grants.take('visitor', ip, at)));
        const document: DeviceDocument = {
          userId: this.random.uuid() as UserId, // the brand is applied when the id is created
          createdAt: at,
          ...(waits ? { grantAllowed: false, grantWaits: true } : { grantAllowed: isTaken }),
        };
        made = document;
        return { answer: document, write: { document } };
      });
      return device;
    } finally {
      // Another tab created the device first, or the write failed.
      if (isTaken && (device === undefined || device !== made)) await this.grants.giveBack('visitor', ip, at);
    }
  }
}
