import type { CommandBus, QueryBus } from '@nestjs/cqrs';
import { tracked } from '@trpc/server';
import { z } from 'zod';
import type { TaskId } from '../kernel/ids.js';
import type { SessionUser } from '../platform/http/session-user.js';
import type { RequestFacts } from '../platform/http/request.js';
import { procedures, router, unwrap } from '../platform/http/trpc.js';
import { CancelTask, DeleteTask, SubmitCreation } from './commands.js';
import { GetAllowance, GetTask, ListTasks, WatchTasks } from './queries.js';
import { namesIn } from '../engine/local/scene/near.js';
import { ListPrompts } from './prompts/prompts.js';
import { ReadWords } from './prompts/words.js';
import { wordsInput } from './prompts/words-input.js';
import { SEARCH_MAX } from './prompts/prompts.shared.js';
import type { ProjectId } from './projects/project.js';
import type { OwnName, PlainName } from './procedures/params.shared.js';
import { plainInput } from './procedures/plain.shared.js';
import { INPUTS, type Asked } from './procedures/procedures.shared.js';

/** Who the routers ask. */
export interface CreationRouterDeps {
  readonly commands: CommandBus;
  readonly queries: QueryBus;
}

// Texts from outside: whoever has no task, or project, of that id is told so.
const byId = z.object({ id: z.uuid().transform((id) => id as TaskId) });
const page = z.object({ cursor: z.string().max(1_000).nullish(), limit: z.int().min(1).max(100).default(24), projectId: z.uuid().transform((id) => id.toLowerCase() as ProjectId).optional() });
const prompts = z.object({ search: z.string().trim().max(SEARCH_MAX).default(''), cursor: z.string().max(1_000).nullish() });
const since = z.object({ lastEventId: z.string().max(40).nullish() }).optional();

/** One creation call of specification section 7: it answers `{ id, data }`, and where the account then stands. */
function create<P extends OwnName>(deps: CreationRouterDeps, procedure: P) {
  // The schema that was looked up by the procedure's name has just read the input.
  return procedures.needs('create').input(INPUTS[procedure]).mutation(({ ctx, input }) => submit(deps, ctx, { procedure, input } as Asked));
}

/** The same of a call that `forms.shared.ts` describes whole. */
function createPlainly<P extends PlainName>(deps: CreationRouterDeps, procedure: P) {
  // As above; the type of an input that is still open says too little of it.
  return procedures.needs('create').input(plainInput(procedure)).mutation(({ ctx, input }) => submit(deps, ctx, { procedure, input } as unknown as Asked));
}

async function submit({ commands }: CreationRouterDeps, { user: caller, request }: { readonly user: SessionUser; readonly request: RequestFacts }, asked: Asked) {
  const user = { id: caller.id, email: caller.email, roles: caller.roles, language: request.language, country: request.country };
  const { task, token } = unwrap(await commands.execute(new SubmitCreation(user, asked)));
  return { id: task.id, data: task, ...(token ? { token } : {}) };
}

