import { z } from 'zod';
import type { Millis } from '../../kernel/clock.js';
import { defined } from '../../kernel/defined.shared.js';
import type { UserId } from '../../kernel/ids.js';
import { pages } from '../../platform/documents/pages.js';
import type { Collection, DocumentStore, OutboxMessage, Page, Versioned } from '../../platform/documents/port.js';
import { CONFLICT, retryConflicts } from '../../platform/documents/retry.js';
import { decide } from '../../platform/documents/update.js';
import { MARK_KINDS, type MarkKind } from './explore.shared.js';

/** Published when a like was put on a work or taken back. `data` is a `LikeNews`. */
export const LIKES_CHANGED = 'WorkLikesChanged';
export const likeNews = z.object({ workId: z.string() });

const mark = z.object({
  kind: z.enum(MARK_KINDS),
  user: z.string().transform((id) => id as UserId), // our own writes only
  /** Id of a work; of an author for a follow. */
  target: z.string(),
  at: z.int(),
  /** Only for likes: whether it is a vote. */
  isVote: z.boolean(),
});
/** A like or bookmark of a work, or a follow of an author. */
export type Mark = z.infer<typeof mark>;

const idOf = ({ kind, user, target }: Pick<Mark, 'kind' | 'user' | 'target'>): string => `${kind}.${user}.${target}`;

/** @param at makes the message's id unique: a like may be put and taken back many times */
const messages = ({ kind, target, ...rest }: Mark, change: 'put' | 'taken', at: Millis): readonly OutboxMessage[] =>
  kind === 'like'
    ? [{ id: `${idOf({ kind, target, ...rest })}.${change}.${at}`, type: LIKES_CHANGED, data: { workId: target } }]
    : [];

/**
 * Likes, bookmarks and follows, one document each.
 * @throws StoreUnavailable, DocumentContended from every call
 */
export class MarkStore {
  private constructor(private readonly marks: Collection<Mark>) {}

  static async open(documents: DocumentStore): Promise<MarkStore> {
    return new MarkStore(
      await documents.collection(
        {
          name: 'explore_marks_v1',
          indexes: [
            ['user', 'kind', 'at'],
            ['target', 'kind', 'isVote'],
          ],
        },
        (value) => mark.parse(value),
      ),
    );
  }

  /** Puts a mark. The first one stays: a like keeps its time and whether it is a vote. */
  put(put: Mark): Promise<void> {
    return decide<Mark, void>(this.marks, idOf(put), (known) =>
      known === undefined
        ? { answer: undefined, write: { document: put, outbox: messages(put, 'put', put.at) } }
        : { answer: undefined },
    );
  }

  /** Takes a mark back. */
  async take(of: Pick<Mark, 'kind' | 'user' | 'target'>, at: Millis): Promise<void> {
    await retryConflicts('a mark', async () => {
      const known = await this.marks.get(idOf(of));
      return known === undefined || (await this.delete(known, at)) ? undefined : CONFLICT;
    });
  }

  async has(of: Pick<Mark, 'kind' | 'user' | 'target'>): Promise<boolean> {
    return (await this.marks.get(idOf(of))) !== undefined;
  }

  count(kind: MarkKind, target: string): Promise<number> {
    return this.marks.count({ target, kind });
  }

  /** Number of a work's likes that are votes. */
  votes(workId: string): Promise<number> {
    return this.marks.count({ target: workId, kind: 'like', isVote: true });
  }

  /** A user's marks of one kind, newest first. @throws InvalidCursor */
  list(user: UserId, kind: MarkKind, limit: number, after?: string): Promise<Page<Mark>> {
    return this.marks.find({
      where: { user, kind },
      order: { field: 'at', direction: 'descending' },
      limit,
      ...defined({ after }),
    });
  }

  /** All of a user's marks. */
  async *of(user: UserId): AsyncGenerator<Mark, void, undefined> {
    for await (const { document } of pages(this.marks, { where: { user }, limit: 500 })) yield document;
  }

  /** Deletes a user's marks, and the follows of them as an author. Idempotent. */
  async clear(user: UserId, author: string, at: Millis): Promise<void> {
    const wheres: readonly Readonly<Record<string, string>>[] = [{ user }, { target: author, kind: 'follow' }];
    for (const where of wheres)
      await retryConflicts('the marks of a user', async () => {
        let isLost = false;
        for await (const known of pages(this.marks, { where, limit: 500 }))
          isLost = !(await this.delete(known, at)) || isLost;
        return isLost ? CONFLICT : undefined;
      });
  }

  private async delete({ id, version, document }: Versioned<Mark>, at: Millis): Promise<boolean> {
    return (await this.marks.delete(id, version, messages(document, 'taken', at))) === 'written';
  }
}
