import type { Clock, Millis } from '../../kernel/clock.js';
import { productError, type ProductError } from '../../kernel/errors.shared.js';
import type { TaskId, UserId } from '../../kernel/ids.js';
import type { Caller } from '../../kernel/permissions.shared.js';
import { err, ok, type Result } from '../../kernel/result.js';
import type { Versioned } from '../../platform/documents/port.js';
import { KeyedMutex } from '../../platform/concurrency/keyed-mutex.js';
import { allowedTo } from '../tasks/submit/allowed.shared.js';
import { entitlementsFor, type FreeUseDeps } from '../tasks/submit/free-use.js';
import { cancelTask, type LifecycleDeps } from '../tasks/lifecycle.js';
import { defaultProjectOf, type ProjectId } from '../projects/project.js';
import type { FailureLog } from '../../platform/http/logs.js';
import { taskIdOf, type Submission, type Submitter } from '../tasks/submit/submit.js';
import { partsOf } from '../tasks/task.shared.js';
import { hasEnded } from '../tasks/task.js';
import type { Task } from '../tasks/task.state.js';
import { requestOf } from './step-request.js';
import { fingerprintOf, stepRequestOf } from './board.js';
import type { Made } from './board.shared.js';
import type { BoardStore } from './board.store.js';
import {
  cancelRun,
  expired,
  isUnsure,
  nextStep,
  nowSure,
  putOff,
  refusedStep,
  settled,
  sourcesOf,
  submitting,
  type Run,
  type Step,
  type BoardState,
} from './run.js';
import type { BoardSignals } from './signals.js';

export interface BoardRunsDeps extends LifecycleDeps, Pick<FreeUseDeps, 'entitlements'> {
  readonly boards: BoardStore;
  readonly boardSignals: BoardSignals;
  /** The submission that every creation goes through. */
  readonly submit: Submission['submit'];
  /**
   * Looks up the owner of a step at the time of its submission, so that current entitlements apply. `moving`: a visitor
   * is being merged into an account. undefined: the user no longer exists.
   */
  readonly caller: (id: UserId) => Promise<Caller | 'moving' | undefined>;
  readonly clock: Clock;
  readonly log: FailureLog;
  readonly settings: { readonly requestLifeMs: Millis; readonly deadlineMs: Millis };
}

/** Retry delay in milliseconds after a refusal for lack of room, or after a store failure. */
const AGAIN_MS = 10_000;
/** Over twice the maximum number of steps. Each pass of an advance submits at least one step or ends the advance. */
const MAX_PASSES = 250;
/** Maximum number of results kept for one board. Deleted nodes are included, because a deletion can be undone. */
const MAX_RESULTS = 300;

/** Retry delay after a refusal; `undefined` if the refusal is final. */
function againAfter({ identifier, params }: ProductError): Millis | undefined {
  switch (identifier) {
    case 'AI_RATE_LIMIT':
    case 'SPEECH_TOO_FREQUENT':
      return typeof params['seconds'] === 'number' ? params['seconds'] * 1_000 : AGAIN_MS;
    case 'PARALLEL_TASK_LIMIT':
    case 'TRY_AGAIN':
      return AGAIN_MS;
    default:
      return undefined;
  }
}

/**
 * Advances runs: submits steps that are ready, records the outcome of their tasks, and ends finished runs. The document
 * holds all the state, and each task id is derived from run and node. An advance can therefore be repeated in any
 * process, and concurrently.
 * @throws StoreUnavailable from every call
 */
export class BoardRuns {
  private readonly mutex = new KeyedMutex<ProjectId>();

  constructor(private readonly deps: BoardRunsDeps) {}

  /**
   * Advances a board's run as far as possible.
   * @param isRoomLikely whether a task of its owner has just ended
   * @returns the state afterwards; undefined if there is none
   */
  advance(id: ProjectId, isRoomLikely = false): Promise<Versioned<BoardState> | undefined> {
    return this.mutex.run(id, () => this.takeOn(id, isRoomLikely));
  }

  /** Called when a task ends: advances all open runs of its owner, since any of them may contain it. */
  async taskEnded(owner: UserId): Promise<void> {
    for await (const { document } of this.deps.boards.openOf(owner)) await this.advance(document.id, true);
  }