/** The creation calls of specification section 7 that are served, each context of them under its name. */
export function createCreationRouters(deps: CreationRouterDeps) {
  return {
    text2Image: router({ create: create(deps, 'text2Image.create') }),
    image2Image: router({ create: create(deps, 'image2Image.create') }),
    imageTools: router({
      upscale: create(deps, 'imageTools.upscale'),
      objectRemover: create(deps, 'imageTools.objectRemover'),
      painting: create(deps, 'imageTools.painting'),
      backgroundRemover: create(deps, 'imageTools.backgroundRemover'),
      backgroundChanger: create(deps, 'imageTools.backgroundChanger'),
      uncrop: createPlainly(deps, 'imageTools.uncrop'),
      faceSwap: createPlainly(deps, 'imageTools.faceSwap'),
    }),
    template2Image: router({
      create: createPlainly(deps, 'template2Image.create'),
      modelFitting: createPlainly(deps, 'template2Image.modelFitting'),
      productPromotionalImage: createPlainly(deps, 'template2Image.productPromotionalImage'),
    }),
    aiShorts: router({ create: createPlainly(deps, 'aiShorts.create') }),
    lipSync: router({ createLipSyncTask: createPlainly(deps, 'lipSync.createLipSyncTask') }),
    audioVideo: router({ createAudioVideo: createPlainly(deps, 'audioVideo.createAudioVideo') }),
    videoTools: router({
      videoBackgroundRemover: createPlainly(deps, 'videoTools.videoBackgroundRemover'),
      videoSubtitlesRemove: createPlainly(deps, 'videoTools.videoSubtitlesRemove'),
    }),
    videoEdit: router({ createVideoEdit: createPlainly(deps, 'videoEdit.createVideoEdit') }),
    anime: router({ createAnimatedVideo: createPlainly(deps, 'anime.createAnimatedVideo') }),
    video: router({
      createVideoByText: create(deps, 'video.createVideoByText'),
      createVideoByTextV2: createPlainly(deps, 'video.createVideoByTextV2'),
      createVideoByImage: create(deps, 'video.createVideoByImage'),
      createVideoByImageV2: createPlainly(deps, 'video.createVideoByImageV2'),
      createActionImitation: createPlainly(deps, 'video.createActionImitation'),
      createVideoByVideo: createPlainly(deps, 'video.createVideoByVideo'),
      videoExtender: createPlainly(deps, 'video.videoExtender'),
      upscaleVideo: createPlainly(deps, 'video.upscaleVideo'),
      videoObjectRemover: createPlainly(deps, 'video.videoObjectRemover'),
      createVideoByTemplate: createPlainly(deps, 'video.createVideoByTemplate'),
      createVideoBySubjects: createPlainly(deps, 'video.createVideoBySubjects'),
    }),
  };
}

/** `task.*`: a user's creations, and the one creation call that the specification lists among them. */
export function createTaskRouter(deps: CreationRouterDeps) {
  const { commands, queries } = deps;
  return router({
    createFaceSwapTask: createPlainly(deps, 'task.createFaceSwapTask'),
    /** What the caller may make: the locks and prices of the forms. */
    allowance: procedures.needs('ownWorks').query(({ ctx }) => queries.execute(new GetAllowance({ id: ctx.user.id, email: ctx.user.email, roles: ctx.user.roles, country: ctx.request.country }))),
    get: procedures.needs('ownWorks').input(byId).query(async ({ ctx, input }) => unwrap(await queries.execute(new GetTask(ctx.user.id, input.id)))),
    list: procedures.needs('ownWorks').input(page).query(async ({ ctx, input }) => unwrap(await queries.execute(new ListTasks(ctx.user.id, input.limit, input.cursor ?? undefined, input.projectId)))),
    /** Words that the caller has used before. */
    prompts: procedures.needs('ownWorks').input(prompts).query(async ({ ctx, input }) => unwrap(await queries.execute(new ListPrompts(ctx.user.id, input.search, input.cursor ?? undefined)))),
    /** What will be drawn of words, asked as they are typed. A mutation, though nothing changes: it keeps them out of addresses. */
    readWords: procedures.needs('ownWorks').input(wordsInput).mutation(async ({ ctx, input }) => unwrap(await queries.execute(new ReadWords(ctx.user.id, input, ctx.request.language)))),
    /** What everything that the built-in engine draws is called in the caller's language, by its id. */
    drawnNames: procedures.needs('ownWorks').query(({ ctx }) => namesIn(ctx.request.language)),
    cancel: procedures.needs('ownWorks').input(byId).mutation(async ({ ctx, input }) => unwrap(await commands.execute(new CancelTask(ctx.user.id, input.id)))),
    delete: procedures.needs('ownWorks').input(byId).mutation(async ({ ctx, input }) => ({ id: unwrap(await commands.execute(new DeleteTask(ctx.user.id, input.id))) })),
    /** Server-sent events. The event's id is where to go on after a break. */
    onChange: procedures.needs('ownWorks').input(since).subscription(async function* ({ ctx, input, signal }) {
      const from = Number(input?.lastEventId ?? Number.NaN);
      const changes = await queries.execute(new WatchTasks(ctx.user.id, Number.isSafeInteger(from) ? from : undefined, signal ?? new AbortController().signal));
      for await (const { cursor, view } of changes) yield tracked(String(cursor), view);
    }),
  });
}
