import type { CommandBus, QueryBus } from '@nestjs/cqrs';
import { tracked } from '@trpc/server';
import { z } from 'zod';
import { defined } from '../kernel/defined.shared.js';
import type { TaskId } from '../kernel/ids.js';
import type { SessionUser } from '../platform/http/security/session-user.js';
import type { RequestFacts } from '../platform/http/request.js';
import { procedures, router, unwrap, type Context } from '../platform/http/trpc/trpc.js';
import { libraryChange, libraryFilter } from './library/library.input.js';
import { ChangeTasks, ListTasks } from './library/library.messages.js';
import { CHANGED_MAX, LIBRARY_ORDERS, SHELVES } from './library/library.shared.js';
import { CancelTask, DeleteTask, SubmitCreation } from './tasks/commands.js';
import { InspectSource, inspectInput } from './tasks/submit/inspections.js';
import { GetAllowance, GetTask, WatchTasks } from './tasks/queries.js';
import { namesIn } from '../engine/local/scene/near.js';
import { ListPrompts } from './prompts/prompts.js';
import { ReadWords } from './prompts/words.js';
import { wordsInput } from './prompts/words-input.js';
import { SEARCH_MAX } from './prompts/prompts.shared.js';
import type { ProjectId } from './projects/project.js';
import { PROCEDURES, type ProcedureName } from './procedures/registry.shared.js';
import { inputOf, type CreationRequest } from './procedures/schema.shared.js';

/** Dependencies of the routers. */
export interface CreationRouterDeps {
  readonly commands: CommandBus;
  readonly queries: QueryBus;
}

// Ids from outside are not verified here: an unknown id leads to a not-found error.
const byId = z.object({ id: z.uuid().transform((id) => id as TaskId) });
const page = z.object({
  cursor: z.string().max(1_000).nullish(),
  limit: z.int().min(1).max(100).default(24),
  projectId: z
    .uuid()
    .transform((id) => id.toLowerCase() as ProjectId)
    .optional(),
  shelf: z.enum(SHELVES).default('library'),
  order: z.enum(LIBRARY_ORDERS).default('newest'),
  filter: libraryFilter.default({}),
});
const changes = z.object({
  ids: z
    .array(z.uuid().transform((id) => id.toLowerCase() as TaskId))
    .min(1)
    .max(CHANGED_MAX),
  change: libraryChange,
});
const prompts = z.object({
  search: z.string().trim().max(SEARCH_MAX).default(''),
  cursor: z.string().max(1_000).nullish(),
});
const since = z.object({ lastEventId: z.string().max(40).nullish() }).optional();

/** One creation procedure. It answers `{ id, data }` and the account's state afterwards. */
function create<P extends ProcedureName>(deps: CreationRouterDeps, procedure: P) {
  // The schema of this procedure has just validated the input.
  return procedures
    .needs('create')
    .input(inputOf(procedure))
    .mutation(({ ctx, input }) => submit(deps, ctx, { procedure, input } as unknown as CreationRequest));
}

/** The router of a procedure: the part of its name before the dot. */
type RouterName = ProcedureName extends `${infer R}.${string}` ? R : never;
type CallsOf<R extends RouterName> = {
  readonly [P in Extract<ProcedureName, `${R}.${string}`> as P extends `${R}.${infer Name}` ? Name : never]: ReturnType<
    typeof create<P>
  >;
};

/** The procedures of one router, by their names in it. */
function callsOf<R extends RouterName>(deps: CreationRouterDeps, name: R): CallsOf<R> {
  const calls = PROCEDURES.filter((procedure) => procedure.startsWith(`${name}.`)).map((procedure) => [
    procedure.slice(name.length + 1),
    create(deps, procedure),
  ]);
  // The names come from the list that the type is derived from.
  return Object.fromEntries(calls) as CallsOf<R>;
}

async function submit(
  { commands }: CreationRouterDeps,
  {
    user: caller,
    payer,
    request,
  }: Pick<Context, 'payer'> & { readonly user: SessionUser; readonly request: RequestFacts },
  submission: CreationRequest,
) {
  const user = {
    id: caller.id,
    email: caller.email,
    roles: caller.roles,
    language: request.language,
    country: request.country,
    ...(payer === 'api_credits' ? { paysWith: payer } : {}),
  };
  const { task, token } = unwrap(await commands.execute(new SubmitCreation(user, submission)));
  return { id: task.id, data: task, ...(token ? { token } : {}) };
}

