import { z } from 'zod';
import { procedures, router, unwrap } from '../../platform/http/trpc/trpc.js';
import type { CreationRouterDeps } from '../creation.router.js';
import { APPEAL_COMMENT_MAX } from './refusal.shared.js';
import { AnswerRefusalAppeal, AppealRefusal, ListOwnRefusals, ListRefusalAppeals } from './refusals.messages.js';

// Ids from outside are not verified here: an unknown id leads to a not-found error.
const id = z.string().max(100);
const paging = z.object({ cursor: z.string().max(1_000).nullish(), limit: z.int().min(1).max(50).default(20) });

/** `refusal.*`: refused texts of the caller, appeals against them, and their answers. */
export function createRefusalRouter({ commands, queries }: CreationRouterDeps) {
  return router({
    own: procedures
      .needs('appeal')
      .input(paging)
      .query(async ({ ctx, input }) =>
        unwrap(await queries.execute(new ListOwnRefusals(ctx.user.id, input.limit, input.cursor ?? undefined))),
      ),
    appeal: procedures
      .needs('appeal')
      .input(z.object({ id, comment: z.string().trim().max(APPEAL_COMMENT_MAX).default('') }))
      .mutation(async ({ ctx, input }) => {
        unwrap(await commands.execute(new AppealRefusal(ctx.user.id, input.id, input.comment)));
      }),
    /** Appeals that wait for an administrator. */
    queue: procedures
      .needs('handleReports')
      .input(paging)
      .query(async ({ ctx, input }) =>
        unwrap(await queries.execute(new ListRefusalAppeals(ctx.user.id, input.limit, input.cursor ?? undefined))),
      ),
    answer: procedures
      .needs('handleReports')
      .input(z.object({ id, isGranted: z.boolean() }))
      .mutation(async ({ ctx, input }) => {
        unwrap(await commands.execute(new AnswerRefusalAppeal(ctx.user.id, input.id, input.isGranted)));
      }),
  });
}