  /**
   * Cancels an owner's run: waiting steps are dropped and running tasks are cancelled. Only delivered outputs are
   * charged. A run that has ended is unchanged.
   * @returns RUN_NOT_FOUND
   */
  async cancel(owner: UserId, runId: string): Promise<Result<Run, ProductError>> {
    const found = await this.deps.boards.ofRun(owner, runId);
    if (found === undefined) return err(productError('RUN_NOT_FOUND'));
    await this.change(found.document.id, (work) =>
      work.run?.id === runId ? withRun(work, cancelRun(work.run), this.deps.clock.now()) : work,
    );
    const run = (await this.advance(found.document.id))?.document.run;
    return run?.id === runId ? ok(run) : err(productError('RUN_NOT_FOUND'));
  }

  /** Cancels the run of a board and removes the board with its results. Idempotent. */
  async forget(id: ProjectId): Promise<void> {
    const work = await this.deps.boards.state(id);
    if (work?.document.run !== undefined) {
      await this.change(id, (now) =>
        now.run === undefined ? now : withRun(now, cancelRun(now.run), this.deps.clock.now()),
      );
      await this.advance(id);
    }
    await this.deps.boards.remove(id);
  }

  /** Resumes runs after a crash, a lost message or a refusal. A failure of one run does not stop the others. */
  async sweep(): Promise<void> {
    const { boards, clock, settings, log } = this.deps;
    for await (const { document } of boards.needing('open')) {
      await this.advance(document.id).catch((error: unknown) =>
        log.warn({ err: error, projectId: document.id }, 'a board run could not continue; it is retried'),
      );
    }
    for await (const { document } of boards.needing('unsure')) {
      await this.cancelUnsure(document, clock.now() - settings.requestLifeMs).catch((error: unknown) =>
        log.warn(
          { err: error, projectId: document.id },
          'a cancelled board run could not be cleaned up; it is retried',
        ),
      );
    }
  }

  private async takeOn(id: ProjectId, isRoomLikely: boolean): Promise<Versioned<BoardState> | undefined> {
    let work = await this.settle(id);
    for (let round = 0; round < MAX_PASSES; round += 1) {
      const run = work?.document.run;
      if (work === undefined || run?.status !== 'running') return work;
      const user = await this.submitter(work.document.owner, run);
      if (user === undefined) return this.giveUp(id);
      const step =
        user === 'moving'
          ? undefined
          : ((await this.unsent(run)) ?? nextStep(run, await this.parallel(user), this.deps.clock.now(), isRoomLikely));
      if (user === 'moving' || step === undefined) return work;
      const isSent = await this.send(user, work.document, step);
      work = await this.settle(id);
      if (!isSent) return work;
    }
    return work;
  }

  /** Records the outcome of the steps' tasks, and cancels tasks that are no longer wanted. */
  private async settle(id: ProjectId): Promise<Versioned<BoardState> | undefined> {
    const { boards, tasks, clock, settings } = this.deps;
    const before = await boards.state(id);
    if (before?.document.run?.status !== 'running') return before;
    const { run, owner } = before.document;
    const under = run.steps.flatMap((step) => (step.status === 'running' ? [step.taskId] : []));
    if (run.canceled) for (const taskId of under) await cancelTask(this.deps, owner, taskId);
    const found = new Map((await tasks.getMany(under)).map(({ document }) => [document.id, document]));
    return this.change(id, (work) => {
      if (work.run?.id !== run.id) return work;
      const now = clock.now();
      const next = settled(now - run.createdAt > settings.deadlineMs ? expired(work.run, now) : work.run, found, now);
      return withRun(work, next, now, made(work, next, found));
    });
  }

  /** Finds a step that was about to be submitted but has no task, because of a crash in between. */
  private async unsent(run: Run): Promise<Step | undefined> {
    if (run.canceled) return undefined;
    const running = run.steps.flatMap((step) => (step.status === 'running' ? [step] : []));
    const there = new Set(
      (await this.deps.tasks.getMany(running.map(({ taskId }) => taskId))).map(({ document }) => document.id),
    );
    return running.find(({ taskId }) => !there.has(taskId));
  }

