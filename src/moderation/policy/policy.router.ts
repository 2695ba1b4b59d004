import type { CommandBus, QueryBus } from '@nestjs/cqrs';
import { z } from 'zod';
import { procedures, router, unwrap } from '../../platform/http/trpc/trpc.js';
import { ChangePolicy, GetPolicy, GetPolicyHistory } from './policy.messages.js';
import { POLICY_REASON_MAX, POLICY_REASON_MIN, policyContent } from './policy.shared.js';

export interface PolicyRouterDeps {
  readonly commands: Pick<CommandBus, 'execute'>;
  readonly queries: Pick<QueryBus, 'execute'>;
}

/** `seen` is the number of the version that the administrator has seen. */
const change = z.object({
  seen: z.int().min(0),
  reason: z.string().trim().min(POLICY_REASON_MIN).max(POLICY_REASON_MAX),
  content: policyContent,
});

/** `moderation.*`: the policy, its changes and its history. */
export function createPolicyRouter({ commands, queries }: PolicyRouterDeps) {
  const editor = procedures.needs('editModeration');
  return router({
    policy: editor.query(() => queries.execute(new GetPolicy())),
    history: editor
      .input(z.object({ cursor: z.int().min(1).nullish(), limit: z.int().min(1).max(100).default(20) }))
      .query(({ input: { limit, cursor } }) => queries.execute(new GetPolicyHistory(limit, cursor ?? undefined))),
    /** Replaces what differs from the built-in policy. */
    change: editor
      .input(change)
      .mutation(async ({ ctx, input: { content, ...seen } }) =>
        unwrap(await commands.execute(new ChangePolicy(ctx.user.id, seen, content))),
      ),
  });
}
