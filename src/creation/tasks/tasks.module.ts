import {
  Inject,
  Module,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnModuleInit,
} from '@nestjs/common';
import { CommandBus, EventBus, ofType, QueryBus } from '@nestjs/cqrs';
import { join, resolve } from 'node:path';
import type { Subscription } from 'rxjs';
import { FindModel, FindWithdrawn, GetModels } from '../../catalog/index.js';
import { folderOf, optionalModel, type OptionalModelId } from '../../engine/models/catalogue.shared.js';
import { createLocalEngine } from '../../engine/local/engine.js';
import { createInspector, type Inspector } from '../../engine/local/inspect/inspector.js';
import type { EnginePool } from '../../engine/local/pool.js';
import { verifyVideo } from '../../engine/local/video/io/encode.js';
import { createMark } from '../../engine/mark.js';
import { Notify } from '../../identity/index.js';
import type { Clock } from '../../kernel/clock.js';
import type { Blobs } from '../../platform/blobs/port.js';
import type { DocumentStore } from '../../platform/documents/port.js';
import { Relay } from '../../platform/documents/relay.js';
import type { Logs } from '../../platform/http/logs.js';
import type { Jobs } from '../../platform/jobs/port.js';
import { Leases } from '../../platform/leases/leases.js';
import type { Random } from '../../platform/random.js';
import type { RateLimit } from '../../platform/rate-limit/port.js';
import type { Signals } from '../../platform/signals/port.js';
import { BLOBS, CLOCK, CONFIG, DOCUMENTS, JOBS, LOGGER, RANDOM, RATE_LIMIT, SIGNALS } from '../../platform/tokens.js';
import { CasesModule } from '../reports/cases.module.js';
import { AuthorSanctions } from '../reports/sanctions.js';
import { Engines } from '../engines/engines.js';
import { EnginesModule } from '../engines/engines.module.js';
import { ProgramFinder } from '../engines/programs.js';
import { CHECKS, FREE_USE, LIFECYCLE, RESERVE, SETTINGS } from '../ports.js';
import { openEnginePool } from '../procedures/engine-pool.js';
import { optionalModelOf } from '../procedures/models.shared.js';
import { VIDEO_FPS } from '../procedures/params.shared.js';
import { FORMS, isProcedure } from '../procedures/registry.shared.js';
import { ProjectStore } from '../projects/project.store.js';
import { ListPromptsHandler } from '../prompts/prompts.js';
import { ReadWordsHandler } from '../prompts/words.js';
import { Uploads } from '../uploads/uploads.js';
import { CancelTaskHandler, DeleteTaskHandler, SubmitCreationHandler } from './commands.js';
import type { LifecycleDeps } from './lifecycle.js';
import { taskPolicies } from './policies.js';
import { FindTaskOutcomeHandler, GetAllowanceHandler, GetTaskHandler, WatchTasksHandler } from './queries.js';
import { createFindDefect } from './run/find-defect.js';
import { LiveShare } from './run/live-share.js';
import { TaskRunner, type WorkDeps } from './run/runner.js';
import { SchedulerStateStore } from './run/scheduler-state.store.js';
import { Sweeper } from './run/sweeper.js';
import { emptyFolder } from './run/workspace.js';
import type { CreationSettings } from './settings.js';
import { TaskChanged, TaskSignals } from './signals.js';
import { Allowance } from './submit/allowance.js';
import { DailyQuotas } from './submit/daily-quota.js';
import type { FreeUseDeps } from './submit/free-use.js';
import type { ContentChecks } from './submit/media-check.js';
import type { ReserveDeps } from './submit/reserve.js';
import { Inspections, InspectSourceHandler } from './submit/inspections.js';
import { Submission } from './submit/submit.js';
import { TaskStore } from './task.store.js';
import { TaskViewer } from './viewer.js';

/** Milliseconds since this process began: a monotonic clock that nobody can set. */
const STEADY: Clock = { now: () => performance.now() };

/** `EnginePool`; absent in a process that runs no tasks. */
const ENGINE_POOL = Symbol('ENGINE_POOL');
/** `Inspector` */
const INSPECTOR = Symbol('INSPECTOR');
/** `WorkDeps`; absent in a process that runs no tasks. */
const WORK = Symbol('WORK');

