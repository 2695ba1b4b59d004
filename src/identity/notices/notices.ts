import { z } from 'zod';
import type { Millis } from '../../kernel/clock.js';
import { defined } from '../../kernel/defined.shared.js';
import type { Collection, CollectionDefinition } from '../../platform/documents/port.js';
import { deleteWhere, update } from '../../platform/documents/update.js';
import type { UserId } from '../../platform/http/security/session-user.js';
import { isDecision } from '../letters/decisions/compose.js';
import { noticeLetterDue } from '../messages.js';
import type { Users } from '../accounts/users.js';
import {
  noticeContent,
  NOTICES_KEPT,
  type NoticeContent,
  type NoticePage,
  type NoticesRead,
  type NoticeView,
} from './notices.shared.js';

export const NOTICES: CollectionDefinition = {
  name: 'notices_v1',
  indexes: [['userId', 'at'], ['userId', 'unread'], ['at']],
};
export const noticeDocument = z.object({
  userId: z
    .string()
    .min(1)
    .transform((id) => id as UserId), // the brand is applied when the document is read
  /** The event that caused it; identifies the notification among the reader's. */
  cause: z.string(),
  at: z.int(),
  unread: z.boolean(),
  content: noticeContent,
});
export type NoticeDocument = z.infer<typeof noticeDocument>;

/** A new notification. */
export interface NewNotice {
  readonly userId: UserId;
  /** Identifies it among the user's notifications; the same cause is the same notification. */
  readonly cause: string;
  /** Time of the event. */
  readonly at: Millis;
  readonly content: NoticeContent;
}

const idOf = (userId: UserId, cause: string): string => `${userId}.${cause}`;
const view = ({ cause, at, unread, content }: NoticeDocument): NoticeView => ({ id: cause, at, unread, content });

/** Stores users' notifications, one document each. */
export class Notices {
  constructor(
    private readonly notices: Collection<NoticeDocument>,
    private readonly users: Pick<Users, 'find'>,
    /** Called when a user's notifications have changed. */
    private readonly onChange: (userId: UserId) => void,
  ) {}

  /**
   * Notifies a user, once per cause; of a decision by email, too. A merged visitor's account gets it instead; nobody
   * gets it for a purged or unknown user.
   * @throws StoreUnavailable
   */
  async add({ userId, cause, at, content }: NewNotice): Promise<void> {
    const reader = await this.reader(userId);
    if (reader === undefined) return;
    const document: NoticeDocument = { userId: reader, cause, at, unread: true, content };
    const id = idOf(reader, cause);
    const outbox = isDecision(content) ? [noticeLetterDue(id)] : [];
    if ((await this.notices.put({ id, document, expectedVersion: 0, outbox })) !== 'written') return;
    await this.bound(reader);
    this.onChange(reader);
  }

  /** A notification by its document's id; undefined if it is gone. @throws StoreUnavailable */
  async find(id: string): Promise<NewNotice | undefined> {
    return (await this.notices.get(id))?.document;
  }

  /** @throws StoreUnavailable, InvalidCursor */
  async page(userId: UserId, limit: number, after?: string): Promise<NoticePage> {
    const page = await this.notices.find({
      where: { userId },
      order: { field: 'at', direction: 'descending' },
      limit,
      ...defined({ after }),
    });
    return {
      items: page.items.map(({ document }) => view(document)),
      unread: await this.unread(userId),
      ...defined({ next: page.next }),
    };
  }

  /**
   * Marks notifications as read.
   * @returns how many are still unread
   * @throws StoreUnavailable
   */
  async read(userId: UserId, what: NoticesRead): Promise<number> {
    const ids =
      'ids' in what
        ? what.ids.map((cause) => idOf(userId, cause))
        : (await this.unreadOnes(userId)).filter(({ document }) => document.at <= what.upTo).map(({ id }) => id);
    for (const id of ids)
      await update(this.notices, id, (stored) =>
        stored.unread ? { document: { ...stored, unread: false } } : 'unchanged',
      );
    this.onChange(userId);
    return this.unread(userId);
  }

  /**
   * All stored notifications of a user, oldest first.
   * @throws StoreUnavailable
   */
  async of(userId: UserId): Promise<readonly NoticeView[]> {
    return (await this.all(userId)).map(({ document }) => view(document));
  }

  /**
   * Deletes all notifications of a user. Idempotent.
   * @throws StoreUnavailable
   */
  async forget(userId: UserId): Promise<void> {
    await deleteWhere(this.notices, { where: { userId } });
  }

  /**
   * Moves a merged visitor's notifications to the account. Idempotent.
   * @throws StoreUnavailable
   */
  async mergeVisitor(from: UserId, to: UserId): Promise<void> {
    for (const { id, version, document } of await this.all(from)) {
      await this.notices.put({
        id: idOf(to, document.cause),
        document: { ...document, userId: to },
        expectedVersion: 0,
      });
      await this.notices.delete(id, version);
    }
    await this.bound(to);
    this.onChange(to);
  }

  /**
   * Deletes notifications older than `NOTICES_KEPT.ms`.
   * @throws StoreUnavailable
   */
  async sweep(at: Millis): Promise<void> {
    await deleteWhere(this.notices, { range: { field: 'at', below: at - NOTICES_KEPT.ms } });
  }

  private unread(userId: UserId): Promise<number> {
    return this.notices.count({ userId, unread: true });
  }

  private async unreadOnes(userId: UserId) {
    return (await this.notices.find({ where: { userId, unread: true }, limit: 1_000 })).items;
  }

  private async all(userId: UserId) {
    return (
      await this.notices.find({ where: { userId }, order: { field: 'at', direction: 'ascending' }, limit: 1_000 })
    ).items;
  }

  /**
   * Deletes the oldest notifications above the limit. If a deleted one is added again, it is again the oldest and is
   * deleted again.
   */
  private async bound(userId: UserId): Promise<void> {
    const over = (await this.notices.count({ userId })) - NOTICES_KEPT.each;
    if (over <= 0) return;
    const { items } = await this.notices.find({
      where: { userId },
      order: { field: 'at', direction: 'ascending' },
      limit: Math.min(over, 1_000),
    });
    for (const { id, version } of items) await this.notices.delete(id, version);
  }

  private async reader(userId: UserId): Promise<UserId | undefined> {
    const user = await this.users.find(userId);
    if (user === undefined || user.purgedAt !== undefined) return undefined;
    return user.mergedInto === undefined ? user.id : this.reader(user.mergedInto);
  }
}
