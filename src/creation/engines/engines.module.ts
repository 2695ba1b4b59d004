import { createHash } from 'node:crypto';
import {
  Inject,
  Module,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnModuleInit,
} from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { z } from 'zod';
import { OfferModels } from '../../catalog/index.js';
import type { Clock } from '../../kernel/clock.js';
import { CheckMedia } from '../../moderation/index.js';
import type { DocumentStore } from '../../platform/documents/port.js';
import { Relay } from '../../platform/documents/relay.js';
import type { Logs } from '../../platform/http/logs.js';
import { keyFor, loadOrCreateSecret } from '../../platform/data-folder/installation-secret.js';
import type { Random } from '../../platform/random.js';
import type { Signals } from '../../platform/signals/port.js';
import { CLOCK, CONFIG, DOCUMENTS, LOGGER, RANDOM, SIGNALS } from '../../platform/tokens.js';
import { PeriodicTask } from '../../platform/concurrency/periodic-task.js';
import { TASK_FINISHED } from '../tasks/task.store.js';
import { EngineCalls } from './calls.js';
import { EngineCallsController } from './calls.controller.js';
import { ConnectEngineHandler, RemoveEngineHandler, UpdateEngineHandler } from './commands.js';
import { programChoice, ProgramFinder, type ProgramsConfig } from './programs.js';
import { Connections, ENGINE_CHANGED, Sealer } from './connections.js';
import { Engines } from './engines.js';
import {
  DiscoverEnginesHandler,
  FindServedHandler,
  ListEnginesHandler,
  LookAtEngineHandler,
  TryEngineHandler,
} from './queries.js';
import { ChangeLoraHandler, MakeLoraSampleHandler, RefreshLorasHandler } from './loras/loras.commands.js';
import { ListLorasHandler, ManageLorasHandler } from './loras/loras.queries.js';
import { LorasController } from './loras/loras.controller.js';
import { Loras } from './loras/loras.js';
import { LoraStore } from './loras/lora-store.js';
import { UseBook } from './use.js';
import { WorkflowStore } from './workflows/workflow-store.js';
import { RemoveWorkflowHandler, SaveWorkflowHandler } from './workflows/workflows.commands.js';
import { Workflows } from './workflows/workflows.js';
import { GetWorkflowHandler, ReadWorkflowHandler } from './workflows/workflows.queries.js';

const changed = z.object({ engineId: z.string() });
const finished = z.object({ taskId: z.string() });
/** Interval between sweeps of abandoned runs. */
const SWEEP_EVERY_MS = 3_600_000;

/** Configuration of engines: the secret that seals their keys, and the address that they can call. */
interface EnginesConfig extends ProgramsConfig {
  readonly authSecret?: string;
  readonly dataDir: string;
}

async function createEngines(
  documents: DocumentStore,
  clock: Clock,
  random: Random,
  commands: CommandBus,
  connections: Connections,
  workflows: WorkflowStore,
  loras: LoraStore,
  config: EnginesConfig,
  calls: EngineCalls,
  log: Logs,
): Promise<Engines> {
  const programs = new ProgramFinder(programChoice(config));
  return new Engines({
    connections,
    workflows,
    loras,
    use: await UseBook.open(documents),
    calls,
    log,
    clock,
    random,
    programs: programs.find,
    offer: (engineId, models) => commands.execute(new OfferModels(engineId, models)),
  });
}

async function openConnections(documents: DocumentStore, config: EnginesConfig): Promise<Connections> {
  return Connections.open(
    documents,
    new Sealer(keyFor(config.authSecret ?? loadOrCreateSecret(config.dataDir), 'keys of engines')),
  );
}

/** Nest module of connected engines. */
@Module({
  controllers: [LorasController],
  providers: [
    {
      provide: EngineCalls,
      inject: [DOCUMENTS, SIGNALS, CLOCK, CONFIG],
      useFactory: (documents: DocumentStore, signals: Signals, clock: Clock, { publicUrl }: EnginesConfig) =>
        EngineCalls.open(documents, signals, clock, publicUrl),
    },
    { provide: Connections, inject: [DOCUMENTS, CONFIG], useFactory: openConnections },
    {
      provide: WorkflowStore,
      inject: [DOCUMENTS],
      useFactory: (documents: DocumentStore) => WorkflowStore.open(documents),
    },
    {
      provide: Engines,
      inject: [
        DOCUMENTS,
        CLOCK,
        RANDOM,
        CommandBus,
        Connections,
        WorkflowStore,
        LoraStore,
        CONFIG,
        EngineCalls,
        LOGGER,
      ],
      useFactory: createEngines,
    },
    {
      provide: Workflows,
      inject: [Connections, WorkflowStore, CLOCK, RANDOM, Engines],
      useFactory: (connections: Connections, store: WorkflowStore, clock: Clock, random: Random, engines: Engines) =>
        new Workflows({ connections, store, clock, random, publish: (id) => engines.publish(id) }),
    },
    { provide: LoraStore, inject: [DOCUMENTS], useFactory: (documents: DocumentStore) => LoraStore.open(documents) },
    {
      provide: Loras,
      inject: [Connections, LoraStore, Engines, CLOCK, QueryBus],
      useFactory: (connections: Connections, store: LoraStore, engines: Engines, clock: Clock, queries: QueryBus) =>
        new Loras({
          connections,
          store,
          engines,
          clock,
          check: (webp) =>
            queries.execute(
              new CheckMedia(
                createHash('sha256').update(webp).digest('hex'),
                { kind: 'result' },
                'image.after',
                async () => [webp],
              ),
            ),
        }),
    },
    EngineCallsController,
    ConnectEngineHandler,
    UpdateEngineHandler,
    RemoveEngineHandler,
    ListEnginesHandler,
    DiscoverEnginesHandler,
    LookAtEngineHandler,
    FindServedHandler,
    TryEngineHandler,
    ReadWorkflowHandler,
    GetWorkflowHandler,
    SaveWorkflowHandler,
    RemoveWorkflowHandler,
    ListLorasHandler,
    ManageLorasHandler,
    RefreshLorasHandler,
    ChangeLoraHandler,
    MakeLoraSampleHandler,
  ],
  exports: [Engines],
})
export class EnginesModule implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly sweeping: PeriodicTask;
  private stopHearing: () => void = () => undefined;

  constructor(
    private readonly engines: Engines,
    private readonly calls: EngineCalls,
    private readonly relay: Relay,
    @Inject(LOGGER) log: Logs,
  ) {
    this.sweeping = new PeriodicTask((signal) => engines.sweep(signal), {
      log,
      level: 'error',
      failure: 'engine runs could not be swept; retrying',
      everyMs: SWEEP_EVERY_MS,
      firstMs: 0,
    });
  }

  onApplicationBootstrap(): void {
    this.stopHearing = this.calls.start();
    this.sweeping.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopHearing();
    await this.sweeping.stop();
  }

  /** Needed after a crash that came before the catalogue was updated. */
  onModuleInit(): void {
    this.relay.register({
      name: 'creation.engine-runs',
      types: [TASK_FINISHED],
      handle: async ({ data }) => this.engines.endRuns(finished.parse(data).taskId),
    });
    this.relay.register({
      name: 'creation.engines',
      types: [ENGINE_CHANGED],
      handle: async ({ data }) => this.engines.publish(changed.parse(data).engineId),
    });
  }
}
