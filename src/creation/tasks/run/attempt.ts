import type { Millis } from '../../../kernel/clock.js';
import { defined } from '../../../kernel/defined.shared.js';
import { productError, type ProductError } from '../../../kernel/errors.shared.js';
import type { LeasedJob, Jobs } from '../../../platform/jobs/port.js';
import { inSpan, inSpanEach, recordSpan } from '../../../platform/telemetry/tracing.js';
import type { Mark } from '../../../engine/mark.js';
import type { Engine, EngineOutcome, EngineProgress, EngineRequest } from '../../../engine/port.js';
import { isRemoteModel } from '../../engines/model-id.shared.js';
import { isSound } from './check.js';
import type { FindDefect } from './find-defect.js';
import type { Defect } from '../failure.shared.js';
import { payingAccount, type Ledger } from '../ledger.js';
import type { CreationSettings } from '../settings.js';
import type { TaskSignals } from '../signals.js';
import type { DailyQuota } from '../submit/daily-quota.js';
import { effectiveParams } from '../task.shared.js';
import { begin, conclude, giveBack, heartbeat, loseAttempt } from '../task.js';
import type { Processing } from '../task.state.js';
import { deliver, type Attempt, type DeliverDeps } from './deliver.js';
import type { LiveBoard } from './live.js';
import { inWorkspace, SourceGone, type Workspace } from './workspace.js';

export interface AttemptDeps extends DeliverDeps {
  readonly jobs: Jobs;
  readonly ledger: Ledger;
  readonly engine: Engine;
  /** Watermarks images and videos of users without a plan. */
  readonly mark: Mark;
  readonly findDefect: FindDefect;
  /** Creations whose defective results of a connected engine, which its operator pays, were not charged. */
  readonly defectReleases: Pick<DailyQuota, 'take'>;
  readonly live: LiveBoard;
  readonly signals: TaskSignals;
  readonly settings: CreationSettings;
  /** Parent folder of the attempts' workspaces. */
  readonly workFolder: string;
}

/** Why an attempt is stopped from outside. */
export type StopReason = 'canceled' | 'lost' | 'drain' | 'timeout';

/**
 * One attempt at a task, from a leased job to its end. Every write carries the attempt's number. If the task has moved
 * on to a later attempt, this one stops and changes nothing.
 */
export class TaskAttempt {
  private readonly stopping = new AbortController();
  private reason: StopReason | undefined;
  private lastSignalAt = 0;
  private hasBegun = false;
  private readonly takenAt: Millis;

  constructor(
    private readonly deps: AttemptDeps,
    private readonly job: LeasedJob,
    readonly by: Attempt,
  ) {
    this.takenAt = deps.clock.now();
  }

  /** Asks the attempt to stop soon. */
  stop(reason: StopReason): void {
    this.reason ??= reason;
    this.stopping.abort(reason);
  }

  /** @throws StoreUnavailable: the lease then expires, and the next attempt continues from what was stored */
  async run(): Promise<void> {
    const { deps, by } = this;
    let waitingSince: Millis | undefined;
    const begun = await deps.tasks.change(by.taskId, (task) => {
      // The queue position counts from the first attempt, but the waiting time of a retry counts from the end of the
      // previous attempt.
      waitingSince = task.status !== 'queued' ? undefined : task.attempt === 0 ? task.queuedAt : task.changedAt;
      return begin(task, by.attempt, deps.clock.now());
    });
    if (!begun.ok) {
      // The port leases a job to one holder at a time. If this attempt is already in progress, its former holder has
      // lost the lease.
      await deps.tasks.change(by.taskId, (task) =>
        loseAttempt(task, by.attempt, deps.clock.now(), deps.settings.attempts, productError('ENGINE_FAILED')),
      );
      return this.finish();
    }
    // `begin` returns no other state.
    const task = begun.value.document as Processing;
    this.hasBegun = true;
    if (waitingSince !== undefined) recordSpan('queue', waitingSince, this.takenAt, { parent: task.traceparent });
    deps.live.begin(task, by.attempt);
    deps.signals.changed(task, 'document');
    try {
      await this.end(task, await this.work(task));
    } finally {
      deps.live.end(by.taskId, by.attempt);
    }
    await this.finish();
  }

