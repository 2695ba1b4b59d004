import type { QueryBus } from '@nestjs/cqrs';
import { productError } from '../kernel/errors.shared.js';
import { procedures, router, toTrpcError } from '../platform/http/trpc/trpc.js';
import { FindSupportAddress, FindUser } from './queries.js';

/** `user.*`: one's own record and what the server knows of the request. */
export function createIdentityRouter({ queries }: { readonly queries: Pick<QueryBus, 'execute'> }) {
  return router({
    find: procedures.needs('ownProfile').query(async ({ ctx }) => {
      const user = await queries.execute(new FindUser(ctx.user.id));
      if (user === undefined) throw toTrpcError(productError('NOT_SIGNED_IN'));
      return user;
    }),
    /** The caller's country as a trusted proxy tells it, else by the table of addresses, and where the operator is written to; each null when it is not known. */
    getReqInfo: procedures.needs('readPublic').query(async ({ ctx }) => ({
      country: ctx.request.country ?? null, supportAddress: (await queries.execute(new FindSupportAddress())) ?? null,
    })),
  });
}