interface WorkConfig {
  readonly dataDir: string;
  readonly modelsDir: string;
  readonly roles: ReadonlySet<string>;
}

/** Folder of an optional model, whether installed or not. */
const optionalFolder = (modelsDir: string, id: OptionalModelId): string =>
  join(resolve(modelsDir), folderOf(optionalModel(id)));

async function workOf(
  pool: EnginePool | undefined,
  blobs: Blobs,
  { ledger }: ReserveDeps,
  { defectReleases }: DailyQuotas,
  { checkResult }: ContentChecks,
  programs: ProgramFinder,
  engines: Engines,
  inspector: Inspector,
  { dataDir, modelsDir }: WorkConfig,
): Promise<WorkDeps | undefined> {
  if (pool === undefined) return undefined;
  const workFolder = join(resolve(dataDir), 'work');
  await emptyFolder(workFolder);
  return {
    blobs,
    ledger,
    defectReleases,
    checkResult,
    workFolder,
    engine: engines.engine(
      createLocalEngine(
        pool,
        programs.find,
        (procedure) => (isProcedure(procedure) ? FORMS[procedure].failure : undefined),
        (model) => {
          const id = optionalModelOf(model);
          return id === undefined ? undefined : { id, folder: optionalFolder(modelsDir, id) };
        },
      ),
    ),
    findDefect: createFindDefect({ inspector, programs: programs.find }),
    mark: createMark(programs.find, VIDEO_FPS),
    checkVideo: async (path, { width, height, seconds }, type) =>
      (await verifyVideo(await programs.find(), path, { width, height, seconds, fps: VIDEO_FPS, type })).ok,
  };
}

async function createRunner(
  lifecycle: LifecycleDeps,
  { entitlements }: FreeUseDeps,
  live: LiveShare,
  sweeper: Sweeper,
  settings: CreationSettings,
  work: WorkDeps | undefined,
  documents: DocumentStore,
  shared: Signals,
  log: Logs,
  random: Random,
): Promise<TaskRunner> {
  return new TaskRunner({
    ...lifecycle,
    live,
    sweeper,
    settings,
    shared,
    log,
    name: random.uuid(),
    schedulerState: await SchedulerStateStore.open(documents),
    parallelOf: async (owner) => (await entitlements(owner)).parallelTasks,
    ...(work === undefined ? {} : { work }),
    ...(shared.reach === 'installation'
      ? { lead: { leases: await Leases.open(documents, STEADY), clock: STEADY } }
      : {}),
  });
}

function createSubmission(
  reserve: ReserveDeps,
  { regCountry, entitlements }: FreeUseDeps,
  { relaxed, drafts }: DailyQuotas,
  { checkText, refuseText, checkSource }: ContentChecks,
  projects: ProjectStore,
  { dispatcher }: TaskRunner,
  uploads: Uploads,
  rateLimit: RateLimit,
  queries: QueryBus,
  inspections: Inspections,
  sanctions: AuthorSanctions,
): Submission {
  return new Submission({
    ...reserve,
    relaxed,
    drafts,
    regCountry,
    entitlements,
    checkText,
    refuseText,
    checkSource,
    inspections,
    projects,
    queue: dispatcher,
    uploads,
    rateLimit,
    findModel: (id) => queries.execute(new FindModel(id)),
    findWithdrawn: (ids) => queries.execute(new FindWithdrawn(ids)),
    modelsFor: (procedure) => queries.execute(new GetModels(procedure)),
    mayEarn: async (author) => (await sanctions.refusal(author)) === undefined,
  });
}