  /**
   * Extends the job's lease independently of other work. Otherwise a document store that stalls for longer than one
   * lease would cost the attempt; after three leases the sweeper takes the task over. Stops the attempt if another
   * worker holds the lease.
   */
  async keepLease(): Promise<void> {
    const { deps, job } = this;
    const lease = await deps.jobs.extend(job.id, job.fence, deps.settings.leaseMs);
    if (lease !== 'held') this.stop(lease === 'cancel' ? 'canceled' : 'lost');
  }

  /**
   * Writes a heartbeat to the task, and extends deadline and hold when they come close. The hold is extended first, so
   * that it always outlives the deadline. Stops the attempt if the task has moved on.
   */
  async beat(): Promise<void> {
    const { deps, by } = this;
    // Until the first, possibly slow, write is done, a task that is not processing does not mean that it was cancelled.
    if (!this.hasBegun) return;
    const current = (await deps.tasks.get(by.taskId))?.document;
    if (current?.status !== 'processing' || current.attempt !== by.attempt) return this.stop('canceled');
    const now = deps.clock.now();
    const deadlineAt =
      current.deadlineAt - now < deps.settings.extendWhenLeftMs
        ? await this.extendHold(current, now + 2 * deps.settings.extendWhenLeftMs)
        : undefined;
    const written = await deps.tasks.change(by.taskId, (task) =>
      heartbeat(task, by.attempt, now, this.percent(current), deadlineAt),
    );
    if (!written.ok) return this.stop('canceled');
    // The version has grown. Without this signal, subscribers would keep reporting progress under the old version.
    deps.signals.changed(current, 'beat');
  }

  private async extendHold(task: Processing, deadlineAt: number): Promise<number | undefined> {
    if (task.price.amount === 0) return deadlineAt;
    const extended = await this.deps.ledger.change(
      payingAccount(task),
      task.id,
      { type: 'extend', expiresAt: deadlineAt + this.deps.settings.holdMarginMs },
      this.deps.clock.now(),
    );
    return extended.ok ? deadlineAt : undefined;
  }

  /**
   * Runs the engine for the outputs that are not made yet.
   * @returns a transient fault, if there was one
   */
  private async work(task: Processing): Promise<ProductError | undefined> {
    const outputs = task.outputs.flatMap((output, index) =>
      output.state === 'pending' || output.state === 'storing' ? [{ index, seed: output.seed }] : [],
    );
    if (outputs.length === 0) return undefined;
    try {
      return await inWorkspace(this.deps, task, (workspace) => this.generate(task, outputs, workspace));
    } catch (error) {
      if (!(error instanceof SourceGone)) throw error;
      for (const { index } of outputs)
        await deliver(
          this.deps,
          this.by,
          task,
          { index, state: 'failed', error: productError('IMAGE_NOT_FOUND', { input: error.role }), again: false },
          this.stopping.signal,
        );
      return undefined;
    }
  }

  private async generate(
    task: Processing,
    outputs: EngineRequest['outputs'],
    workspace: Workspace,
  ): Promise<ProductError | undefined> {
    const {
      input: { prompt, negativePrompt, model, modelSettings: settings, modelForm, loras, withoutEffect },
      width,
      height,
      seconds,
    } = task;
    const request: EngineRequest = {
      id: this.job.id,
      model,
      params: effectiveParams(task.params, withoutEffect),
      prompt,
      negativePrompt,
      width,
      height,
      seconds,
      ...workspace,
      outputs,
      ...defined({ settings, settingsVersion: modelForm?.version, loras }),
    };
    let fault: ProductError | undefined;
    for await (const came of inSpanEach(
      'engine',
      this.deps.engine.generate(request, (progress) => this.progress(task, progress), this.stopping.signal),
    )) {
      if (came.state === 'made') this.progress(task, { index: came.index, stage: 'checking', fraction: 1 });
      const { checked, defect } = came.state === 'made' ? await this.checked(task, came, workspace) : { checked: came };
      const outcome = task.marked && checked.state === 'made' ? await this.marked(task, checked, workspace) : checked;
      const delivery = await inSpan('deliver', () =>
        deliver(this.deps, this.by, task, outcome, this.stopping.signal, defect),
      );
      if (delivery === 'again' && outcome.state === 'failed') fault = outcome.error;
      if (delivery === 'fenced') this.stop('canceled');
      if (this.stopping.signal.aborted) break;
      this.deps.signals.changed(task, 'document');
    }
    return fault;
  }

