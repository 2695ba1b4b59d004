import { Inject, Module, type BeforeApplicationShutdown, type DynamicModule, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import { CommandBus, EventBus, ofType, QueryBus } from '@nestjs/cqrs';
import { join, resolve } from 'node:path';
import type { Subscription } from 'rxjs';
import { z } from 'zod';
import { GetEntitlements } from '../billing/index.js';
import { FindModel } from '../catalog/index.js';
import { ChangeCredits, GetBalance } from '../credits/index.js';
import type { Clock } from '../kernel/clock.js';
import type { TaskId, UserId } from '../kernel/ids.js';
import { ok } from '../kernel/result.js';
import { CheckText } from '../moderation/index.js';
import { freeBytesAt } from '../platform/free-bytes.js';
import type { Blobs } from '../platform/blobs/port.js';
import type { DocumentStore } from '../platform/documents/port.js';
import { Relay } from '../platform/documents/relay.js';
import { ExportParts } from '../platform/export-parts.js';
import type { Logs } from '../platform/http/logs.js';
import type { Jobs } from '../platform/jobs/port.js';
import { Leases } from '../platform/leases.js';
import type { RateLimit } from '../platform/rate-limit/port.js';
import { allowedHere, heavyAtOnce } from '../platform/processors.js';
import type { Random } from '../platform/random.js';
import type { Signals } from '../platform/signals/port.js';
import { BLOBS, CLOCK, CONFIG, DOCUMENTS, JOBS, LOGGER, RANDOM, RATE_LIMIT, SIGNALS } from '../platform/tokens.js';
import { ChooseAvatarHandler } from './media/avatar.js';
import { BoardStore, boardsPart, CancelRunHandler, GetBoardHandler, handOverBoards, purgeBoards, QuoteBoardHandler, RunBoardHandler, SaveBoardHandler, WatchBoardHandler } from './boards/index.js';
import { CancelTaskHandler, DeleteTaskHandler, SubmitCreationHandler } from './commands.js';
import { Creation } from './creation.js';
import { CutUploadHandler } from './uploads/cut-upload.js';
import { createLocalEngine } from '../engine/local/engine.js';
import { createMark } from '../engine/mark.js';
import { openEnginePool } from './procedures/engine-pool.js';
import { FORMS, isProcedure } from './procedures/registry.shared.js';
import type { EnginePool } from '../engine/local/pool.js';
import { verifyVideo } from '../engine/local/video/io/encode.js';
import { Engines } from './engines/engines.js';
import { EnginesModule } from './engines/engines.module.js';
import { FindCaller, FindDeparture, FindUser, Notify, USER_PURGED, VISITOR_MERGED, userLeftData, visitorMergedData } from '../identity/index.js';
import { mergeVisitorTasks } from './tasks/merge-visitor.js';
import type { CountryLimit } from '../kernel/countries.shared.js';
import { DailyQuota } from './tasks/submit/daily-quota.js';
import { accountCommand, type Ledger } from './tasks/ledger.js';
import { MediaController } from './media/media.controller.js';
import { createMediaCheck } from './tasks/submit/media-check.js';
import { MediaModule } from './media/media.module.js';
import { VIDEO_FPS } from './procedures/params.shared.js';
import {
  CreateProjectHandler, DeleteProjectHandler, GetProjectHandler, ListProjectsHandler, MoveTasksHandler, projectsPart, ProjectStore, RenameProjectHandler, SummariseProjectsHandler,
} from './projects/index.js';
import { endNotice } from './tasks/notice.js';
import { ListPromptsHandler } from './prompts/prompts.js';
import { ReadWordsHandler } from './prompts/words.js';
import { ProgramFinder } from './engines/programs.js';
import { purgeOwner } from './tasks/purge.js';
import { GetAllowanceHandler, GetTaskHandler, ListTasksHandler, WatchTasksHandler } from './queries.js';
import { SchedulerStateStore } from './tasks/run/scheduler-state.store.js';
import { emptyFolder } from './tasks/run/workspace.js';
import { CREATION_DEFAULTS, type CreationSettings } from './tasks/settings.js';
import { taskBroadcast, TaskChanged, TaskSignals } from './tasks/signals.js';
import { Uploads } from './uploads/index.js';
import { TASK_FINISHED, TaskStore } from './tasks/task.store.js';
import { worksPart } from './publishing/works.data-export.js';
import { FindWorkHandler, JudgeWorkHandler, ListReviewsHandler, SubmitWorkHandler, WithdrawWorkHandler, workPolicies } from './publishing/index.js';
import { WorksController } from './publishing/works.controller.js';

/** What this process does of creations; the calls are always served. */
export interface CreationOptions {
  /** Whether tasks are run, dispatched and swept here (role `worker`). */
  readonly worker: boolean;
  /** What differs from the product's defaults. */
  readonly settings?: Partial<CreationSettings>;
}

/** Milliseconds since this process began: nobody sets it. */
const STEADY: Clock = { now: () => performance.now() };

const ENGINE_POOL = Symbol('ENGINE_POOL');
const OPTIONS = Symbol('CREATION_OPTIONS');

/** Credits by the command bus, as Creation speaks to them: the account for `credits` of the main app. */
function ledgerOf(commands: CommandBus): Ledger {
  return {
    change: async (userId, hold, command, at) => {
      const changed = await commands.execute(new ChangeCredits({ userId, appName: 'kinora', usageType: 'credits' }, accountCommand(hold, command, at), hold));
      return changed.ok ? ok(changed.value.token) : changed;
    },
  };
}

/** A drawing child may take so much before it is ended. */
const BYTES_EACH = 1_536 * 1_048_576;

/** Tasks that this process runs at once. */
function atOnce({ workerConcurrency }: { readonly workerConcurrency?: number }): number {
  return workerConcurrency ?? heavyAtOnce(allowedHere(), BYTES_EACH);
}

const finished = z.object({ taskId: z.string().transform((id) => id as TaskId) }); // our own message names it

@Module({})
export class CreationModule implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown {
  private hearing: Subscription | undefined;

  constructor(
    private readonly creation: Creation,
    private readonly signals: TaskSignals,
    private readonly events: EventBus,
    private readonly relay: Relay,
    private readonly uploads: Uploads,
    private readonly exports: ExportParts,
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    @Inject(ENGINE_POOL) private readonly pool: EnginePool | undefined,
  ) {}

  static forRoot(options: CreationOptions): DynamicModule {
    return {
      module: CreationModule,
      imports: [EnginesModule, MediaModule.forRoot()],
      controllers: [MediaController, WorksController],
      providers: [
        { provide: OPTIONS, useValue: options },
        { provide: ENGINE_POOL, inject: [CONFIG], useFactory: (config: { readonly workerConcurrency?: number }) => (options.worker ? openEnginePool({ size: atOnce(config) }) : undefined) },
        {
          provide: TaskSignals, inject: [EventBus, SIGNALS],
          useFactory: (events: EventBus, shared: Signals) => new TaskSignals((change) => { events.publish(change); }, taskBroadcast(shared)),
        },
        {
          provide: Creation,
          inject: [DOCUMENTS, JOBS, BLOBS, RATE_LIMIT, CLOCK, RANDOM, LOGGER, CommandBus, QueryBus, TaskSignals, SIGNALS, ENGINE_POOL, OPTIONS, Uploads, ProgramFinder, Engines, CONFIG],
          useFactory: createCreation,
        },
        SubmitCreationHandler, CancelTaskHandler, DeleteTaskHandler, GetAllowanceHandler, GetTaskHandler, ListTasksHandler, WatchTasksHandler, ListPromptsHandler, ReadWordsHandler, ChooseAvatarHandler, CutUploadHandler,
        CreateProjectHandler, RenameProjectHandler, DeleteProjectHandler, MoveTasksHandler, ListProjectsHandler, GetProjectHandler, SummariseProjectsHandler,
        SaveBoardHandler, RunBoardHandler, CancelRunHandler, GetBoardHandler, QuoteBoardHandler, WatchBoardHandler,
        SubmitWorkHandler, WithdrawWorkHandler, JudgeWorkHandler, FindWorkHandler, ListReviewsHandler,
      ],
      exports: [Creation],
    };
  }

  onModuleInit(): void {
    this.exports.register(worksPart(this.creation));
    this.exports.register(projectsPart(this.creation));
    this.exports.register(boardsPart({ store: this.creation.boardStore }));
    for (const consumer of this.creation.consumers()) this.relay.register(consumer);
    const hasLeft = async (id: UserId): Promise<boolean> => (await this.queries.execute(new FindDeparture(id))) !== 'here';
    for (const policy of workPolicies({ tasks: this.creation.tasks, works: this.creation.works, hasLeft, notify: (notice) => this.commands.execute(new Notify(notice)) })) this.relay.register(policy);
    this.relay.register({ name: 'creation.notices', types: [TASK_FINISHED], handle: ({ data }) => this.tellOwner(finished.parse(data).taskId) });
    this.relay.register({
      name: 'creation.hand-over',
      types: [VISITOR_MERGED],
      handle: async ({ data }) => {
        const { from, to } = visitorMergedData.parse(data);
        await this.uploads.adopt(from, to);
        await this.creation.projects.handOver(from, to);
        await this.creation.freeVideos.handOver(from, to);
        await mergeVisitorTasks(this.creation, from, to);
        await handOverBoards({ ...this.creation, boards: this.creation.boardStore }, from, to);
      },
    });
    this.relay.register({
      name: 'creation.purge',
      types: [USER_PURGED],
      handle: async ({ data }) => {
        const { userId } = userLeftData.parse(data);
        await this.uploads.purge(userId);
        await purgeOwner(this.creation, userId);
        await purgeBoards({ ...this.creation, boards: this.creation.boardStore }, userId);
        await this.creation.projects.purge(userId);
        await this.creation.freeVideos.forget(userId);
        await this.creation.relaxed.forget(userId);
      },
    });
  }

  private async tellOwner(id: TaskId): Promise<void> {
    const task = await this.creation.tasks.get(id);
    const notice = task === undefined ? undefined : endNotice(task.document);
    if (notice !== undefined) await this.commands.execute(new Notify(notice));
  }

  onApplicationBootstrap(): void {
    this.hearing = this.events.pipe(ofType(TaskChanged)).subscribe((change) => this.signals.deliver(change));
    this.creation.start();
  }

  /** Gives back what runs before the stores are closed. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.creation.stop();
    await this.pool?.close();
    this.hearing?.unsubscribe();
  }
}

async function createCreation(
  documents: DocumentStore, jobs: Jobs, blobs: Blobs, rateLimit: RateLimit, clock: Clock, random: Random, log: Logs, commands: CommandBus, queries: QueryBus,
  signals: TaskSignals, shared: Signals, pool: EnginePool | undefined, { settings }: CreationOptions, uploads: Uploads, programs: ProgramFinder, engines: Engines,
  config: { readonly dataDir: string; readonly workerConcurrency?: number; readonly freeUseRefusedTo: CountryLimit; readonly withdrawnEffects: CreationSettings['withdrawnEffects']; readonly mongodbUrl?: string },
): Promise<Creation> {
  const workFolder = join(resolve(config.dataDir), 'work');
  if (pool) await emptyFolder(workFolder);
  const checkFolder = join(resolve(config.dataDir), 'checks');
  await emptyFolder(checkFolder);
  const tasks = await TaskStore.open(documents, log);
  return new Creation({
    tasks,
    freeVideos: await DailyQuota.open(documents, tasks, 'free_videos'),
    relaxed: await DailyQuota.open(documents, tasks, 'relaxed_creations'),
    schedulerState: await SchedulerStateStore.open(documents),
    projects: await ProjectStore.open(documents),
    boards: await BoardStore.open(documents, log),
    ...(shared.reach === 'installation' ? { lead: { leases: await Leases.open(documents, STEADY), clock: STEADY } } : {}),
    jobs, blobs, rateLimit, clock, log, signals, shared, workFolder,
    ledger: ledgerOf(commands),
    ...(pool ? { engine: engines.engine(createLocalEngine(pool, programs.find, (procedure) => (isProcedure(procedure) ? FORMS[procedure].failure : undefined))) } : {}),
    mark: createMark(programs.find, VIDEO_FPS),
    checkVideo: async (path, { width, height, seconds }, type) => (await verifyVideo(await programs.find(), path, { width, height, seconds, fps: VIDEO_FPS, type })).ok,
    uploads,
    available: async (userId) => (await queries.execute(new GetBalance({ userId, appName: 'kinora', usageType: 'credits' }))).available,
    caller: (id) => queries.execute(new FindCaller(id)),
    findModel: (id) => queries.execute(new FindModel(id)),
    regCountry: async (id) => (await queries.execute(new FindUser(id)))?.regCountry ?? undefined,
    author: async (id) => ((await queries.execute(new FindDeparture(id))) === 'here' ? { name: (await queries.execute(new FindUser(id)))?.name ?? null } : undefined),
    entitlements: (id) => queries.execute(new GetEntitlements(id, 'kinora')),
    ...createMediaCheck({ ask: (query) => queries.execute(query), blobs, programs: programs.find, folder: checkFolder }),
    checkText: (text, input, language) => queries.execute(new CheckText(text, input, language)),
    settings: { ...CREATION_DEFAULTS, concurrency: atOnce(config), freeUseRefusedTo: config.freeUseRefusedTo, withdrawnEffects: config.withdrawnEffects, ...settings },
    ...(config.mongodbUrl === undefined ? { freeBytes: () => freeBytesAt(resolve(config.dataDir)) } : {}),
    name: random.uuid(),
  });
}
