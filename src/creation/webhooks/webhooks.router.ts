import { z } from 'zod';
import type { CommandBus, QueryBus } from '@nestjs/cqrs';
import { procedures, router, unwrap } from '../../platform/http/trpc/trpc.js';
import { ChangeWebhook, CreateWebhook, ListDeliveries, ListWebhooks } from './webhooks.messages.js';
import { webhookInput } from './webhooks.shared.js';

/** Dependencies of the router. */
export interface WebhooksRouterDeps {
  readonly commands: Pick<CommandBus, 'execute'>;
  readonly queries: Pick<QueryBus, 'execute'>;
}

const byId = z.object({ id: z.string().min(1).max(60) });
const page = byId.extend({ cursor: z.string().max(1_000).nullish(), limit: z.int().min(1).max(100).default(20) });

/** `webhook.*`: the caller's webhooks. A secret is in the answer to `create`, and nowhere else. */
export function createWebhooksRouter({ commands, queries }: WebhooksRouterDeps) {
  const change = (what: ChangeWebhook['what']) =>
    procedures
      .needs('ownAccount')
      .input(byId)
      .mutation(async ({ ctx, input }) =>
        unwrap(await commands.execute(new ChangeWebhook(ctx.user.id, what, input.id))),
      );
  return router({
    list: procedures
      .needs('ownAccount')
      .query(async ({ ctx }) => ({ webhooks: await queries.execute(new ListWebhooks(ctx.user.id)) })),
    create: procedures
      .needs('ownAccount')
      .input(webhookInput)
      .mutation(async ({ ctx, input }) => unwrap(await commands.execute(new CreateWebhook(ctx.user.id, input)))),
    remove: change('remove'),
    enable: change('enable'),
    /** The deliveries of one address, newest first. */
    deliveries: procedures
      .needs('ownAccount')
      .input(page)
      .query(async ({ ctx, input }) =>
        unwrap(
          await queries.execute(new ListDeliveries(ctx.user.id, input.id, input.limit, input.cursor ?? undefined)),
        ),
      ),
    /** Sends a delivery again. */
    sendAgain: change('send-again'),
  });
}
