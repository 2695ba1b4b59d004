import { z } from 'zod';
import { defined } from '../../kernel/defined.shared.js';
import { REVIEW_REASONS } from '../../kernel/review.shared.js';
import { procedures, router, unwrap } from '../../platform/http/trpc/trpc.js';
import type { CreationRouterDeps } from '../creation.router.js';
import {
  APPEAL_TEXT_MIN,
  AUTHOR_REPORT_REASONS,
  REPORT_TEXT_MAX,
  RESTRICTION_DAYS,
  WORK_REPORT_REASONS,
} from './report.shared.js';
import { AppealDecision, DecideReports, FileReport, ListCases, ListOwnDecisions } from './reports.messages.js';

// Ids from outside are not verified here: an unknown id leads to a not-found error.
const id = z.string().max(100);
const comment = z
  .string()
  .trim()
  .max(REPORT_TEXT_MAX)
  .optional()
  .transform((text) => (text === '' ? undefined : text));
const reason = z.enum(REVIEW_REASONS);
const number = z.int().min(1).max(10_000);
const ruling = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('dismiss') }),
  z.object({ kind: z.literal('remove'), reason }),
  z.object({ kind: z.literal('restrict'), reason, days: z.literal(RESTRICTION_DAYS) }),
  z.object({ kind: z.literal('request-ban'), reason }),
  z.object({ kind: z.literal('confirm-ban') }),
  z.object({ kind: z.literal('decline-ban') }),
  z.object({ kind: z.literal('answer'), number, isGranted: z.boolean() }),
]);

/** `report.*`: reports of works and authors, decisions on them, and appeals. */
export function createReportRouter({ commands, queries }: CreationRouterDeps) {
  return router({
    work: procedures
      .needs('report')
      .input(z.object({ id, reason: z.enum(WORK_REPORT_REASONS), comment }))
      .mutation(async ({ ctx, input }) => {
        const complaint = { reason: input.reason, ...defined({ comment: input.comment }) };
        unwrap(await commands.execute(new FileReport(ctx.user.id, 'work', input.id, complaint)));
      }),
    /** Takes the author's id. */
    author: procedures
      .needs('report')
      .input(z.object({ id, reason: z.enum(AUTHOR_REPORT_REASONS), comment }))
      .mutation(async ({ ctx, input }) => {
        const complaint = { reason: input.reason, ...defined({ comment: input.comment }) };
        unwrap(await commands.execute(new FileReport(ctx.user.id, 'author', input.id, complaint)));
      }),
    /** What waits for an administrator. */
    queue: procedures
      .needs('handleReports')
      .input(z.object({ cursor: z.string().max(1_000).nullish(), limit: z.int().min(1).max(50).default(20) }))
      .query(async ({ ctx, input }) =>
        unwrap(await queries.execute(new ListCases(ctx.user.id, input.limit, input.cursor ?? undefined))),
      ),
    /** `revision` is the one that the administrator has seen. */
    decide: procedures
      .needs('handleReports')
      .input(z.object({ id, revision: z.int().min(0), ruling }))
      .mutation(async ({ ctx, input }) => {
        unwrap(await commands.execute(new DecideReports(ctx.user.id, input.id, input.ruling, input.revision)));
      }),
    /** Decisions on the caller and their works. */
    own: procedures.needs('appeal').query(({ ctx }) => queries.execute(new ListOwnDecisions(ctx.user.id))),
    appeal: procedures
      .needs('appeal')
      .input(z.object({ caseId: id, number, text: z.string().trim().min(APPEAL_TEXT_MIN).max(REPORT_TEXT_MAX) }))
      .mutation(async ({ ctx, input: { caseId, number: of, text } }) => {
        unwrap(await commands.execute(new AppealDecision(ctx.user.id, { caseId, number: of }, text)));
      }),
  });
}