/**
 * One router for each first part of a procedure's name, except `task`: that one has more than creation procedures and
 * is built below.
 */
export function createCreationRouters(deps: CreationRouterDeps) {
  const of = <R extends RouterName>(name: R) => router(callsOf(deps, name));
  return {
    text2Image: of('text2Image'),
    image2Image: of('image2Image'),
    imageTools: of('imageTools'),
    template2Image: of('template2Image'),
    video: of('video'),
    videoTools: of('videoTools'),
    videoEdit: of('videoEdit'),
    anime: of('anime'),
    aiShorts: of('aiShorts'),
    audioVideo: of('audioVideo'),
    lipSync: of('lipSync'),
  } satisfies Readonly<Record<Exclude<RouterName, 'task'>, unknown>>;
}

/** `task.*`: a user's creations, and the creation procedure of the same router, `task.createFaceSwapTask`. */
export function createTaskRouter(deps: CreationRouterDeps) {
  const { commands, queries } = deps;
  return router({
    ...callsOf(deps, 'task'),
    /** What the caller may create: the forms need it for locks and prices. */
    allowance: procedures
      .needs('ownWorks')
      .query(({ ctx }) =>
        queries.execute(
          new GetAllowance({
            id: ctx.user.id,
            email: ctx.user.email,
            roles: ctx.user.roles,
            country: ctx.request.country,
          }),
        ),
      ),
    get: procedures
      .needs('ownWorks')
      .input(byId)
      .query(async ({ ctx, input }) => unwrap(await queries.execute(new GetTask(ctx.user.id, input.id)))),
    list: procedures
      .needs('ownWorks')
      .input(page)
      .query(async ({ ctx, input: { projectId, shelf, order, filter, limit, cursor } }) =>
        unwrap(
          await queries.execute(
            new ListTasks(
              ctx.user.id,
              { shelf, order, filter, ...defined({ project: projectId }) },
              limit,
              cursor ?? undefined,
            ),
          ),
        ),
      ),
    /** Tags, favourites, ratings, archive and trash, of several of the caller's creations. */
    change: procedures
      .needs('ownWorks')
      .input(changes)
      .mutation(async ({ ctx, input: { ids, change } }) =>
        unwrap(await commands.execute(new ChangeTasks(ctx.user.id, ids, change))),
      ),
    /** Prompts that the caller has used before. */
    prompts: procedures
      .needs('ownWorks')
      .input(prompts)
      .query(async ({ ctx, input }) =>
        unwrap(await queries.execute(new ListPrompts(ctx.user.id, input.search, input.cursor ?? undefined))),
      ),
    /**
     * Shows, while the user types, what will be drawn for a prompt. It changes nothing but is a mutation, to keep
     * prompts out of URLs.
     */
    readWords: procedures
      .needs('ownWorks')
      .input(wordsInput)
      .mutation(async ({ ctx, input }) =>
        unwrap(await queries.execute(new ReadWords(ctx.user.id, input, ctx.request.language))),
      ),
    /**
     * Whether the built-in engine can use one of the caller's images, with a part of it that it can use if there is
     * one.
     */
    inspectSource: procedures
      .needs('ownWorks')
      .input(inspectInput)
      .query(async ({ ctx, input }) => unwrap(await queries.execute(new InspectSource(ctx.user.id, input)))),
    /** Names of everything that the built-in engine can draw, by id, in the caller's language. */
    drawnNames: procedures.needs('ownWorks').query(({ ctx }) => namesIn(ctx.request.language)),
    cancel: procedures
      .needs('ownWorks')
      .input(byId)
      .mutation(async ({ ctx, input }) => unwrap(await commands.execute(new CancelTask(ctx.user.id, input.id)))),
    delete: procedures
      .needs('ownWorks')
      .input(byId)
      .mutation(async ({ ctx, input }) => ({
        id: unwrap(await commands.execute(new DeleteTask(ctx.user.id, input.id))),
      })),
    /** Server-sent events. The event's id is the position to resume from. */
    onChange: procedures
      .needs('ownWorks')
      .input(since)
      .subscription(async function* ({ ctx, input, signal }) {
        const from = Number(input?.lastEventId ?? Number.NaN);
        const changes = await queries.execute(
          new WatchTasks(
            ctx.user.id,
            Number.isSafeInteger(from) ? from : undefined,
            signal ?? new AbortController().signal,
          ),
        );
        for await (const { cursor, view } of changes) yield tracked(String(cursor), view);
      }),
  });
}
