import { z } from 'zod';
import { procedures, router, unwrap } from '../../platform/http/trpc/trpc.js';
import { defined } from '../../kernel/defined.shared.js';
import type { CreationRouterDeps } from '../creation.router.js';
import { PROCEDURES } from '../procedures/registry.shared.js';
import {
  ChangeMark,
  FindAuthor,
  GetLineage,
  GetWorkMarks,
  ListFeed,
  ListOwnFeed,
  SearchWorks,
} from './explore.messages.js';
import { FEED_ORDERS, FEED_PAGE, OWN_FEEDS, SEARCH_MAX, type MarkKind } from './explore.shared.js';
import type { FeedFilter } from './feed.store.js';
import { readTag } from '../publishing/tags.shared.js';

// Ids from outside are not verified here: an unknown id leads to a not-found error.
const work = z.object({ id: z.string().max(60) });
const author = z.object({ id: z.string().max(60) });
const paging = { cursor: z.string().max(1_000).nullish(), limit: z.int().min(1).max(50).default(FEED_PAGE) };
const filters = {
  kind: z.enum(['image', 'video']).optional(),
  tool: z.enum(PROCEDURES).optional(),
  author: z.string().max(60).optional(),
};

/** At most one filter; undefined for several. */
function filterOf({ kind, tool, author: by }: z.infer<z.ZodObject<typeof filters>>): FeedFilter | undefined {
  const given = [
    ...(kind === undefined ? [] : [{ media: kind }]),
    ...(tool === undefined ? [] : [{ procedure: tool }]),
    ...(by === undefined ? [] : [{ author: by }]),
  ];
  return given.length > 1 ? undefined : (given[0] ?? {});
}

const feedInput = z
  .object({ order: z.enum(FEED_ORDERS).default('new'), ...filters, ...paging })
  .transform((input, context) => {
    const filter = filterOf(input);
    // Only new works of one author are listed; the read model has no other index.
    if (filter !== undefined && (input.author === undefined || input.order === 'new')) return { ...input, filter };
    context.addIssue({ code: 'custom', message: 'a feed takes one filter' });
    return z.NEVER;
  });

const searchInput = z.object({
  text: z.string().max(SEARCH_MAX).default(''),
  kind: filters.kind,
  tag: z
    .string()
    .transform((text, context) => {
      const read = readTag(text);
      if (read !== undefined) return read.tag;
      context.addIssue({ code: 'custom', message: 'not a tag' });
      return z.NEVER;
    })
    .optional(),
  ...paging,
});

/** The calls of `work.*` for Explore: feeds of listed works, likes, bookmarks and follows. */
export function createExploreRouter({ commands, queries }: CreationRouterDeps) {
  const change = (kind: MarkKind, isPut: boolean) =>
    procedures
      .needs('react')
      .input(work)
      .mutation(async ({ ctx, input: { id } }) => {
        unwrap(await commands.execute(new ChangeMark(ctx.user.id, kind, id, isPut)));
      });
  return router({
    /** Listed works, of one kind, one tool or one author. */
    feed: procedures
      .needs('readPublic')
      .input(feedInput)
      .query(async ({ ctx, input: { order, filter, limit, cursor } }) =>
        unwrap(
          await queries.execute(
            new ListFeed(order, filter, { limit, ...defined({ cursor: cursor ?? undefined }) }, ctx.request.ip),
          ),
        ),
      ),
    /** Listed works with all of these words, of a kind, with a tag, newest first. */
    search: procedures
      .needs('readPublic')
      .input(searchInput)
      .query(async ({ ctx, input: { text, kind, tag, limit, cursor } }) =>
        unwrap(
          await queries.execute(
            new SearchWorks(
              { text: text.trim(), ...defined({ kind, tag }) },
              { limit, ...defined({ cursor: cursor ?? undefined }) },
              ctx.request.ip,
            ),
          ),
        ),
      ),
    /** Works of the authors whom the caller follows, or works that the caller has bookmarked. */
    ownFeed: procedures
      .needs('react')
      .input(z.object({ which: z.enum(OWN_FEEDS), ...paging }))
      .query(async ({ ctx, input: { which, limit, cursor } }) =>
        unwrap(
          await queries.execute(
            new ListOwnFeed(ctx.user.id, which, { limit, ...defined({ cursor: cursor ?? undefined }) }),
          ),
        ),
      ),
    author: procedures
      .needs('readPublic')
      .input(author)
      .query(async ({ ctx, input: { id } }) =>
        unwrap(await queries.execute(new FindAuthor(id, { ...defined({ id: ctx.user?.id }), moderator: false }))),
      ),
    /** How many like a published work, and what the caller has put on it. */
    marks: procedures
      .needs('readPublic')
      .input(work)
      .query(async ({ ctx, input: { id } }) =>
        unwrap(await queries.execute(new GetWorkMarks(id, { ...defined({ id: ctx.user?.id }), moderator: false }))),
      ),
    /** What a work is a remix of, and how many remixes of it are listed. */
    lineage: procedures
      .needs('readPublic')
      .input(work)
      .query(async ({ ctx, input: { id } }) => unwrap(await queries.execute(new GetLineage(id, ctx.request.ip)))),
    like: change('like', true),
    unlike: change('like', false),
    bookmark: change('bookmark', true),
    unbookmark: change('bookmark', false),
    /** Takes the author's id. */
    follow: change('follow', true),
    unfollow: change('follow', false),
  });
}
