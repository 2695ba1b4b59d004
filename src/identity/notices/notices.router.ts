import type { CommandBus, QueryBus } from '@nestjs/cqrs';
import { z } from 'zod';
import { procedures, router, unwrap } from '../../platform/http/trpc/trpc.js';
import { ListNotices, ReadNotices, WatchNotices } from './notices.commands.js';
import { NOTICES_PAGE, noticesRead } from './notices.shared.js';

const page = z.object({
  cursor: z.string().max(1_000).nullish(),
  limit: z.int().min(1).max(100).default(NOTICES_PAGE),
});

/** `notices.*`: notifications of the caller only. */
export function createNoticesRouter({
  commands,
  queries,
}: {
  readonly commands: Pick<CommandBus, 'execute'>;
  readonly queries: Pick<QueryBus, 'execute'>;
}) {
  return router({
    list: procedures
      .needs('ownProfile')
      .input(page)
      .query(async ({ ctx, input: { limit, cursor } }) =>
        unwrap(await queries.execute(new ListNotices(ctx.user.id, limit, cursor ?? undefined))),
      ),
    read: procedures
      .needs('ownProfile')
      .input(noticesRead)
      .mutation(async ({ ctx, input }) => ({ unread: await commands.execute(new ReadNotices(ctx.user.id, input)) })),
    /** Server-sent events: the first page immediately, then on every change. */
    onChange: procedures.needs('ownProfile').subscription(async function* ({ ctx, signal }) {
      yield* await queries.execute(new WatchNotices(ctx.user.id, signal ?? new AbortController().signal));
    }),
  });
}
