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
import { hasEnded, type Task } from '../tasks/task.js';
import { requestOf } from './step-request.js';
import { fingerprintOf, stepRequestOf } from './board.js';
import type { Made } from './board.shared.js';
import type { BoardStore } from './board.store.js';
import { cancelRun, expired, isUnsure, nextStep, nowSure, putOff, refusedStep, settled, sourcesOf, submitting, type Run, type Step, type BoardState } from './run.js';
import type { BoardSignals } from './signals.js';

export interface BoardRunsDeps extends LifecycleDeps, Pick<FreeUseDeps, 'entitlements'> {
  readonly boards: BoardStore;
  readonly boardSignals: BoardSignals;
  /** The door that every press goes through. */
  readonly submit: Submission['submit'];
  /** Who someone is now: steps are submitted with what their owner has then. `moving` while what was a visitor's goes to an account; undefined for whoever is gone. */
  readonly caller: (id: UserId) => Promise<Caller | 'moving' | undefined>;
  readonly clock: Clock;
  readonly log: FailureLog;
  readonly settings: { readonly requestLifeMs: Millis; readonly deadlineMs: Millis };
}

/** A step that was refused for want of room, or by a store that could not answer, is tried again after so long; milliseconds. */
const AGAIN_MS = 10_000;
/** More than a board has steps, twice over: each round of one advance submits at least one, or ends it. */
const MAX_PASSES = 250;
/** Results that are remembered of one board, those of nodes that have gone too: what is deleted may come back. */
const MAX_RESULTS = 300;

/** What someone's refusal means for a step: `undefined` where it stands. */
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
 * Takes runs on: submits what is ready through the door of every press, writes down what its tasks came to, and ends what is over. All that is needed stands in
 * the document, and each step's task follows from run and node, so that it can be repeated, in any process, by several at once.
 * @throws StoreUnavailable from every call
 */
export class BoardRuns {
  private readonly mutex = new KeyedMutex<ProjectId>();

  constructor(private readonly deps: BoardRunsDeps) {}

  /**
   * Takes a board's run on as far as it goes now.
   * @param isRoomLikely whether a task of its owner's has just ended
   * @returns the work as it now is; undefined where there is none
   */
  advance(id: ProjectId, isRoomLikely = false): Promise<Versioned<BoardState> | undefined> {
    return this.mutex.run(id, () => this.takeOn(id, isRoomLikely));
  }

  /** A task has ended: whatever run of its owner's it may be of continues. */
  async taskEnded(owner: UserId): Promise<void> {
    for await (const { document } of this.deps.boards.openOf(owner)) await this.advance(document.id, true);
  }

  /** Cancels an owner's run: what waits is dropped, what is in progress is cancelled, and costs nothing but what was delivered. One that has ended stays as it is. @returns RUN_NOT_FOUND */
  async cancel(owner: UserId, runId: string): Promise<Result<Run, ProductError>> {
    const found = await this.deps.boards.ofRun(owner, runId);
    if (found === undefined) return err(productError('RUN_NOT_FOUND'));
    await this.change(found.document.id, (work) => (work.run?.id === runId ? withRun(work, cancelRun(work.run), this.deps.clock.now()) : work));
    const run = (await this.advance(found.document.id))?.document.run;
    return run?.id === runId ? ok(run) : err(productError('RUN_NOT_FOUND'));
  }

  /** Cancels whatever runs on a board and removes it, drawing and results alike. Idempotent. */
  async forget(id: ProjectId): Promise<void> {
    const work = await this.deps.boards.state(id);
    if (work?.document.run !== undefined) {
      await this.change(id, (now) => (now.run === undefined ? now : withRun(now, cancelRun(now.run), this.deps.clock.now())));
      await this.advance(id);
    }
    await this.deps.boards.remove(id);
  }

  /** Takes on whatever a crash, a lost message or a refusal has left. One that cannot be helped now keeps no other waiting. */
  async sweep(): Promise<void> {
    const { boards, clock, settings, log } = this.deps;
    for await (const { document } of boards.needing('open')) {
      await this.advance(document.id).catch((error: unknown) => log.warn({ err: error, projectId: document.id }, 'a run could not be taken on and will be tried again'));
    }
    for await (const { document } of boards.needing('unsure')) {
      await this.cancelUnsure(document, clock.now() - settings.requestLifeMs).catch((error: unknown) => log.warn({ err: error, projectId: document.id }, 'a cancelled run could not be looked after and will be tried again'));
    }
  }

  private async takeOn(id: ProjectId, isRoomLikely: boolean): Promise<Versioned<BoardState> | undefined> {
    let work = await this.settle(id);
    for (let round = 0; round < MAX_PASSES; round += 1) {
      const run = work?.document.run;
      if (work === undefined || run?.status !== 'running') return work;
      const user = await this.submitter(work.document.owner, run);
      if (user === undefined) return this.giveUp(id);
      const step = user === 'moving' ? undefined : (await this.unsent(run)) ?? nextStep(run, await this.parallel(user), this.deps.clock.now(), isRoomLikely);
      if (user === 'moving' || step === undefined) return work;
      const isSent = await this.send(user, work.document, step);
      work = await this.settle(id);
      if (!isSent) return work;
    }
    return work;
  }

