import type { Limits } from '../../identity/index.js';
import type { Clock, Millis } from '../../kernel/clock.js';
import { defined } from '../../kernel/defined.shared.js';
import { productError, type ProductError } from '../../kernel/errors.shared.js';
import type { UserId } from '../../kernel/ids.js';
import { err, ok, type Result } from '../../kernel/result.js';
import { InvalidCursor } from '../../platform/documents/port.js';
import { allowed } from '../../platform/rate-limit/allowed.js';
import type { RateLimit } from '../../platform/rate-limit/port.js';
import type { Author, Authors } from '../publishing/authors.js';
import type { FoundWork } from '../publishing/work.view.js';
import type { Viewer, Works } from '../publishing/works.js';
import {
  FEED_PAGE,
  type AuthorView,
  type FeedOrder,
  type FeedPage,
  type Lineage,
  type MarkKind,
  type OwnFeed,
  type WorkCard,
  type WorkMarks,
} from './explore.shared.js';
import type { CardChoice, Cards } from './cards.js';
import type { FeedEntry, FeedFilter, FeedStore } from './feed.store.js';
import type { MarkStore } from './mark.store.js';
import { lineageOf } from './lineage.js';
import { newestOf } from './newest-of.js';
import { isVote } from './rank.shared.js';
import { termsOf } from './search/terms.js';

export interface ExploreDeps {
  readonly feed: FeedStore;
  readonly marks: MarkStore;
  readonly works: Pick<Works, 'find' | 'findListed'>;
  readonly authors: Pick<Authors, 'find' | 'idOf'>;
  readonly cards: Pick<Cards, 'of'>;
  readonly limits: Pick<Limits, 'listing'>;
  readonly rateLimit: Pick<RateLimit, 'take'>;
  readonly clock: Clock;
  /** When a user's address was verified; undefined for a visitor. */
  readonly memberSince: (id: UserId) => Promise<Millis | undefined>;
}

/** What is asked of a feed. */
export interface FeedQuery {
  readonly limit: number;
  readonly cursor?: string;
}

/** Marks that a user may put or take back. */
const MARKS = { limit: 60, windowMs: 60_000 } as const;
/** Pages of their own feeds that a user may read. One reads the works of up to `FOLLOWED` authors. */
const OWN_PAGES = { limit: 60, windowMs: 60_000 } as const;

/** Followed authors of whom the feed shows works: the last ones that the user followed. */
const FOLLOWED = 200;

/**
 * Feeds of listed works, and what users put on them. The read model only finds works: each one is checked against its
 * own document when it is shown, so a withdrawn, removed or deleted work is in no feed from the same moment.
 * @throws StoreUnavailable from every call
 */
export class Explore {
  constructor(private readonly deps: ExploreDeps) {}

  /**
   * Listed works in an order.
   * @param ip of the caller, whose pages are limited
   * @returns VALIDATION_ERROR for an invalid cursor, TOO_MANY_ATTEMPTS {seconds}
   */
  async feed(
    order: FeedOrder,
    filter: FeedFilter,
    { limit, cursor }: FeedQuery,
    ip: string,
  ): Promise<Result<FeedPage, ProductError>> {
    const rate = await this.deps.limits.listing(ip);
    if (!rate.ok) return rate;
    return this.paged(this.deps.feed.page(order, filter, limit, cursor), ({ id }) => id);
  }

  /**
   * Works of followed authors, newest first, or bookmarked works, last one first. A bookmarked work may be unlisted:
   * whoever saved it had its link.
   * @returns as `feed`
   */
  async own(user: UserId, which: OwnFeed, query: FeedQuery): Promise<Result<FeedPage, ProductError>> {
    const rate = await allowed(this.deps.rateLimit, `own-feed:${user}`, OWN_PAGES);
    if (!rate.ok) return rate;
    if (which === 'following') return this.following(user, query);
    return this.paged(
      this.deps.marks.list(user, 'bookmark', query.limit, query.cursor),
      ({ document }) => document.target,
      { withUnlisted: true },
    );
  }

