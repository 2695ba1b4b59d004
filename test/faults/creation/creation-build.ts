import type { ModelView } from '../../../src/catalog/model.shared.js';
import { BoardStore } from '../../../src/creation/boards/board.store.js';
import { boardPolicy, BoardServices, type BoardServicesDeps } from '../../../src/creation/boards/services.js';
import { ProjectStore } from '../../../src/creation/projects/project.store.js';
import { Projects } from '../../../src/creation/projects/projects.js';
import type { LifecycleDeps } from '../../../src/creation/tasks/lifecycle.js';
import { taskPolicies } from '../../../src/creation/tasks/policies.js';
import { LiveShare } from '../../../src/creation/tasks/run/live-share.js';
import { TaskRunner, type RunnerDeps, type WorkDeps } from '../../../src/creation/tasks/run/runner.js';
import { Sweeper } from '../../../src/creation/tasks/run/sweeper.js';
import { Allowance } from '../../../src/creation/tasks/submit/allowance.js';
import { Submission, type SubmitDeps } from '../../../src/creation/tasks/submit/submit.js';
import { TaskViewer } from '../../../src/creation/tasks/viewer.js';
import type { MessageConsumer } from '../../../src/platform/documents/relay.js';
import { DailyQuotas } from '../../../src/creation/tasks/submit/daily-quota.js';
import { SchedulerStateStore } from '../../../src/creation/tasks/run/scheduler-state.store.js';
import { TaskStore } from '../../../src/creation/tasks/task.store.js';
import type { Engine } from '../../../src/engine/port.js';
import type { Blobs } from '../../../src/platform/blobs/port.js';
import type { DocumentStore } from '../../../src/platform/documents/port.js';
import type { Logs } from '../../../src/platform/http/logs.js';
import { createMemoryRateLimit } from '../../../src/platform/rate-limit/memory.js';

const quiet: Omit<Logs, 'debug'> = { error: () => undefined, warn: () => undefined, info: () => undefined };

/** What a test may give a process in place of the world's own. */
export interface Given
  extends
    Pick<
      SubmitDeps,
      | 'checkText'
      | 'refuseText'
      | 'checkSource'
      | 'inspections'
      | 'findModel'
      | 'regCountry'
      | 'entitlements'
      | 'ledger'
      | 'signals'
      | 'settings'
    >,
    Omit<WorkDeps, 'engine' | 'blobs' | 'defectReleases'>,
    Pick<RunnerDeps, 'jobs' | 'shared' | 'name' | 'lead'> {
  readonly caller: BoardServicesDeps['caller'];
  /** The catalogue's models for a procedure, or all. */
  readonly modelsFor: (procedure?: string) => Promise<readonly ModelView[]>;
}

/** Creation in one process. */
export interface TestCreation extends LifecycleDeps, Pick<TaskRunner, 'dispatcher' | 'worker' | 'capacity'> {
  readonly runner: TaskRunner;
  readonly live: LiveShare;
  readonly sweeper: Sweeper;
  readonly submission: Submission;
  readonly allowance: Allowance;
  readonly viewer: TaskViewer;
  readonly services: BoardServices;
  readonly boardStore: BoardStore;
  readonly projectStore: ProjectStore;
  readonly projects: Projects;
  readonly blobs: Blobs;
  readonly quotas: DailyQuotas;
  readonly consumers: readonly MessageConsumer[];
}

/** What a process stands on. */
interface Stores extends Pick<BoardServicesDeps, 'available' | 'uploads' | 'clock'> {
  readonly documents: DocumentStore;
  readonly blobs: Blobs;
}

/** Puts the parts of Creation together, as its modules do. */
export async function buildCreation(
  { documents, blobs, clock, uploads, available }: Stores,
  engine: Engine | 'none',
  given: Given,
): Promise<TestCreation> {
  const { settings, signals, shared, jobs, ledger, lead } = given;
  const rateLimit = createMemoryRateLimit(clock);
  const tasks = await TaskStore.open(documents, quiet);
  const projectStore = await ProjectStore.open(documents);
  const boardStore = await BoardStore.open(documents, quiet);
  const quotas = await DailyQuotas.open(documents, tasks);
  const { freeVideos, relaxed, drafts, defectReleases } = quotas;
  const schedulerState = await SchedulerStateStore.open(documents);
  const lifecycle = { tasks, jobs, signals, clock };
  const reserve = { ...lifecycle, freeVideos, relaxed, drafts, blobs, ledger, settings };
  const freeUse = { settings, regCountry: given.regCountry, entitlements: given.entitlements };
  const live = new LiveShare({ shared, signals, clock, settings });
  const sweeper = new Sweeper({ ...reserve, log: quiet });
  const runner = new TaskRunner({
    ...lifecycle,
    live,
    sweeper,
    settings,
    shared,
    schedulerState,
    log: quiet,
    name: given.name,
    parallelOf: async (owner) => (await given.entitlements(owner)).parallelTasks,
    ...(engine === 'none' ? {} : { work: { ...given, blobs, engine, defectReleases } }),
    ...(lead === undefined ? {} : { lead }),
  });
  const submission = new Submission({
    findWithdrawn: async () => undefined,
    mayEarn: async () => true,
    ...reserve,
    ...freeUse,
    ...given,
    projects: projectStore,
    queue: runner.dispatcher,
    uploads,
    rateLimit,
  });
  const services = new BoardServices({
    ...freeUse,
    tasks,
    jobs,
    clock,
    relaxed,
    drafts,
    shared,
    rateLimit,
    uploads,
    boards: boardStore,
    projects: projectStore,
    taskSignals: signals,
    log: quiet,
    settings,
    caller: given.caller,
    findModel: given.findModel,
    models: () => given.modelsFor(),
    available,
    submit: (user, request) => submission.submit(user, request),
  });
  const projects = new Projects({
    ...lifecycle,
    projects: projectStore,
    boards: services.runs,
    rateLimit,
    settings,
    log: quiet,
  });
  sweeper.add(projects, services.runs);
  const { dispatcher, worker, capacity } = runner;
  return {
    ...lifecycle,
    live,
    sweeper,
    runner,
    dispatcher,
    worker,
    capacity,
    submission,
    services,
    projects,
    projectStore,
    boardStore,
    blobs,
    quotas,
    allowance: new Allowance({ ...freeUse, freeVideos, relaxed, drafts, clock, settings }),
    viewer: new TaskViewer({ ...lifecycle, live, dispatcher, lookAgainMs: settings.lookAgainMs }),
    consumers: [
      ...taskPolicies({ ...reserve, notify: async () => undefined }),
      boardPolicy({ tasks, runs: services.runs }),
    ],
  };
}
