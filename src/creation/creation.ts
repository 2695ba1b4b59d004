import { z } from 'zod';
import type { Clock, Millis } from '../kernel/clock.js';
import type { UserId } from '../kernel/ids.js';
import { NO_LIMIT } from '../kernel/permissions.shared.js';
import type { BlobHash, Blobs } from '../platform/blobs/port.js';
import type { MessageConsumer } from '../platform/documents/relay.js';
import type { Logs } from '../platform/http/logs.js';
import { Leadership } from '../platform/leadership.js';
import type { Leases } from '../platform/leases.js';
import type { Jobs } from '../platform/jobs/port.js';
import type { Signals } from '../platform/signals/port.js';
import { StoreUnavailable } from '../platform/unavailable.js';
import type { Mark } from '../engine/mark.js';
import type { Engine } from '../engine/port.js';
import { allowedTo, type AllowanceView } from './tasks/submit/allowed.shared.js';
import type { BoardStore } from './boards/board.store.js';
import { Boards, type BoardsDeps } from './boards/boards.js';
import { BoardRuns, type BoardRunsDeps } from './boards/runs.js';
import { BoardSignals } from './boards/signals.js';
import { BoardWatch } from './boards/watch.js';
import type { DailyQuota } from './tasks/submit/daily-quota.js';
import { entitlementsFor, useOf, type FreeUser } from './tasks/submit/free-use.js';
import type { Ledger } from './tasks/ledger.js';
import type { CheckResult, CheckSource } from './tasks/submit/media-check.js';
import { Projects } from './projects/projects.js';
import type { ProjectStore } from './projects/project.store.js';
import { Capacity } from './tasks/run/capacity.js';
import type { CheckVideo } from './tasks/run/check.js';
import { Dispatcher } from './tasks/run/dispatcher.js';
import { LiveShare } from './tasks/run/live-share.js';
import { PeriodicTask } from '../platform/concurrency/periodic-task.js';
import { Sweeper } from './tasks/run/sweeper.js';
import type { SchedulerStateStore } from './tasks/run/scheduler-state.store.js';
import { Worker } from './tasks/run/worker.js';
import { settleTask } from './tasks/submit/settle.js';
import type { CreationSettings } from './tasks/settings.js';
import type { TaskSignals } from './tasks/signals.js';
import { Submission, type SubmitDeps } from './tasks/submit/submit.js';
import type { TaskId } from './tasks/task.js';
import { PICTURES_DROPPED, TASK_FINISHED, type TaskStore } from './tasks/task.store.js';
import { TaskViewer } from './tasks/viewer.js';
import { Works } from './publishing/works.js';

// Our own store wrote these ids and names.
const finished = z.object({ taskId: z.custom<TaskId>((value) => typeof value === 'string') });
const dropped = z.object({ pictures: z.array(z.object({ hash: z.custom<BlobHash>((value) => typeof value === 'string'), reference: z.string() })) });

/** What the context stands on. */
export interface CreationDeps {
  readonly tasks: TaskStore;
  readonly projects: ProjectStore;
  readonly boards: BoardStore;
  readonly available: BoardsDeps['available'];
  /** Absent where documents lie elsewhere. */
  readonly freeBytes?: () => Promise<number>;
  readonly caller: BoardRunsDeps['caller'];
  readonly freeVideos: DailyQuota;
  readonly relaxed: DailyQuota;
  readonly schedulerState: SchedulerStateStore;
  readonly jobs: Jobs;
  readonly blobs: Blobs;
  readonly ledger: Ledger;
  /** Absent in a process that runs no tasks. */
  readonly engine?: Engine;
  /** Used where tasks are run. */
  readonly mark: Mark;
  /** Used where tasks are run. */
  readonly checkVideo: CheckVideo;
  /** Used where tasks are run. */
  readonly checkResult: CheckResult;
  readonly checkSource: CheckSource;
  readonly uploads: SubmitDeps['uploads'];
  readonly findModel: SubmitDeps['findModel'];
  readonly checkText: SubmitDeps['checkText'];
  readonly regCountry: SubmitDeps['regCountry'];
  readonly entitlements: SubmitDeps['entitlements'];
  /** The name that a user goes by before others, where they gave themselves one; undefined for whoever has left. */
  readonly author: (id: UserId) => Promise<{ readonly name: string | null } | undefined>;
  readonly rateLimit: SubmitDeps['rateLimit'];
  readonly signals: TaskSignals;
  /** Between the processes of the installation. */
  readonly shared: Signals;
  /** Where several processes may run tasks over the same stores: by these one of them dispatches and sweeps. `clock` is the leases' own. */
  readonly lead?: { readonly leases: Leases; readonly clock: Clock };
  readonly clock: Clock;
  readonly log: Omit<Logs, 'debug'>;
  readonly settings: CreationSettings;
  /** Names this process to the jobs port. */
  readonly name: string;
  /** Where attempts lay out what they work on; this process's own. Used where tasks are run. */
  readonly workFolder: string;
}