  /** Writes down what has come of the steps' tasks, and cancels those that are wanted no more. */
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

  /** A step whose task is not there although it was about to be submitted: a crash came in between. */
  private async unsent(run: Run): Promise<Step | undefined> {
    if (run.canceled) return undefined;
    const running = run.steps.flatMap((step) => (step.status === 'running' ? [step] : []));
    const there = new Set((await this.deps.tasks.getMany(running.map(({ taskId }) => taskId))).map(({ document }) => document.id));
    return running.find(({ taskId }) => !there.has(taskId));
  }

  /**
   * Submits a step. Its task is written down first, so that a crash in between is found.
   * @returns whether others may be tried now: not after a refusal that concerns them all
   */
  private async send(user: Submitter, { id, run, owner }: BoardState, step: Step): Promise<boolean> {
    if (run === undefined) return false;
    const { submit, clock } = this.deps;
    const requestId = stepRequestOf(run.id, step.node);
    const taskId = taskIdOf(owner, requestId);
    const isAbout = await this.change(id, (work) => (isStill(work, run) && work.run !== undefined && !work.run.canceled ? withRun(work, submitting(work.run, step.node, taskId), clock.now()) : work));
    if (!isRunning(isAbout?.document, run, step, taskId)) return true;
    const request = requestOf(step, sourcesOf(run, step), { requestId, price: { amount: step.price, priceVersion: step.priceVersion }, ...(id === defaultProjectOf(owner) ? {} : { projectId: id }) }, run.consent);
    const sent = request.ok ? await submit(user, request.value) : request;
    if (sent.ok) {
      // Cancelled, or gone with its project, while it was on its way.
      if (!isRunning((await this.deps.boards.state(id))?.document, run, step, taskId)) await cancelTask(this.deps, owner, taskId);
      return true;
    }
    const after = againAfter(sent.error);
    const now = clock.now();
    await this.change(id, (work) => {
      if (!isRunning(work, run, step, taskId) || work.run === undefined) return work;
      return withRun(work, after === undefined ? refusedStep(work.run, step.node, sent.error, now) : putOff(work.run, step.node, sent.error.identifier, now + after), now);
    });
    return after === undefined;
  }

  private async submitter(owner: UserId, { language, country }: Run): Promise<Submitter | 'moving' | undefined> {
    const caller = await this.deps.caller(owner);
    return caller === undefined || caller === 'moving' ? caller : { id: owner, email: caller.email, roles: caller.roles, language, country };
  }

  private async parallel(user: Submitter): Promise<number> {
    return allowedTo(user, await entitlementsFor(this.deps, user)).parallel;
  }

  /** Its owner is gone. */
  private async giveUp(id: ProjectId): Promise<Versioned<BoardState> | undefined> {
    await this.change(id, (work) => (work.run === undefined ? work : withRun(work, cancelRun(work.run), this.deps.clock.now())));
    return this.settle(id);
  }

  private async cancelUnsure({ id, owner, run }: BoardState, before: Millis): Promise<void> {
    if (run === undefined) return;
    for (const { taskId } of run.steps.filter(isUnsure)) await cancelTask(this.deps, owner, taskId);
    if ((run.endedAt ?? 0) < before) await this.change(id, (work) => (isStill(work, run) && work.run !== undefined ? withRun(work, nowSure(work.run), this.deps.clock.now()) : work));
  }

  private async change(id: ProjectId, change: (work: BoardState) => BoardState): Promise<Versioned<BoardState> | undefined> {
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

/** @returns the same work where the run is the same */
function withRun(work: BoardState, run: Run, now: Millis, results: BoardState['made'] = work.made): BoardState {
  return run === work.run && results === work.made ? work : { ...work, run, made: results, changedAt: now };
}

/** What a board's nodes were made as, with what has just succeeded. */
function made(work: BoardState, run: Run, tasks: ReadonlyMap<TaskId, Task>): BoardState['made'] {
  const news = run.steps.flatMap((step): readonly (readonly [string, Made])[] => {
    const task = step.status === 'succeeded' ? tasks.get(step.taskId) : undefined;
    if (step.status !== 'succeeded' || task === undefined || !hasEnded(task) || work.made[step.node]?.taskId === step.taskId) return [];
    const request = requestOf(step, sourcesOf(run, step), { requestId: stepRequestOf(run.id, step.node), price: { amount: step.price, priceVersion: step.priceVersion } }, run.consent);
    return request.ok ? [[step.node, { taskId: step.taskId, index: step.index, fingerprint: fingerprintOf(partsOf(request.value)) }]] : [];
  });
  if (news.length === 0) return work.made;
  const renewed = new Set(news.map(([node]) => node));
  return Object.fromEntries([...Object.entries(work.made).filter(([node]) => !renewed.has(node)), ...news].slice(-MAX_RESULTS));
}
