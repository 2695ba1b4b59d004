import type { QueryBus } from '@nestjs/cqrs';
import { z } from 'zod';
import { procedures, router } from '../../platform/http/trpc/trpc.js';
import { GetMail, ListMails } from '../queries.js';

/**
 * `mail.*`: emails kept on this installation, for its operators; those to other users without codes and tokens. Empty
 * where emails are sent out.
 */
export function createMailRouter({ queries }: { readonly queries: Pick<QueryBus, 'execute'> }) {
  return router({
    list: procedures
      .needs('readLetters')
      .input(z.object({ cursor: z.string().max(300).nullish(), limit: z.int().min(1).max(100).default(30) }))
      .query(({ ctx, input }) => queries.execute(new ListMails(ctx.user, input.limit, input.cursor ?? undefined))),
    /**
     * Returns untrusted HTML, which must be shown in a frame without scripts or origin (`sandbox`). Null when there is
     * no such email.
     */
    get: procedures
      .needs('readLetters')
      .input(z.object({ id: z.string().max(200) }))
      .query(({ ctx, input }) => queries.execute(new GetMail(ctx.user, input.id))),
  });
}
