import { Module, type BeforeApplicationShutdown, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { resolve } from 'node:path';
import { FindModel, GetModels } from '../../catalog/index.js';
import { GetBalance } from '../../credits/index.js';
import { FindCaller } from '../../identity/index.js';
import type { DocumentStore } from '../../platform/documents/port.js';
import { Relay } from '../../platform/documents/relay.js';
import { ExportParts } from '../../platform/export-parts.js';
import { freeBytesAt } from '../../platform/data-folder/free-bytes.js';
import type { Logs } from '../../platform/http/logs.js';
import type { RateLimit } from '../../platform/rate-limit/port.js';
import type { Signals } from '../../platform/signals/port.js';
import { CONFIG, DOCUMENTS, LOGGER, RATE_LIMIT, SIGNALS } from '../../platform/tokens.js';
import { FREE_USE, LIFECYCLE, SETTINGS } from '../ports.js';
import { ProjectStore } from '../projects/project.store.js';
import type { LifecycleDeps } from '../tasks/lifecycle.js';
import { Sweeper } from '../tasks/run/sweeper.js';
import type { CreationSettings } from '../tasks/settings.js';
import { DailyQuotas } from '../tasks/submit/daily-quota.js';
import type { FreeUseDeps } from '../tasks/submit/free-use.js';
import { Submission } from '../tasks/submit/submit.js';
import { TaskStore } from '../tasks/task.store.js';
import { TasksModule } from '../tasks/tasks.module.js';
import { Uploads } from '../uploads/uploads.js';
import { CancelRunHandler, RunBoardHandler, SaveBoardHandler } from './board.commands.js';
import { GetBoardHandler, QuoteBoardHandler, WatchBoardHandler } from './board.queries.js';
import { BoardStore } from './board.store.js';
import { boardsPart } from './boards.data-export.js';
import { boardPolicy, BoardServices } from './services.js';

interface BoardsConfig {
  readonly dataDir: string;
  readonly mongodbUrl?: string;
}

function createServices(
  boards: BoardStore,
  { signals: taskSignals, ...lifecycle }: LifecycleDeps,
  freeUse: FreeUseDeps,
  { relaxed, drafts }: DailyQuotas,
  projects: ProjectStore,
  submission: Submission,
  uploads: Uploads,
  settings: CreationSettings,
  rateLimit: RateLimit,
  shared: Signals,
  log: Logs,
  queries: QueryBus,
  { dataDir, mongodbUrl }: BoardsConfig,
): BoardServices {
  return new BoardServices({
    ...lifecycle,
    ...freeUse,
    boards,
    taskSignals,
    relaxed,
    drafts,
    projects,
    uploads,
    settings,
    rateLimit,
    shared,
    log,
    submit: (user, request) => submission.submit(user, request),
    available: async (userId) =>
      (await queries.execute(new GetBalance({ userId, appName: 'kinora', usageType: 'credits' }))).available,
    caller: (id) => queries.execute(new FindCaller(id)),
    findModel: (id) => queries.execute(new FindModel(id)),
    models: () => queries.execute(new GetModels()),
    ...(mongodbUrl === undefined ? { freeBytes: () => freeBytesAt(resolve(dataDir)) } : {}),
  });
}

/** Nest module of boards and their runs. */
@Module({
  imports: [TasksModule],
  providers: [
    {
      provide: BoardStore,
      inject: [DOCUMENTS, LOGGER],
      useFactory: (documents: DocumentStore, log: Logs) => BoardStore.open(documents, log),
    },
    {
      provide: BoardServices,
      inject: [
        BoardStore,
        LIFECYCLE,
        FREE_USE,
        DailyQuotas,
        ProjectStore,
        Submission,
        Uploads,
        SETTINGS,
        RATE_LIMIT,
        SIGNALS,
        LOGGER,
        QueryBus,
        CONFIG,
      ],
      useFactory: createServices,
    },
    SaveBoardHandler,
    RunBoardHandler,
    CancelRunHandler,
    GetBoardHandler,
    QuoteBoardHandler,
    WatchBoardHandler,
  ],
  exports: [BoardStore, BoardServices],
})
export class BoardsModule implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown {
  private stopHearing = (): void => undefined;

  constructor(
    private readonly store: BoardStore,
    private readonly services: BoardServices,
    private readonly tasks: TaskStore,
    private readonly sweeper: Sweeper,
    private readonly relay: Relay,
    private readonly exports: ExportParts,
  ) {}

  onModuleInit(): void {
    this.exports.register(boardsPart({ store: this.store }));
    this.relay.register(boardPolicy({ tasks: this.tasks, runs: this.services.runs }));
    this.sweeper.add(this.services.runs);
  }

  onApplicationBootstrap(): void {
    this.stopHearing = this.services.start();
  }

  beforeApplicationShutdown(): void {
    this.stopHearing();
  }
}