  /**
   * An output with an objective defect becomes a failure, which another attempt would repeat. Once the payer's releases
   * of the day are used up, it is delivered with its defect.
   */
  private async checked(
    task: Processing,
    came: Extract<EngineOutcome, { state: 'made' }>,
    { sources }: Workspace,
  ): Promise<{ readonly checked: EngineOutcome; readonly defect?: Defect }> {
    const { findDefect } = this.deps;
    try {
      const reason =
        came.shortfall ?? (await inSpan('inspect', () => findDefect(came.media, task, sources, this.stopping.signal)));
      if (reason === undefined) return { checked: came };
      if (!(await this.mayRelease(task))) return { checked: came, defect: reason };
      return {
        checked: {
          index: came.index,
          state: 'failed',
          error: productError('RESULT_DEFECTIVE', { reason }),
          again: false,
        },
      };
    } catch (error) {
      if (!this.stopping.signal.aborted) throw error;
      return { checked: { index: came.index, state: 'failed', error: productError('ENGINE_FAILED'), again: true } };
    }
  }

  /**
   * The operator pays a connected engine for defective results as well: their releases are bounded by payer and day.
   */
  private async mayRelease({ id, payer, price, input }: Processing): Promise<boolean> {
    const { defectReleases, clock, settings } = this.deps;
    return (
      price.amount === 0 ||
      !isRemoteModel(input.model) ||
      defectReleases.take(payer, id, settings.defectReleasesADay, clock.now())
    );
  }

  /** Watermarks an output. A file that cannot be opened is left unchanged; the delivery reports it. */
  private async marked(
    task: Processing,
    came: Extract<EngineOutcome, { state: 'made' }>,
    { dir }: Workspace,
  ): Promise<EngineOutcome> {
    try {
      const media = await inSpan('mark', () =>
        this.deps.mark(
          came.media,
          { width: task.width, height: task.height, dir, index: came.index },
          this.stopping.signal,
        ),
      );
      return { ...came, media };
    } catch {
      if (!this.stopping.signal.aborted && !(await isSound(came.media, task, this.deps.checkVideo))) return came;
      return { index: came.index, state: 'failed', error: productError('ENGINE_FAILED'), again: true };
    }
  }

  private async end(task: Processing, fault: ProductError | undefined): Promise<void> {
    const { deps, by } = this;
    const now = deps.clock.now();
    switch (this.reason) {
      case 'canceled':
      case 'lost':
        return;
      case 'drain':
        await deps.tasks.change(by.taskId, (current) => giveBack(current, by.attempt, now));
        break;
      case 'timeout':
        await this.lose(productError('ENGINE_TIMEOUT'));
        break;
      case undefined: {
        const concluded = await deps.tasks.change(by.taskId, (current) => conclude(current, by.attempt, now));
        if (!concluded.ok && concluded.error === 'not-now') await this.lose(fault ?? productError('ENGINE_FAILED'));
        break;
      }
      default:
        this.reason satisfies never;
    }
    deps.signals.changed(task, 'document');
  }

  private async lose(error: ProductError): Promise<void> {
    const { deps, by } = this;
    await deps.tasks.change(by.taskId, (task) =>
      loseAttempt(task, by.attempt, deps.clock.now(), deps.settings.attempts, error),
    );
  }

  private async finish(): Promise<void> {
    await this.deps.jobs.finish(this.job.id, this.job.fence);
    const task = await this.deps.tasks.get(this.by.taskId);
    if (task !== undefined) this.deps.signals.changed(task.document, 'document');
  }

  private progress(task: Processing, progress: EngineProgress): void {
    const { live, clock, signals, settings } = this.deps;
    if (!live.advance(this.by.taskId, this.by.attempt, progress)) return;
    const now = clock.now();
    if (now - this.lastSignalAt < settings.progressEveryMs) return;
    this.lastSignalAt = now;
    signals.changed(task, 'progress');
  }

  private percent(task: Processing): number {
    const done = task.outputs.map((output, index) =>
      output.state === 'ready' || output.state === 'failed'
        ? 1
        : this.deps.live.output(task.id, task.attempt, index).fraction,
    );
    return (100 * done.reduce((sum, part) => sum + part, 0)) / Math.max(1, done.length);
  }
}
