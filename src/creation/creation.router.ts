import type { CommandBus, QueryBus } from '@nestjs/cqrs';
import { tracked } from '@trpc/server';
import { z } from 'zod';
import type { TaskId } from '../kernel/ids.js';
import { procedures, router, unwrap } from '../platform/http/trpc.js';
import { CancelTask, DeleteTask, SubmitCreation } from './commands.js';
import { GetTask, ListTasks, WatchTasks } from './queries.js';
import { textToImageInput } from './task.shared.js';

/** Who the routers ask. */
export interface CreationRouterDeps {
  readonly commands: CommandBus;
  readonly queries: QueryBus;
}

// A text from outside: whoever has no task of that id is told so.
const byId = z.object({ id: z.uuid().transform((id) => id as TaskId) });
const page = z.object({ cursor: z.string().max(1_000).nullish(), limit: z.int().min(1).max(100).default(24) });
const since = z.object({ lastEventId: z.string().max(40).nullish() }).optional();

/** `text2Image.*` of specification section 7. */
export function createText2ImageRouter({ commands }: CreationRouterDeps) {
  return router({
    create: procedures.visitor.input(textToImageInput).mutation(async ({ ctx, input }) => {
      const user = { id: ctx.user.id, roles: ctx.user.roles, language: ctx.request.language };
      const { task, token } = unwrap(await commands.execute(new SubmitCreation(user, input)));
      return { id: task.id, data: task, ...(token ? { token } : {}) };
    }),
  });
}

/** `task.*`: a user's creations. */
export function createTaskRouter({ commands, queries }: CreationRouterDeps) {
  return router({
    get: procedures.visitor.input(byId).query(async ({ ctx, input }) => unwrap(await queries.execute(new GetTask(ctx.user.id, input.id)))),
    list: procedures.visitor.input(page).query(async ({ ctx, input }) => unwrap(await queries.execute(new ListTasks(ctx.user.id, input.limit, input.cursor ?? undefined)))),
    cancel: procedures.visitor.input(byId).mutation(async ({ ctx, input }) => unwrap(await commands.execute(new CancelTask(ctx.user.id, input.id)))),
    delete: procedures.visitor.input(byId).mutation(async ({ ctx, input }) => ({ id: unwrap(await commands.execute(new DeleteTask(ctx.user.id, input.id))) })),
    /** Server-sent events. The event's id is where to go on after a break. */
    onChange: procedures.visitor.input(since).subscription(async function* ({ ctx, input, signal }) {
      const from = Number(input?.lastEventId ?? Number.NaN);
      const changes = await queries.execute(new WatchTasks(ctx.user.id, Number.isSafeInteger(from) ? from : undefined, signal ?? new AbortController().signal));
      for await (const { cursor, view } of changes) yield tracked(String(cursor), view);
    }),
  });
}
