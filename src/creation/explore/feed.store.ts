import { z } from 'zod';
import type { Millis } from '../../kernel/clock.js';
import { defined } from '../../kernel/defined.shared.js';
import type { UserId } from '../../kernel/ids.js';
import type { Collection, DocumentStore, PositionsPage } from '../../platform/documents/port.js';
import { CONFLICT, retryConflicts } from '../../platform/documents/retry.js';
import type { FeedOrder } from './explore.shared.js';
import { rankOf } from './rank.shared.js';

/** A listed work as it is found: its id is the document's. All else is read from the work itself. */
export interface FeedEntry {
  readonly owner: UserId;
  /** See `Authors.idOf`. */
  readonly author: string;
  readonly media: 'image' | 'video';
  readonly procedure: string;
  readonly publishedAt: Millis;
  /** Likes that count for the rank. */
  readonly votes: number;
  /** By which a search finds it; see `termsOf`. */
  readonly terms: readonly string[];
  /** The work that it is a remix of. */
  readonly origin?: string;
}

/** At most one of these. */
export type FeedFilter =
  | { readonly media: 'image' | 'video' }
  | { readonly procedure: string }
  | { readonly author: string }
  | Readonly<Record<string, never>>;

const stored = z.object({
  owner: z.string().transform((id) => id as UserId), // our own writes only
  author: z.string(),
  media: z.enum(['image', 'video']),
  procedure: z.string(),
  publishedAt: z.int(),
  votes: z.int(),
  rank: z.int(),
  // Entries from before the search have none until they are written again.
  terms: z.array(z.string()).default([]),
  origin: z.string().exactOptional(),
});
type Stored = Readonly<z.infer<typeof stored>>;

const FIELDS = { new: 'publishedAt', trending: 'rank' } as const satisfies Readonly<Record<FeedOrder, string>>;

/**
 * Read model of the listed works (adr/0107). Its documents name works and hold what they are ordered and filtered by.
 * Each one is written again by the works' own messages, and all of them by `ExploreRebuild`.
 * @throws StoreUnavailable from every call
 */
export class FeedStore {
  private constructor(private readonly entries: Collection<Stored>) {}

  static async open(documents: DocumentStore): Promise<FeedStore> {
    return new FeedStore(
      await documents.collection(
        {
          name: 'explore_feed_v1',
          indexes: [
            ['publishedAt'],
            ['media', 'publishedAt'],
            ['procedure', 'publishedAt'],
            ['author', 'publishedAt'],
            ['origin'],
            ['rank'],
            ['media', 'rank'],
            ['procedure', 'rank'],
          ],
          terms: { field: 'terms', order: 'publishedAt' },
        },
        (value) => stored.parse(value),
      ),
    );
  }

  /**
   * One page of works, best or newest first. Later works come before the cursor, so they neither repeat nor hide any.
   * @throws InvalidCursor
   */
  page(order: FeedOrder, filter: FeedFilter, limit: number, after?: string): Promise<PositionsPage> {
    return this.entries.findPositions({
      where: { ...filter },
      order: { field: FIELDS[order], direction: 'descending' },
      limit,
      ...defined({ after }),
    });
  }

  /**
   * One page of works with a term of each group, newest first.
   * @throws InvalidCursor
   */
  search(terms: readonly (readonly string[])[], limit: number, after?: string): Promise<PositionsPage> {
    return this.entries.findPositions({ terms, limit, ...defined({ after }) });
  }

  /** An author's works published before a time, newest first. */
  async before(
    author: string,
    time: Millis,
    limit: number,
  ): Promise<readonly { readonly id: string; readonly publishedAt: Millis }[]> {
    const { items } = await this.entries.findPositions({
      where: { author },
      range: { field: 'publishedAt', below: time },
      order: { field: 'publishedAt', direction: 'descending' },
      limit,
    });
    return items.map(({ id, value }) => ({ id, publishedAt: Number(value) }));
  }

  count(author: string): Promise<number> {
    return this.entries.count({ author });
  }

  /** Number of remixes of a work, not of its remixes. */
  remixes(workId: string): Promise<number> {
    return this.entries.count({ origin: workId });
  }

  /** Ids of a page of all works. @throws InvalidCursor */
  async ids(limit: number, after?: string): Promise<{ readonly ids: readonly string[]; readonly next?: string }> {
    const { items, next } = await this.entries.findPositions({ limit, ...defined({ after }) });
    return { ids: items.map(({ id }) => id), ...defined({ next }) };
  }

  /**
   * Writes a work's entry, or deletes it, by what is true now. Repeatable, in any order and in several processes: what
   * is true is read after the entry's version, so an older state never replaces a newer one. A new entry has no version
   * to compare, so it is read once more.
   * @param read the work's entry; undefined if it is not listed
   */
  async refresh(workId: string, read: () => Promise<FeedEntry | undefined>): Promise<void> {
    await retryConflicts('an entry of the feed', async () => {
      const known = await this.entries.get(workId);
      const entry = await read();
      if (entry === undefined && known === undefined) return undefined;
      const written =
        entry === undefined
          ? await this.entries.delete(workId, known?.version ?? 0)
          : await this.entries.put({
              id: workId,
              document: { ...entry, terms: [...entry.terms], rank: rankOf(entry.publishedAt, entry.votes) },
              expectedVersion: known?.version ?? 0,
            });
      const isNew = known === undefined;
      return written === 'written' && (!isNew || (await read()) !== undefined) ? undefined : CONFLICT;
    });
  }
}