  /**
   * Submits a step. The task id is stored first, so that a crash before the submission can be detected.
   * @returns whether to try other steps now; false after a refusal that concerns all of them
   */
  private async send(user: Submitter, { id, run, owner }: BoardState, step: Step): Promise<boolean> {
    if (run === undefined) return false;
    const { submit, clock } = this.deps;
    const requestId = stepRequestOf(run.id, step.node);
    const taskId = taskIdOf(owner, requestId);
    const isAbout = await this.change(id, (work) =>
      isStill(work, run) && work.run !== undefined && !work.run.canceled
        ? withRun(work, submitting(work.run, step.node, taskId), clock.now())
        : work,
    );
    if (!isRunning(isAbout?.document, run, step, taskId)) return true;
    const request = requestOf(
      step,
      sourcesOf(run, step),
      {
        requestId,
        price: { amount: step.price, priceVersion: step.priceVersion },
        ...(id === defaultProjectOf(owner) ? {} : { projectId: id }),
      },
      run.consent,
    );
    const sent = request.ok ? await submit(user, request.value) : request;
    if (sent.ok) {
      // The step was cancelled, or its project deleted, during the submission.
      if (!isRunning((await this.deps.boards.state(id))?.document, run, step, taskId))
        await cancelTask(this.deps, owner, taskId);
      return true;
    }
    const after = againAfter(sent.error);
    const now = clock.now();
    await this.change(id, (work) => {
      if (!isRunning(work, run, step, taskId) || work.run === undefined) return work;
      return withRun(
        work,
        after === undefined
          ? refusedStep(work.run, step.node, sent.error, now)
          : putOff(work.run, step.node, sent.error.identifier, now + after),
        now,
      );
    });
    return after === undefined;
  }

  private async submitter(owner: UserId, { language, country }: Run): Promise<Submitter | 'moving' | undefined> {
    const caller = await this.deps.caller(owner);
    return caller === undefined || caller === 'moving'
      ? caller
      : { id: owner, email: caller.email, roles: caller.roles, language, country };
  }

  private async parallel(user: Submitter): Promise<number> {
    return allowedTo(user, await entitlementsFor(this.deps, user)).parallel;
  }

  /** Ends the run because its owner no longer exists. */
  private async giveUp(id: ProjectId): Promise<Versioned<BoardState> | undefined> {
    await this.change(id, (work) =>
      work.run === undefined ? work : withRun(work, cancelRun(work.run), this.deps.clock.now()),
    );
    return this.settle(id);
  }

  private async cancelUnsure({ id, owner, run }: BoardState, before: Millis): Promise<void> {
    if (run === undefined) return;
    for (const { taskId } of run.steps.filter(isUnsure)) await cancelTask(this.deps, owner, taskId);
    if ((run.endedAt ?? 0) < before)
      await this.change(id, (work) =>
        isStill(work, run) && work.run !== undefined ? withRun(work, nowSure(work.run), this.deps.clock.now()) : work,
      );
  }

  private async change(
    id: ProjectId,
    change: (work: BoardState) => BoardState,
  ): Promise<Versioned<BoardState> | undefined> {
    const work = await this.deps.boards.changeState(id, change);
    if (work?.isWritten === true) this.deps.boardSignals.changed(id);
    return work;
  }
}

const isStill = (work: BoardState | undefined, run: Run): boolean => work?.run?.id === run.id;

function isRunning(work: BoardState | undefined, run: Run, { node }: Step, taskId: TaskId): boolean {
  const step = isStill(work, run) ? work?.run?.steps.find((one) => one.node === node) : undefined;
  return step?.status === 'running' && step.taskId === taskId;
}

/** @returns the same object if the run is unchanged */
function withRun(work: BoardState, run: Run, now: Millis, results: BoardState['made'] = work.made): BoardState {
  return run === work.run && results === work.made ? work : { ...work, run, made: results, changedAt: now };
}

/** The results of a board, with those that have just succeeded. */
function made(work: BoardState, run: Run, tasks: ReadonlyMap<TaskId, Task>): BoardState['made'] {
  const news = run.steps.flatMap((step): readonly (readonly [string, Made])[] => {
    const task = step.status === 'succeeded' ? tasks.get(step.taskId) : undefined;
    if (
      step.status !== 'succeeded' ||
      task === undefined ||
      !hasEnded(task) ||
      work.made[step.node]?.taskId === step.taskId
    )
      return [];
    const request = requestOf(
      step,
      sourcesOf(run, step),
      { requestId: stepRequestOf(run.id, step.node), price: { amount: step.price, priceVersion: step.priceVersion } },
      run.consent,
    );
    return request.ok
      ? [[step.node, { taskId: step.taskId, index: step.index, fingerprint: fingerprintOf(partsOf(request.value)) }]]
      : [];
  });
  if (news.length === 0) return work.made;
  const renewed = new Set(news.map(([node]) => node));
  return Object.fromEntries(
    [...Object.entries(work.made).filter(([node]) => !renewed.has(node)), ...news].slice(-MAX_RESULTS),
  );
}
