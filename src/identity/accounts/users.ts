import type { Millis } from '../../kernel/clock.js';
import { defined } from '../../kernel/defined.shared.js';
import type { Collection } from '../../platform/documents/port.js';
import { decide, update, upsert, type Change } from '../../platform/documents/update.js';
import type { UserId } from '../../platform/http/security/session-user.js';
import type { Random } from '../../platform/random.js';
import type { GrantCaps } from '../grants/grant-caps.js';
import type { HumanGate } from '../human-check/gate.js';
import { deviceKey, isClaimed, newUser, newVisitor, type DeviceDocument, type UserDocument } from './user.js';
import { USER_GROUPS } from './user-groups.shared.js';

const SEEN_EVERY_MS: Millis = 86_400_000;

/** A first or later visit of a device. */
export interface Visit {
  readonly deviceId: string;
  readonly ip: string;
  readonly country?: string;
  readonly at: Millis;
}

/** Users and the devices that they are known by. */
export class Users {
  constructor(
    private readonly users: Collection<UserDocument>,
    private readonly devices: Collection<DeviceDocument>,
    private readonly grants: Pick<GrantCaps, 'take' | 'giveBack' | 'isNear'>,
    private readonly random: Random,
    private readonly human: Pick<HumanGate, 'isOn'>,
  ) {}

  /** @throws StoreUnavailable */
  async find(id: UserId): Promise<UserDocument | undefined> {
    return (await this.users.get(id))?.document;
  }

  /**
   * The user of a device, made at its first visit. The device's document says which user it is and comes first, so that a
   * cut between the two writes, or two tabs at once, end in one user.
   * @returns the user, and whether this visit made it; `claimed` when the device has become the one of an account. @throws StoreUnavailable
   */
  async visitor(visit: Visit): Promise<{ readonly user: UserDocument; readonly isNew: boolean } | 'claimed'> {
    const device = await this.device(visit);
    const { stored, isNew } = await decide<UserDocument, { readonly stored: UserDocument; readonly isNew: boolean }>(this.users, device.userId, (known) => {
      if (known !== undefined) return { answer: { stored: known.document, isNew: false } };
      const { user, outbox } = newVisitor(device, {
        deviceId: visit.deviceId,
        userGroup: this.random.between(USER_GROUPS.from, USER_GROUPS.to),
        ...defined({ country: visit.country }),
        at: visit.at,
      });
      return { answer: { stored: user, isNew: true }, write: { document: user, outbox } };
    });
    if (isNew) return { user: stored, isNew };
    const user = await this.seen(stored, visit.at);
    // A device id is known to scripts of the page and never changes: it is no key to an operator's roles.
    return isClaimed(user) || user.roles.length > 0 ? 'claimed' : { user, isNew };
  }

  /**
   * Remembers that someone came by a visitor; of an account nothing is written. For callers who come here once a day at most.
   * @throws StoreUnavailable
   */
  async sawVisitor(id: UserId, at: Millis): Promise<void> {
    await this.change(id, (stored) => (isClaimed(stored) || stored.roles.length > 0 || (stored.seenAt ?? 0) >= at ? 'unchanged' : { document: { ...stored, seenAt: at } }));
  }

  /** Changes a user's document. @returns the user as it is now; undefined when there is none. @throws StoreUnavailable */
  async change(id: UserId, change: (user: UserDocument) => Change<UserDocument>): Promise<UserDocument | undefined> {
    return (await update(this.users, id, change))?.document;
  }

  /**
   * Changes a user's document; where there is none of that id, that of a new user who never was a visitor.
   * @returns the user as it is now; undefined when there is none and the change made none. @throws StoreUnavailable
   */
  async changeOrCreate(id: UserId, facts: { readonly country?: string; readonly at: Millis }, change: (user: UserDocument) => Change<UserDocument>): Promise<UserDocument | undefined> {
    const bare = (): UserDocument => newUser(id, { ...facts, userGroup: this.random.between(USER_GROUPS.from, USER_GROUPS.to) });
    return (await upsert(this.users, id, (stored) => change(stored ?? bare())))?.document;
  }

  /** Users who deleted their account before a moment, at most 100 at once. @throws StoreUnavailable */
  async deletedBefore(at: Millis): Promise<readonly UserDocument[]> {
    const { items } = await this.users.find({ range: { field: 'deletedAt', below: at }, order: { field: 'deletedAt', direction: 'ascending' }, limit: 100 });
    return items.map(({ document }) => document);
  }

  /** Users who were purged, and are to be again, at most 100 at once. @throws StoreUnavailable */
  async purgedAgainBefore(at: Millis): Promise<readonly UserDocument[]> {
    const { items } = await this.users.find({ range: { field: 'purgeAgainAt', below: at }, order: { field: 'purgeAgainAt', direction: 'ascending' }, limit: 100 });
    return items.map(({ document }) => document);
  }

  /** Visitors by whom no one is known to have come since a moment, at most 100 at once; also who was one then. @throws StoreUnavailable */
  async visitorsSeenBefore(at: Millis): Promise<readonly UserDocument[]> {
    const { items } = await this.users.find({ range: { field: 'seenAt', below: at }, order: { field: 'seenAt', direction: 'ascending' }, limit: 100 });
    return items.map(({ document }) => document);
  }

  /**
   * Gives visitors of before `seenAt` one: now, for when they last came is not known, and no one is to be deleted too early.
   * @param after where the page before ended. @returns where this one ended; undefined after the last. @throws StoreUnavailable
   */
  async datePage(at: Millis, after?: string): Promise<string | undefined> {
    const { items, next } = await this.users.find({ limit: 500, ...defined({ after }) });
    const isUndated = (user: UserDocument): boolean => user.seenAt === undefined && user.roles.length === 0 && !isClaimed(user);
    for (const { id, document } of items) if (isUndated(document)) await update(this.users, id, (stored) => (isUndated(stored) ? { document: { ...stored, seenAt: at } } : 'unchanged'));
    return next;
  }

  /** Visitors who have become part of an account. @throws StoreUnavailable */
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

  /** Every user, a page at a time; for an operator's list. @throws StoreUnavailable */
  async *all(): AsyncGenerator<UserDocument, void, undefined> {
    let after: string | undefined;
    do {
      const page = await this.users.find({ limit: 500, ...defined({ after }) });
      yield* page.items.map(({ document }) => document);
      after = page.next;
    } while (after !== undefined);
  }

  /** Remembers that a visitor came, once a day. */
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
          userId: this.random.uuid() as UserId, // the brand is given where the id is minted
          createdAt: at,
          ...(waits ? { grantAllowed: false, grantWaits: true } : { grantAllowed: isTaken }),
        };
        made = document;
        return { answer: document, write: { document } };
      });
      return device;
    } finally {
      // Another tab was faster, or the store could not be written.
      if (isTaken && (device === undefined || device !== made)) await this.grants.giveBack('visitor', ip, at);
    }
  }
}
