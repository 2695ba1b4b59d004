import { tracked } from '@trpc/server';
import type { SessionUser } from '../../platform/http/security/session-user.js';
import type { RequestFacts } from '../../platform/http/request.js';
import { procedures, router, unwrap } from '../../platform/http/trpc/trpc.js';
import type { CreationRouterDeps } from '../creation.router.js';
import type { ProjectId } from '../projects/project.js';
import type { Submitter } from '../tasks/submit/submit.js';
import { CancelRun, RunBoard, SaveBoard } from './board.commands.js';
import { GetBoard, QuoteBoard, WatchBoard } from './board.queries.js';
import { boardInputs } from './board.shared.js';

// Ids from outside are not verified here: an unknown id leads to PROJECT_NOT_FOUND.
const named = (id: string | undefined): ProjectId | undefined => id as ProjectId | undefined;

const submitter = ({ user, request }: { readonly user: SessionUser; readonly request: RequestFacts }): Submitter => ({
  id: user.id,
  email: user.email,
  roles: user.roles,
  language: request.language,
  country: request.country,
});

/** `board.*`: the boards of canvas mode, and their runs. */
export function createBoardRouter({ commands, queries }: CreationRouterDeps) {
  return router({
    get: procedures
      .needs('ownWorks')
      .input(boardInputs.get)
      .query(async ({ ctx, input }) =>
        unwrap(await queries.execute(new GetBoard(ctx.user.id, named(input.projectId)))),
      ),
    save: procedures
      .needs('ownWorks')
      .input(boardInputs.save)
      .mutation(async ({ ctx, input: { projectId, version, nodes, edges } }) =>
        unwrap(await commands.execute(new SaveBoard(ctx.user.id, named(projectId), version, { nodes, edges }))),
      ),
    quote: procedures
      .needs('create')
      .input(boardInputs.quote)
      .query(async ({ ctx, input: { projectId, to, anew } }) =>
        unwrap(await queries.execute(new QuoteBoard(submitter(ctx), named(projectId), { to, anew }))),
      ),
    run: procedures
      .needs('create')
      .input(boardInputs.run)
      .mutation(async ({ ctx, input: { projectId, consent, ...asking } }) =>
        unwrap(
          await commands.execute(
            new RunBoard(submitter(ctx), named(projectId), { ...asking, consent: consent === true }),
          ),
        ),
      ),
    cancel: procedures
      .needs('ownWorks')
      .input(boardInputs.cancel)
      .mutation(async ({ ctx, input }) => unwrap(await commands.execute(new CancelRun(ctx.user.id, input.runId)))),
    /** Server-sent events. The event's id is the version that was sent. */
    watch: procedures
      .needs('ownWorks')
      .input(boardInputs.watch)
      .subscription(async function* ({ ctx, input, signal }) {
        const seen = Number(input.lastEventId ?? Number.NaN);
        const changes = unwrap(
          await queries.execute(
            new WatchBoard(
              ctx.user.id,
              named(input.projectId),
              Number.isSafeInteger(seen) ? seen : undefined,
              signal ?? new AbortController().signal,
            ),
          ),
        );
        for await (const work of changes) yield tracked(String(work.version), work);
      }),
  });
}
