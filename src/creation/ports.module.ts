import { Global, Module } from '@nestjs/common';
import { CommandBus, EventBus, QueryBus } from '@nestjs/cqrs';
import { join, resolve } from 'node:path';
import { GetEntitlements } from '../billing/index.js';
import { ChangeCredits } from '../credits/index.js';
import { FindUser } from '../identity/index.js';
import type { Clock } from '../kernel/clock.js';
import type { CountryLimit } from '../kernel/countries.shared.js';
import { ok } from '../kernel/result.js';
import { CheckText } from '../moderation/index.js';
import type { Blobs } from '../platform/blobs/port.js';
import type { DocumentStore } from '../platform/documents/port.js';
import type { Logs } from '../platform/http/logs.js';
import type { Jobs } from '../platform/jobs/port.js';
import { allowedHere, heavyAtOnce } from '../platform/machine/processors.js';
import type { Signals } from '../platform/signals/port.js';
import { BLOBS, CLOCK, CONFIG, DOCUMENTS, JOBS, LOGGER, SIGNALS } from '../platform/tokens.js';
import { ProgramFinder } from './engines/programs.js';
import { SizedImages } from './media/media.js';
import { CHECKS, FREE_USE, LIFECYCLE, RESERVE, SETTINGS } from './ports.js';
import { ProjectStore } from './projects/project.store.js';
import { RefusalStore } from './refusals/refusal.store.js';
import { createRefuseText } from './refusals/text-refusals.js';
import { accountCommand, type Ledger } from './tasks/ledger.js';
import type { LifecycleDeps } from './tasks/lifecycle.js';
import { emptyFolder } from './tasks/run/workspace.js';
import { CREATION_DEFAULTS, type CreationSettings } from './tasks/settings.js';
import { taskBroadcast, TaskSignals } from './tasks/signals.js';
import { DailyQuotas } from './tasks/submit/daily-quota.js';
import type { FreeUseDeps } from './tasks/submit/free-use.js';
import { createMediaCheck, type ContentChecks } from './tasks/submit/media-check.js';
import type { ReserveDeps } from './tasks/submit/reserve.js';
import { TaskStore } from './tasks/task.store.js';

/** Memory limit of a drawing child process; above it the process is killed. */
const BYTES_EACH = 1_536 * 1_048_576;

interface CreationConfig {
  readonly dataDir: string;
  /** Tasks that this process runs at once; derived from the machine if unset. */
  readonly workerConcurrency?: number;
  readonly freeUseRefusedTo: CountryLimit;
  readonly withdrawnEffects: CreationSettings['withdrawnEffects'];
}

function settingsOf({ workerConcurrency, freeUseRefusedTo, withdrawnEffects }: CreationConfig): CreationSettings {
  return {
    ...CREATION_DEFAULTS,
    concurrency: workerConcurrency ?? heavyAtOnce(allowedHere(), BYTES_EACH),
    freeUseRefusedTo,
    withdrawnEffects,
  };
}

/** The ledger port over the command bus: Credits accounts of the main app. */
function ledgerOf(commands: CommandBus): Ledger {
  return {
    change: async ({ userId, usageType }, hold, command, at) => {
      const changed = await commands.execute(
        new ChangeCredits({ userId, appName: 'kinora', usageType }, accountCommand(hold, command, at), hold),
      );
      return changed.ok ? ok(changed.value.token) : changed;
    },
  };
}

async function checksOf(
  queries: QueryBus,
  blobs: Blobs,
  programs: ProgramFinder,
  { dataDir }: CreationConfig,
  refusals: RefusalStore,
  clock: Clock,
): Promise<ContentChecks> {
  const folder = join(resolve(dataDir), 'checks');
  await emptyFolder(folder);
  return {
    ...createMediaCheck({ ask: (query) => queries.execute(query), blobs, programs: programs.find, folder }),
    checkText: (text, input, language) => queries.execute(new CheckText(text, input, language)),
    refuseText: createRefuseText(refusals, clock),
  };
}

/** Nest module of the stores that all parts of Creation share, and of its ports to other contexts. */
@Global()
@Module({
  providers: [
    { provide: SETTINGS, inject: [CONFIG], useFactory: settingsOf },
    {
      provide: TaskStore,
      inject: [DOCUMENTS, LOGGER],
      useFactory: (documents: DocumentStore, log: Logs) => TaskStore.open(documents, log),
    },
    {
      provide: RefusalStore,
      inject: [DOCUMENTS],
      useFactory: (documents: DocumentStore) => RefusalStore.open(documents),
    },
    {
      provide: ProjectStore,
      inject: [DOCUMENTS],
      useFactory: (documents: DocumentStore) => ProjectStore.open(documents),
    },
    {
      provide: DailyQuotas,
      inject: [DOCUMENTS, TaskStore],
      useFactory: (documents: DocumentStore, tasks: TaskStore) => DailyQuotas.open(documents, tasks),
    },
    { provide: SizedImages, inject: [BLOBS], useFactory: (blobs: Blobs) => new SizedImages(blobs) },
    {
      provide: TaskSignals,
      inject: [EventBus, SIGNALS],
      useFactory: (events: EventBus, shared: Signals) =>
        new TaskSignals((change) => {
          events.publish(change);
        }, taskBroadcast(shared)),
    },
    {
      provide: LIFECYCLE,
      inject: [TaskStore, JOBS, TaskSignals, CLOCK],
      useFactory: (tasks: TaskStore, jobs: Jobs, signals: TaskSignals, clock: Clock): LifecycleDeps => ({
        tasks,
        jobs,
        signals,
        clock,
      }),
    },
    {
      provide: RESERVE,
      inject: [LIFECYCLE, DailyQuotas, BLOBS, CommandBus, SETTINGS],
      useFactory: (
        { tasks, signals, clock }: LifecycleDeps,
        { freeVideos, relaxed, drafts }: DailyQuotas,
        blobs: Blobs,
        commands: CommandBus,
        settings: CreationSettings,
      ): ReserveDeps => ({
        tasks,
        signals,
        clock,
        freeVideos,
        relaxed,
        drafts,
        blobs,
        ledger: ledgerOf(commands),
        settings,
      }),
    },
    {
      provide: FREE_USE,
      inject: [SETTINGS, QueryBus],
      useFactory: (settings: CreationSettings, queries: QueryBus): FreeUseDeps => ({
        settings,
        regCountry: async (id) => (await queries.execute(new FindUser(id)))?.regCountry ?? undefined,
        entitlements: (id) => queries.execute(new GetEntitlements(id, 'kinora')),
      }),
    },
    { provide: CHECKS, inject: [QueryBus, BLOBS, ProgramFinder, CONFIG, RefusalStore, CLOCK], useFactory: checksOf },
  ],
  exports: [
    SETTINGS,
    TaskStore,
    ProjectStore,
    DailyQuotas,
    SizedImages,
    TaskSignals,
    LIFECYCLE,
    RESERVE,
    FREE_USE,
    CHECKS,
    RefusalStore,
  ],
})
export class CreationPortsModule {}