/** The whole context without its wires: built from ports alone, so that tests build it just as the product does. */
export class Creation {
  readonly tasks: TaskStore;
  readonly projects: Projects;
  readonly works: Works;
  readonly boards: Boards;
  readonly boardRuns: BoardRuns;
  readonly boardWatch: BoardWatch;
  /** Boards as they are kept. */
  readonly boardStore: BoardStore;
  private readonly boardSignals: BoardSignals;
  readonly author: CreationDeps['author'];
  readonly rateLimit: CreationDeps['rateLimit'];
  readonly freeVideos: DailyQuota;
  readonly relaxed: DailyQuota;
  readonly jobs: Jobs;
  readonly blobs: Blobs;
  readonly signals: TaskSignals;
  readonly clock: Clock;
  readonly live: LiveShare;
  readonly submission: Submission;
  readonly dispatcher: Dispatcher;
  readonly sweeper: Sweeper;
  readonly viewer: TaskViewer;
  readonly worker: Worker | undefined;
  readonly capacity: Capacity;
  private readonly periodic: readonly PeriodicTask[];
  private readonly news = new Set<TaskId>();
  private stopListening: readonly (() => void)[] = [];
  private readonly leadership: Leadership | undefined;
  /** Whether this process fills the window and sweeps. */
  private isLeading: boolean;

  constructor(private readonly deps: CreationDeps) {
    const { tasks, jobs, blobs, signals, clock, settings, log } = deps;
    this.tasks = tasks;
    this.projects = new Projects({ ...deps, boards: { forget: (id) => this.boardRuns.forget(id) } });
    this.works = new Works(deps);
    this.author = deps.author;
    this.rateLimit = deps.rateLimit;
    this.freeVideos = deps.freeVideos;
    this.relaxed = deps.relaxed;
    this.jobs = jobs;
    this.blobs = blobs;
    this.signals = signals;
    this.clock = clock;
    // A process without an engine only keeps an eye on the queue.
    this.isLeading = deps.engine !== undefined && deps.lead === undefined;
    this.live = new LiveShare(deps);
    this.capacity = new Capacity({ ...deps, everyMs: settings.sweepEveryMs }, deps.engine ? settings.concurrency : 0, settings.concurrency);
    this.dispatcher = new Dispatcher({ ...deps, capacity: this.capacity, parallelOf: async (owner) => (await deps.entitlements(owner)).parallelTasks }, this.isLeading);
    this.submission = new Submission({ ...deps, projects: this.projects });
    this.boardStore = deps.boards;
    this.boardSignals = new BoardSignals(deps.shared);
    this.boardRuns = new BoardRuns({ ...deps, boardSignals: this.boardSignals, submit: (user, asked) => this.submit(user, asked) });
    this.boards = new Boards({ ...deps, projects: this.projects, runs: this.boardRuns, signals: this.boardSignals });
    this.boardWatch = new BoardWatch({ ...deps, boardSignals: this.boardSignals, lookAgainMs: settings.lookAgainMs });
    this.sweeper = new Sweeper({ ...deps, projects: this.projects, boards: this.boardRuns });
    this.viewer = new TaskViewer({ ...deps, live: this.live, dispatcher: this.dispatcher, lookAgainMs: settings.lookAgainMs });
    this.worker = deps.engine && new Worker({ ...deps, engine: deps.engine, live: this.live.board });
    const atOnce = { log, level: 'error', firstMs: 0 } as const;
    this.periodic = [
      new PeriodicTask(() => this.dispatch(), { ...atOnce, everyMs: settings.lookAgainMs, failure: 'tasks could not be dispatched; it is tried again' }),
      ...(deps.engine ? [new PeriodicTask(async () => (this.isLeading ? this.sweeper.sweep() : undefined), { ...atOnce, everyMs: settings.sweepEveryMs, failure: 'tasks could not be swept; it is tried again' })] : []),
    ];
    this.leadership = deps.engine && deps.lead && new Leadership({
      ...deps.lead, log, name: 'creation.dispatcher', holder: deps.name, forMs: settings.leadMs,
      job: { start: async () => this.lead(), stop: async () => this.follow() },
    });
  }

