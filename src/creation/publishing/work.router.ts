import { z } from 'zod';
import type { TaskId } from '../../kernel/ids.js';
import { REVIEW_REASONS } from '../../kernel/review.shared.js';
import { procedures, router, unwrap } from '../../platform/http/trpc/trpc.js';
import type { CreationRouterDeps } from '../creation.router.js';
import { DecideReports } from '../reports/reports.messages.js';
import { isProcedure } from '../procedures/registry.shared.js';
import { AskSurcharge, JudgeWork, ListWork, SubmitWork, WithdrawWork } from './work.commands.js';
import { GetSurcharge, ListReviews } from './work.queries.js';
import { SHARINGS, SURCHARGE_MAX, VISIBILITIES, workTitleOf } from './work.shared.js';

// Ids from outside are not verified here: an unknown id leads to TASK_NOT_FOUND.
const place = z.object({
  taskId: z.uuid().transform((id) => id.toLowerCase() as TaskId),
  index: z.int().min(0).max(9),
});
const title = z
  .string()
  .max(1_000)
  .transform((text, context) => {
    const read = workTitleOf(text);
    if (read !== undefined) return read;
    context.addIssue({ code: 'custom', message: 'no title of a work' });
    return z.NEVER;
  });
const surcharge = z.int().min(0).max(SURCHARGE_MAX);
const reason = z.enum(REVIEW_REASONS);
const round = z.int().min(1);
const verdict = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('approve'), round }),
  z.object({ kind: z.literal('reject'), round, reason }),
  z.object({ kind: z.literal('remove'), reason }),
]);

/** `work.*`: publication of users' works, and its review. */
export function createWorkRouter({ commands, queries }: CreationRouterDeps) {
  return router({
    /** `consent` is to the terms of publishing; it is required. */
    publish: procedures
      .needs('publish')
      .input(
        place.extend({
          title,
          sharing: z.enum(SHARINGS),
          visibility: z.enum(VISIBILITIES).default('unlisted'),
          surcharge: surcharge.default(0),
          consent: z.literal(true),
        }),
      )
      .mutation(async ({ ctx, input: { taskId, index, title: named, sharing, visibility, surcharge: amount } }) =>
        unwrap(
          await commands.execute(
            new SubmitWork(
              { id: ctx.user.id, language: ctx.request.language },
              { taskId, index },
              { title: named, sharing, visibility, ...(amount === 0 ? {} : { surcharge: amount }) },
            ),
          ),
        ),
      ),
    withdraw: procedures
      .needs('publish')
      .input(place)
      .mutation(async ({ ctx, input }) => unwrap(await commands.execute(new WithdrawWork(ctx.user.id, input)))),
    /** Changes who finds a published work. */
    list: procedures
      .needs('publish')
      .input(place.extend({ visibility: z.enum(VISIBILITIES) }))
      .mutation(async ({ ctx, input: { visibility, ...where } }) =>
        unwrap(await commands.execute(new ListWork(ctx.user.id, where, visibility))),
      ),
    /** Changes the credits that the author asks for each creation from a published work's recipe; 0 for none. */
    ask: procedures
      .needs('publish')
      .input(place.extend({ surcharge }))
      .mutation(async ({ ctx, input: { surcharge: amount, ...where } }) =>
        unwrap(await commands.execute(new AskSurcharge(ctx.user.id, where, amount))),
      ),
    /** The credits that the caller is asked for a creation from a work's recipe, on top of its price. */
    surcharge: procedures
      .needs('create')
      .input(z.object({ id: z.string().max(60), procedure: z.string().refine(isProcedure) }))
      .query(({ ctx, input: { id, procedure } }) => queries.execute(new GetSurcharge(ctx.user.id, id, procedure))),
    reviews: procedures
      .needs('reviewWorks')
      .input(z.object({ cursor: z.string().max(1_000).nullish(), limit: z.int().min(1).max(50).default(20) }))
      .query(async ({ ctx, input }) =>
        unwrap(await queries.execute(new ListReviews(ctx.user.id, input.limit, input.cursor ?? undefined))),
      ),
    judge: procedures
      .needs('reviewWorks')
      .input(z.object({ id: z.string().max(60), verdict }))
      .mutation(async ({ ctx, input: { id, verdict: judged } }) => {
        if (judged.kind !== 'remove') return unwrap(await commands.execute(new JudgeWork(ctx.user.id, id, judged)));
        // A removal is a decision of the work's case, so that its author can appeal against it.
        unwrap(await commands.execute(new DecideReports(ctx.user.id, `work.${id}`, judged)));
        return { id, status: 'removed' as const };
      }),
  });
}
