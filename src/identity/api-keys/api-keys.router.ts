import type { CommandBus, QueryBus } from '@nestjs/cqrs';
import { z } from 'zod';
import { procedures, router, unwrap } from '../../platform/http/trpc/trpc.js';
import { CreateApiKey, ListApiKeys, ReplaceApiKey, RevokeApiKey } from './api-keys.commands.js';
import { apiKeyInput } from './api-keys.shared.js';

/** Dependencies of the router. */
export interface ApiKeysRouterDeps {
  readonly commands: Pick<CommandBus, 'execute'>;
  readonly queries: Pick<QueryBus, 'execute'>;
}

const byId = z.object({ id: z.string().regex(/^[0-9a-f]{16}$/) });

/** `apiKey.*`: the caller's API keys. A secret is in the answer to `create` and `replace`, and nowhere else. */
export function createApiKeysRouter({ commands, queries }: ApiKeysRouterDeps) {
  return router({
    list: procedures.needs('ownAccount').query(({ ctx }) => queries.execute(new ListApiKeys(ctx.user.id))),
    create: procedures
      .needs('ownAccount')
      .input(apiKeyInput)
      .mutation(async ({ ctx, input }) => unwrap(await commands.execute(new CreateApiKey(ctx.user.id, input)))),
    replace: procedures
      .needs('ownAccount')
      .input(byId)
      .mutation(async ({ ctx, input }) => unwrap(await commands.execute(new ReplaceApiKey(ctx.user.id, input.id)))),
    revoke: procedures
      .needs('ownAccount')
      .input(byId)
      .mutation(async ({ ctx, input }) => unwrap(await commands.execute(new RevokeApiKey(ctx.user.id, input.id)))),
  });
}