  /** Begins to dispatch, to work and to sweep, as far as this process does. */
  start(): void {
    const [dispatching] = this.periodic;
    this.stopListening = [
      this.signals.listenAll((change) => {
        if (change.what !== 'document') return;
        this.news.add(change.taskId);
        dispatching?.wake();
      }),
      this.signals.start(), this.boardSignals.start(), this.live.start(), this.capacity.start(),
    ];
    this.worker?.start();
    for (const task of this.periodic) task.start();
    this.leadership?.begin();
  }

  /** Drains: what runs is given back to the queue. */
  async stop(): Promise<void> {
    await Promise.all([this.leadership?.end(), ...this.periodic.map((task) => task.stop())]);
    await this.worker?.stop();
    for (const stop of this.stopListening) stop();
  }

  /** The context's own policies over stored messages, for the relay: an ended task is told to the ledger, dropped pictures are removed. */
  consumers(): readonly MessageConsumer[] {
    return [
      {
        name: 'creation.settle',
        types: [TASK_FINISHED],
        handle: async ({ data }) => {
          const { taskId } = finished.parse(data);
          if ((await settleTask(this.deps, taskId)) === 'again') throw new StoreUnavailable('event store', 'failed', 'an ended task could not be settled');
        },
      },
      {
        name: 'creation.boards',
        types: [TASK_FINISHED],
        handle: async ({ data }) => {
          const task = await this.tasks.get(finished.parse(data).taskId);
          if (task !== undefined) await this.boardRuns.taskEnded(task.document.owner);
        },
      },
      {
        name: 'creation.pictures',
        types: [PICTURES_DROPPED],
        handle: async ({ data }) => {
          for (const { hash, reference } of dropped.parse(data).pictures) await this.blobs.removeReference(hash, reference);
        },
      },
    ];
  }

  /** Submits a creation, and tells the dispatcher at once, so that the answer can tell its place. See `Submission.submit` for what it is refused with. */
  async submit(...asked: Parameters<Submission['submit']>): ReturnType<Submission['submit']> {
    const submitted = await this.submission.submit(...asked);
    // The dispatcher's own round puts it to work.
    if (submitted.ok) this.dispatcher.observe(submitted.value.document.id, submitted.value.document);
    return submitted;
  }

  /** What somebody may make by plan and roles, and what is left of today. @throws StoreUnavailable */
  async allowance(user: FreeUser): Promise<AllowanceView> {
    const plan = await entitlementsFor(this.deps, user);
    const allowed = allowedTo(user, plan);
    const now = this.clock.now();
    const [relaxedLeft, freeVideos] = await Promise.all([this.relaxed.left(user.id, allowed.relaxedADay, now), this.freeVideosOf(user, now)]);
    return { ...allowed, tier: plan.tier, relaxedLeft, freeVideos, withdrawnEffects: this.deps.settings.withdrawnEffects };
  }

  private async freeVideosOf(user: FreeUser, now: Millis): Promise<AllowanceView['freeVideos']> {
    const use = await useOf(this.deps, user, true);
    if (!use.ok || use.value.videosADay === NO_LIMIT) return null;
    return { left: await this.freeVideos.left(user.id, use.value.videosADay, now), limit: use.value.videosADay };
  }

  private lead(): void {
    this.isLeading = true;
    this.dispatcher.lead();
    for (const task of this.periodic) task.wake();
  }

  private follow(): void {
    this.isLeading = false;
    this.dispatcher.follow();
  }

  private async dispatch(): Promise<void> {
    const named = [...this.news];
    this.news.clear();
    await this.dispatcher.round(named);
  }
}