  /** The newest listed works, at most `limit`. */
  async newest(limit: number): Promise<readonly WorkCard[]> {
    const { items } = await this.deps.feed.page('new', {}, limit);
    return this.deps.cards.of(items.map(({ id }) => id));
  }

  /** An author with listed works. @returns USER_NOT_FOUND */
  async author(id: string, viewer: Viewer): Promise<Result<AuthorView, ProductError>> {
    const { feed, marks } = this.deps;
    const author = await this.listedAuthor(id);
    if (author === undefined) return err(productError('USER_NOT_FOUND'));
    const [works, followers, isFollowed] = await Promise.all([
      feed.count(id),
      marks.count('follow', id),
      viewer.id === undefined ? false : marks.has({ kind: 'follow', user: viewer.id, target: id }),
    ]);
    return ok({ id, name: author.name, works, followers, isFollowed, isOwn: viewer.id === author.owner });
  }

  /** What is on a published work. @returns TASK_NOT_FOUND */
  async marksOf(workId: string, viewer: Viewer): Promise<Result<WorkMarks, ProductError>> {
    const { marks } = this.deps;
    if ((await this.published(workId)) === undefined) return err(productError('TASK_NOT_FOUND'));
    const { id: user } = viewer;
    const has = async (kind: MarkKind): Promise<boolean> =>
      user !== undefined && marks.has({ kind, user, target: workId });
    const [likes, isLiked, isSaved] = await Promise.all([marks.count('like', workId), has('like'), has('bookmark')]);
    return ok({ likes, isLiked, isSaved });
  }

  /**
   * Puts a mark on a published work or on an author of listed works. Repeatable.
   * @param target id of the work; of the author for a follow
   * @returns TASK_NOT_FOUND or USER_NOT_FOUND for what is not there, VALIDATION_ERROR for following oneself,
   * TOO_MANY_ATTEMPTS {seconds}
   */
  async put(user: UserId, kind: MarkKind, target: string): Promise<Result<void, ProductError>> {
    const { marks, clock, memberSince } = this.deps;
    const rate = await allowed(this.deps.rateLimit, `mark:${user}`, MARKS);
    if (!rate.ok) return rate;
    const owner =
      kind === 'follow' ? (await this.listedAuthor(target))?.owner : (await this.published(target))?.task.owner;
    if (owner === undefined) return err(productError(kind === 'follow' ? 'USER_NOT_FOUND' : 'TASK_NOT_FOUND'));
    if (kind === 'follow' && owner === user) return err(productError('VALIDATION_ERROR', { field: 'author' }));
    const at = clock.now();
    const vote = kind === 'like' && isVote(user, owner, await memberSince(user), at);
    await marks.put({ kind, user, target, at, isVote: vote });
    return ok(undefined);
  }

  /** Takes a mark back, also from what is no longer there. Repeatable. @returns TOO_MANY_ATTEMPTS {seconds} */
  async takeBack(user: UserId, kind: MarkKind, target: string): Promise<Result<void, ProductError>> {
    const rate = await allowed(this.deps.rateLimit, `mark:${user}`, MARKS);
    if (!rate.ok) return rate;
    await this.deps.marks.take({ kind, user, target }, this.deps.clock.now());
    return ok(undefined);
  }

  /** Writes a work's entry in the read model by what is true now. */
  async refresh(workId: string): Promise<void> {
    await this.deps.feed.refresh(workId, async (): Promise<FeedEntry | undefined> => {
      const [found] = await this.deps.works.findListed([workId]);
      if (found === undefined || !('publishedAt' in found.publication)) return undefined;
      const { owner, media, params } = found.task;
      // Also of a banned author, whose entries are not shown: the end of a ban writes none.
      const author = await this.deps.authors.find(owner, { owner: false, moderator: true });
      if (author === undefined) return undefined;
      return {
        owner,
        author: author.id,
        media,
        procedure: params.procedure,
        publishedAt: found.publication.publishedAt,
        votes: await this.deps.marks.votes(workId),
        terms: termsOf(found, author),
        ...defined({ origin: found.task.origins?.[0] }),
      };
    });
  }