/** Nest module of tasks: submission, execution and views. */
@Module({
  imports: [EnginesModule, CasesModule],
  providers: [
    {
      provide: ENGINE_POOL,
      inject: [CONFIG, SETTINGS],
      useFactory: ({ roles }: WorkConfig, { concurrency }: CreationSettings) =>
        roles.has('worker') ? openEnginePool({ size: concurrency }) : undefined,
    },
    {
      provide: INSPECTOR,
      inject: [CONFIG],
      useFactory: ({ modelsDir }: WorkConfig) =>
        createInspector({
          bodyNetwork: optionalFolder(modelsDir, 'movenet'),
          textNetworks: optionalFolder(modelsDir, 'ppocr'),
        }),
    },
    {
      provide: Inspections,
      inject: [INSPECTOR, BLOBS],
      useFactory: (inspector: Inspector, blobs: Blobs) => new Inspections({ inspector, blobs }),
    },
    {
      provide: WORK,
      inject: [ENGINE_POOL, BLOBS, RESERVE, DailyQuotas, CHECKS, ProgramFinder, Engines, INSPECTOR, CONFIG],
      useFactory: workOf,
    },
    {
      provide: LiveShare,
      inject: [SIGNALS, TaskSignals, CLOCK, SETTINGS],
      useFactory: (shared: Signals, signals: TaskSignals, clock: Clock, settings: CreationSettings) =>
        new LiveShare({ shared, signals, clock, settings }),
    },
    {
      provide: Sweeper,
      inject: [RESERVE, JOBS, LOGGER],
      useFactory: (reserve: ReserveDeps, jobs: Jobs, log: Logs) => new Sweeper({ ...reserve, jobs, log }),
    },
    {
      provide: TaskRunner,
      inject: [LIFECYCLE, FREE_USE, LiveShare, Sweeper, SETTINGS, WORK, DOCUMENTS, SIGNALS, LOGGER, RANDOM],
      useFactory: createRunner,
    },
    {
      provide: Submission,
      inject: [
        RESERVE,
        FREE_USE,
        DailyQuotas,
        CHECKS,
        ProjectStore,
        TaskRunner,
        Uploads,
        RATE_LIMIT,
        QueryBus,
        Inspections,
        AuthorSanctions,
      ],
      useFactory: createSubmission,
    },
    {
      provide: Allowance,
      inject: [FREE_USE, DailyQuotas, CLOCK, SETTINGS],
      useFactory: (
        freeUse: FreeUseDeps,
        { freeVideos, relaxed, drafts }: DailyQuotas,
        clock: Clock,
        settings: CreationSettings,
      ) => new Allowance({ ...freeUse, freeVideos, relaxed, drafts, clock, settings }),
    },
    {
      provide: TaskViewer,
      inject: [TaskStore, LiveShare, TaskRunner, TaskSignals, CLOCK, SETTINGS],
      useFactory: (
        tasks: TaskStore,
        live: LiveShare,
        { dispatcher }: TaskRunner,
        signals: TaskSignals,
        clock: Clock,
        { lookAgainMs }: CreationSettings,
      ) => new TaskViewer({ tasks, live, dispatcher, signals, clock, lookAgainMs }),
    },
    SubmitCreationHandler,
    CancelTaskHandler,
    DeleteTaskHandler,
    GetAllowanceHandler,
    FindTaskOutcomeHandler,
    GetTaskHandler,
    WatchTasksHandler,
    ListPromptsHandler,
    ReadWordsHandler,
    InspectSourceHandler,
  ],
  exports: [LiveShare, Submission, Sweeper, TaskViewer],
})
export class TasksModule implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown {
  private hearing: Subscription | undefined;

  constructor(
    private readonly runner: TaskRunner,
    private readonly signals: TaskSignals,
    private readonly events: EventBus,
    private readonly relay: Relay,
    private readonly commands: CommandBus,
    @Inject(RESERVE) private readonly reserve: ReserveDeps,
    @Inject(ENGINE_POOL) private readonly pool: EnginePool | undefined,
    @Inject(INSPECTOR) private readonly inspector: Inspector,
  ) {}

  onModuleInit(): void {
    for (const policy of taskPolicies({
      ...this.reserve,
      notify: (notice) => this.commands.execute(new Notify(notice)),
    }))
      this.relay.register(policy);
  }

  onApplicationBootstrap(): void {
    this.hearing = this.events.pipe(ofType(TaskChanged)).subscribe((change) => this.signals.deliver(change));
    this.runner.start();
  }

  /** Returns running tasks to the queue before the stores are closed. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.runner.stop();
    await Promise.all([this.pool?.close(), this.inspector.close()]);
    this.hearing?.unsubscribe();
  }
}
