import type { QueryBus } from '@nestjs/cqrs';
import { productError } from '../kernel/errors.shared.js';
import { procedures, router, toTrpcError } from '../platform/http/trpc/trpc.js';
import { FindSupportAddress, FindUser, GetLegalFacts } from './queries.js';

/** `user.*`: the caller's own record, and what the server knows about the request. */
export function createIdentityRouter({ queries }: { readonly queries: Pick<QueryBus, 'execute'> }) {
  return router({
    find: procedures.needs('ownProfile').query(async ({ ctx }) => {
      const user = await queries.execute(new FindUser(ctx.user.id));
      if (user === undefined) throw toTrpcError(productError('NOT_SIGNED_IN'));
      return user;
    }),
    /**
     * The caller's country, from a trusted proxy or else from the IP table, and the operator's contact address; each
     * null when unknown.
     */
    getReqInfo: procedures
      .needs('readPublic')
      .query(async ({ ctx }) => ({
        country: ctx.request.country ?? null,
        supportAddress: (await queries.execute(new FindSupportAddress())) ?? null,
      })),
    /** The operator's name, address and contact, and the retention of visitors, for the legal pages. */
    getLegalFacts: procedures.needs('readPublic').query(() => queries.execute(new GetLegalFacts())),
  });
}