  /** Writes the entries of an author again, whose name is among their terms. */
  async refreshAuthor(owner: UserId): Promise<void> {
    const { authors, feed } = this.deps;
    let after: string | undefined;
    do {
      const page = await feed.page('new', { author: authors.idOf(owner) }, 100, after);
      for (const { id } of page.items) await this.refresh(id);
      after = page.next;
    } while (after !== undefined);
  }

  /** Origins and remixes of a published work; see `lineageOf`. @returns TASK_NOT_FOUND, TOO_MANY_ATTEMPTS {seconds} */
  async lineage(workId: string, ip: string): Promise<Result<Lineage, ProductError>> {
    const rate = await this.deps.limits.listing(ip);
    if (!rate.ok) return rate;
    const found = await this.published(workId);
    return found === undefined
      ? err(productError('TASK_NOT_FOUND'))
      : ok(await lineageOf(this.deps, workId, found.task.origins ?? []));
  }

  /** Deletes what a purged user put on others' works, and the follows of them. Idempotent. */
  async clear(user: UserId): Promise<void> {
    await this.deps.marks.clear(user, this.deps.authors.idOf(user), this.deps.clock.now());
  }

  private async following(user: UserId, { limit, cursor }: FeedQuery): Promise<Result<FeedPage, ProductError>> {
    const { feed, marks } = this.deps;
    const before = cursor === undefined ? Number.MAX_SAFE_INTEGER : Number(cursor);
    if (!Number.isSafeInteger(before)) return err(productError('VALIDATION_ERROR', { field: 'cursor' }));
    const follows = await marks.list(user, 'follow', FOLLOWED);
    const entries = await newestOf(
      follows.items.map(({ document }) => document.target),
      limit + 1,
      (author, count) => feed.before(author, before, count),
    );
    const last = entries[limit - 1]?.publishedAt;
    // The next page begins before a time, so works of one time are never divided.
    const shown = last === undefined ? entries : entries.filter(({ publishedAt }) => publishedAt >= last);
    const next = shown.length < entries.length ? String(last) : undefined;
    return ok({ works: await this.deps.cards.of(shown.map(({ id }) => id)), ...defined({ next }) });
  }

  private async paged<T>(
    reading: Promise<{ readonly items: readonly T[]; readonly next?: string }>,
    idOf: (item: T) => string,
    choice?: CardChoice,
  ): Promise<Result<FeedPage, ProductError>> {
    try {
      const { items, next } = await reading;
      return ok({ works: await this.deps.cards.of(items.map(idOf), choice), ...defined({ next }) });
    } catch (error) {
      if (error instanceof InvalidCursor) return err(productError('VALIDATION_ERROR', { field: 'cursor' }));
      throw error;
    }
  }

  /** The user of an author with listed works; undefined if there is none. */
  async ownerOf(authorId: string): Promise<UserId | undefined> {
    return (await this.listedAuthor(authorId))?.owner;
  }

  /** An author who is here and has a listed work, sought among their newest ones in the index. */
  private async listedAuthor(id: string): Promise<(Author & { readonly owner: UserId }) | undefined> {
    const { items } = await this.deps.feed.page('new', { author: id }, FEED_PAGE);
    const [found] = await this.deps.works.findListed(items.map((item) => item.id));
    const author = found && (await this.deps.authors.find(found.task.owner));
    return found && author && { ...author, owner: found.task.owner };
  }

  private async published(workId: string): Promise<FoundWork | undefined> {
    const found = await this.deps.works.find(workId, { moderator: false });
    return found !== undefined && (await this.deps.authors.find(found.task.owner)) !== undefined ? found : undefined;
  }
}
