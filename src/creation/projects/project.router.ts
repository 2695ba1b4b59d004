import { z } from 'zod';
import type { TaskId } from '../../kernel/ids.js';
import { procedures, router, unwrap } from '../../platform/http/trpc/trpc.js';
import type { CreationRouterDeps } from '../creation.router.js';
import { CreateProject, DeleteProject, MoveTasks, RenameProject } from './project.commands.js';
import type { ProjectId } from './project.js';
import { GetProject, ListProjects, SummariseProjects } from './project.queries.js';
import { MOVE_MAX, PROJECT_ORDERS, projectNameOf } from './project.shared.js';

// Ids from outside are not verified here: an unknown id leads to a not-found error. Our ids are lower case.
const projectId = z.uuid().transform((id) => id.toLowerCase() as ProjectId);
const taskId = z.uuid().transform((id) => id.toLowerCase() as TaskId);
const byId = z.object({ id: projectId });
const name = z
  .string()
  .max(1_000)
  .transform((text, context) => {
    const read = projectNameOf(text);
    if (read !== undefined) return read;
    context.addIssue({ code: 'custom', message: 'no name of a project' });
    return z.NEVER;
  });

/** `project.*`: the projects that hold a user's creations. */
export function createProjectRouter({ commands, queries }: CreationRouterDeps) {
  return router({
    list: procedures
      .needs('ownWorks')
      .input(
        z.object({
          cursor: z.string().max(1_000).nullish(),
          limit: z.int().min(1).max(100).default(50),
          order: z.enum(PROJECT_ORDERS).default('newest'),
        }),
      )
      .query(async ({ ctx, input }) =>
        unwrap(
          await queries.execute(new ListProjects(ctx.user.id, input.order, input.limit, input.cursor ?? undefined)),
        ),
      ),
    get: procedures
      .needs('ownWorks')
      .input(byId)
      .query(async ({ ctx, input }) => unwrap(await queries.execute(new GetProject(ctx.user.id, input.id)))),
    summaries: procedures
      .needs('ownWorks')
      .input(z.object({ ids: z.array(projectId).min(1).max(101) }))
      .query(({ ctx, input }) => queries.execute(new SummariseProjects(ctx.user.id, input.ids))),
    create: procedures
      .needs('ownWorks')
      .input(z.object({ requestId: z.uuid(), name }))
      .mutation(async ({ ctx, input }) =>
        unwrap(await commands.execute(new CreateProject(ctx.user.id, input.requestId, input.name))),
      ),
    rename: procedures
      .needs('ownWorks')
      .input(byId.extend({ name }))
      .mutation(async ({ ctx, input }) =>
        unwrap(await commands.execute(new RenameProject(ctx.user.id, input.id, input.name))),
      ),
    delete: procedures
      .needs('ownWorks')
      .input(byId)
      .mutation(async ({ ctx, input }) => ({
        id: unwrap(await commands.execute(new DeleteProject(ctx.user.id, input.id))),
      })),
    move: procedures
      .needs('ownWorks')
      .input(z.object({ taskIds: z.array(taskId).min(1).max(MOVE_MAX), projectId }))
      .mutation(async ({ ctx, input }) => ({
        tasks: unwrap(await commands.execute(new MoveTasks(ctx.user.id, input.taskIds, input.projectId))),
      })),
  });
}
