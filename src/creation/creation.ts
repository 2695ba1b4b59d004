import type { Clock } from '../kernel/clock.js';
import type { Blobs } from '../platform/blobs/port.js';
import type { Jobs } from '../platform/jobs/port.js';
import type { Engine } from './engine/port.js';
import type { Ledger } from './ledger.js';
import { Dispatcher } from './run/dispatcher.js';
import { LiveBoard } from './run/live.js';
import { Rounds, type Log } from './run/rounds.js';
import { Sweeper } from './run/sweeper.js';
import { Worker } from './run/worker.js';
import { settleTask } from './settle.js';
import type { CreationSettings } from './settings.js';
import type { TaskSignals } from './signals.js';
import { Submission, type SubmitDeps } from './submit.js';
import type { TaskId } from './task.js';
import type { TaskStore } from './task.store.js';
import { TaskViewer } from './viewer.js';

/** What the context stands on. */
export interface CreationDeps {
  readonly tasks: TaskStore;
  readonly jobs: Jobs;
  readonly blobs: Blobs;
  readonly ledger: Ledger;
  /** Absent in a process that runs no tasks. */
  readonly engine?: Engine;
  readonly checkText: SubmitDeps['checkText'];
  readonly signals: TaskSignals;
  readonly clock: Clock;
  readonly log: Log;
  readonly settings: CreationSettings;
  /** Names this process to the jobs port. */
  readonly name: string;
}

/** The whole context without its wires: built from ports alone, so that tests build it just as the product does. */
export class Creation {
  readonly tasks: TaskStore;
  readonly jobs: Jobs;
  readonly blobs: Blobs;
  readonly signals: TaskSignals;
  readonly clock: Clock;
  readonly live = new LiveBoard();
  readonly submission: Submission;
  readonly dispatcher: Dispatcher;
  readonly sweeper: Sweeper;
  readonly viewer: TaskViewer;
  readonly worker: Worker | undefined;
  private readonly rounds: readonly Rounds[];
  private readonly news = new Set<TaskId>();
  private stopListening = (): void => undefined;

  constructor(private readonly deps: CreationDeps) {
    const { tasks, jobs, blobs, signals, clock, settings, log } = deps;
    this.tasks = tasks;
    this.jobs = jobs;
    this.blobs = blobs;
    this.signals = signals;
    this.clock = clock;
    // A process without an engine only keeps an eye on the queue: it fills no window.
    this.dispatcher = new Dispatcher({ ...deps, settings: deps.engine ? settings : { ...settings, window: 0 } });
    this.submission = new Submission(deps);
    this.sweeper = new Sweeper(deps);
    this.viewer = new TaskViewer({ ...deps, live: this.live, dispatcher: this.dispatcher, lookAgainMs: settings.lookAgainMs });
    this.worker = deps.engine && new Worker({ ...deps, engine: deps.engine, live: this.live });
    this.rounds = [
      new Rounds('dispatcher', settings.lookAgainMs, () => this.dispatch(), log),
      ...(deps.engine ? [new Rounds('sweeper', settings.sweepEveryMs, () => this.sweeper.sweep(), log)] : []),
    ];
  }

  /** Begins to dispatch, to work and to sweep, as far as this process does. */
  start(): void {
    const [dispatching] = this.rounds;
    this.stopListening = this.signals.listenAll((change) => {
      if (change.what !== 'document') return;
      this.news.add(change.taskId);
      dispatching?.wake();
    });
    this.worker?.start();
    for (const rounds of this.rounds) rounds.start();
  }

  /** Drains: what runs is given back to the queue. */
  async stop(): Promise<void> {
    this.stopListening();
    await Promise.all(this.rounds.map((rounds) => rounds.stop()));
    await this.worker?.stop();
  }

  /** The policy of `TaskFinished`: tells the ledger. @throws when it cannot answer, so that the message comes again */
  async onFinished(id: TaskId): Promise<void> {
    if ((await settleTask(this.deps, id)) === 'again') throw new Error(`the ledger could not take task ${id} now`);
  }

  /** The policy of `PicturesDropped`. Removing what is gone already is no error. */
  async onDropped(pictures: readonly { readonly hash: string; readonly reference: string }[]): Promise<void> {
    // The message was made of blob hashes by our own store.
    for (const { hash, reference } of pictures) await this.blobs.removeReference(hash as Parameters<Blobs['removeReference']>[0], reference);
  }

  /** After a signal the tasks it named are read; without one, all. */
  private async dispatch(): Promise<void> {
    const named = [...this.news];
    this.news.clear();
    if (named.length === 0) return this.dispatcher.lookAtAll();
    await this.dispatcher.look(named);
  }
}
