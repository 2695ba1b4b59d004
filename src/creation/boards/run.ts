import type { Millis } from '../../kernel/clock.js';
import { defined } from '../../kernel/defined.shared.js';
import { productError, type ProductError } from '../../kernel/errors.shared.js';
import type { TaskId, UserId } from '../../kernel/ids.js';
import type { ProcedureName, SourceRef, SourceRole } from '../tasks/task.shared.js';
import { hasEnded, type EndedTask, type Task } from '../tasks/task.js';
import type { ProjectId } from '../projects/project.js';
import type { CreationNode, Made, NodeId, RunView, StepStatus, StepView } from './board.shared.js';

/** The life of a run as pure functions. What is stored of it is all that is needed to go on with it in any process. */

/** What a step is made from: something that is there, or what an earlier step of the run will have made. */
export type Feed = { readonly role: SourceRole } & ({ readonly ref: SourceRef } | { readonly step: NodeId });

/** A step as it was planned: the node as it stood then. */
export interface Planned {
  readonly node: NodeId;
  readonly procedure: ProcedureName;
  readonly model: string;
  readonly settings: CreationNode['settings'];
  /** Its words, wherever they came from. */
  readonly prompt: string;
  readonly feeds: readonly Feed[];
  /** Credits at most; what would cost more is refused. */
  readonly price: number;
  readonly priceVersion: number;
  /** Made before and unchanged: nothing is to be done. */
  readonly reused?: Made;
}

/** Where a step stands. `running` begins when it is about to be submitted: its task may not be there yet. */
export type Stand =
  | { readonly status: 'waiting'; /** Refused for now: by what, and until when it is not tried again. */ readonly refused?: { readonly by: ProductError['identifier']; readonly until: Millis } }
  | { readonly status: 'running'; readonly taskId: TaskId }
  | { readonly status: 'succeeded' | 'reused'; readonly taskId: TaskId; readonly index: number }
  | { readonly status: 'failed'; readonly taskId?: TaskId; readonly error: ProductError }
  | { readonly status: 'canceled'; readonly taskId?: TaskId; /** Its task had not been seen then, and may still come. */ readonly unsure?: true }
  | { readonly status: 'blocked' };
export type Step = Planned & Stand;

export interface Run {
  readonly id: string;
  /** What was requested: the same id with something else is an error. */
  readonly fingerprint: string;
  readonly status: RunView['status'];
  readonly steps: readonly Step[];
  readonly total: number;
  readonly createdAt: Millis;
  readonly endedAt?: Millis;
  /** Its owner wants no more of it. */
  readonly canceled: boolean;
  /** What later steps are submitted with that no one is there to tell any more: interface language, and country of the request. */
  readonly language: string;
  readonly country?: string;
  /** Whether the user confirmed that the people shown consent. */
  readonly consent: boolean;
}

/** What the server has made of a board. */
export interface BoardState {
  readonly id: ProjectId;
  readonly owner: UserId;
  readonly made: Readonly<Record<string, Made>>;
  readonly run?: Run;
  readonly changedAt: Millis;
}

const isOver = ({ status }: Stand): boolean => status !== 'waiting' && status !== 'running';

/** A run that begins with what was planned. */
export function begin(named: Pick<Run, 'id' | 'fingerprint' | 'createdAt' | 'language' | 'country' | 'consent'>, planned: readonly Planned[]): Run {
  // What was made before carries an id of our own.
  const steps = planned.map((step): Step => ({ ...step, ...(step.reused === undefined ? { status: 'waiting' } : { status: 'reused', taskId: step.reused.taskId as TaskId, index: step.reused.index }) }));
  return concluded({ ...named, status: 'running', steps, total: steps.reduce((sum, { price }) => sum + price, 0), canceled: false }, named.createdAt);
}

/** The same step elsewhere in its life. */
function moved(step: Step, stand: Stand): Step {
  const { node, procedure, model, settings, prompt, feeds, price, priceVersion, reused } = step;
  return { node, procedure, model, settings, prompt, feeds, price, priceVersion, ...defined({ reused }), ...stand };
}

const changed = (run: Run, node: NodeId, stand: (step: Step) => Stand): Run => ({ ...run, steps: run.steps.map((step) => (step.node === node ? moved(step, stand(step)) : step)) });

/**
 * A run brought up to what its tasks have come to: steps end as their tasks did, what hangs on one that failed is blocked, and when nothing is left
 * to be done the run has ended. What is up to date is given back as it is.
 * @param tasks of its steps, as far as they are there
 */
export function settled(run: Run, tasks: ReadonlyMap<TaskId, Task>, now: Millis): Run {
  if (run.status !== 'running') return run;
  const steps = run.steps.map((step) => {
    if (step.status === 'waiting') return run.canceled ? moved(step, { status: 'canceled' }) : step;
    if (step.status !== 'running') return step;
    const task = tasks.get(step.taskId);
    if (task === undefined) return run.canceled ? moved(step, { status: 'canceled', taskId: step.taskId, unsure: true }) : step;
    return hasEnded(task) ? moved(step, endOf(task)) : step;
  });
  const isSame = steps.every((step, index) => step === run.steps[index]);
  return concluded(isSame ? run : { ...run, steps }, now);
}

function endOf(task: EndedTask): Stand {
  switch (task.status) {
    case 'succeeded': {
      const index = task.outputs.findIndex(({ state }) => state === 'ready');
      // Deleted since: there is nothing that could be taken from it.
      return index < 0 || task.hidden ? { status: 'failed', taskId: task.id, error: productError('TASK_NOT_FOUND') } : { status: 'succeeded', taskId: task.id, index };
    }
    case 'failed':
      return { status: 'failed', taskId: task.id, error: task.error };
    case 'canceled':
      return task.reason === 'deadline' ? { status: 'failed', taskId: task.id, error: productError('TASK_EXPIRED') } : { status: 'canceled', taskId: task.id };
    default:
      return task satisfies never;
  }
}

/** Blocks what cannot come any more, and ends the run when all is over. */
function concluded(run: Run, now: Millis): Run {
  const lost = new Set<NodeId>(run.steps.filter(({ status }) => status === 'failed' || status === 'canceled' || status === 'blocked').map(({ node }) => node));
  // Steps stand after those that they hang on: one pass finds all.
  const steps = run.steps.map((step) => {
    if (step.status !== 'waiting' || !step.feeds.some((feed) => 'step' in feed && lost.has(feed.step))) return step;
    lost.add(step.node);
    return moved(step, { status: 'blocked' });
  });
  const next = steps.every((step, index) => step === run.steps[index]) ? run : { ...run, steps };
  if (!steps.every(isOver)) return next;
  return { ...next, status: run.canceled ? 'canceled' : lost.size > 0 ? 'failed' : 'succeeded', endedAt: now };
}

/**
 * What is to be submitted next: the first step that waits for nothing that is still to be made.
 * @param room steps that may be in progress beside those that are
 * @param isRoomLikely whether something has just ended, so that what was refused for want of room may be tried before its time
 */
export function nextStep(run: Run, room: number, now: Millis, isRoomLikely: boolean): Step | undefined {
  if (run.status !== 'running' || run.canceled || run.steps.filter(({ status }) => status === 'running').length >= room) return undefined;
  const there = new Set(run.steps.filter(({ status }) => status === 'succeeded' || status === 'reused').map(({ node }) => node));
  return run.steps.find((step) => {
    if (step.status !== 'waiting' || !step.feeds.every((feed) => 'ref' in feed || there.has(feed.step))) return false;
    return step.refused === undefined || step.refused.until <= now || (isRoomLikely && step.refused.by === 'PARALLEL_TASK_LIMIT');
  });
}

/** What a step is made from, now that all of it is there. @throws Error for a step that is not ready: `nextStep` gives no such one */
export function sourcesOf(run: Run, { node, feeds }: Planned): readonly { readonly role: SourceRole; readonly ref: SourceRef }[] {
  return feeds.map((feed) => {
    if ('ref' in feed) return { role: feed.role, ref: feed.ref };
    const from = run.steps.find((step) => step.node === feed.step);
    if (from?.status !== 'succeeded' && from?.status !== 'reused') throw new Error(`${node} hangs on ${feed.step}, which is not there`);
    return { role: feed.role, ref: { from: 'output', taskId: from.taskId, index: from.index } };
  });
}

/** A step is about to be submitted as this task. */
export const submitting = (run: Run, node: NodeId, taskId: TaskId): Run => changed(run, node, () => ({ status: 'running', taskId }));

/** A step was refused for now. */
export const putOff = (run: Run, node: NodeId, by: ProductError['identifier'], until: Millis): Run => changed(run, node, () => ({ status: 'waiting', refused: { by, until } }));

/** A step was refused, and nothing was taken. */
export const refusedStep = (run: Run, node: NodeId, error: ProductError, now: Millis): Run => concluded(changed(run, node, () => ({ status: 'failed', error })), now);

/** Its owner wants no more of it. What is in progress is still to be cancelled. */
export const cancelRun = (run: Run): Run => (run.status === 'running' && !run.canceled ? { ...run, canceled: true } : run);

/** Whether a step was cancelled before its task was seen. */
export const isUnsure = (step: Step): step is Step & { readonly status: 'canceled'; readonly taskId: TaskId } => step.status === 'canceled' && step.taskId !== undefined && step.unsure === true;

/** Nothing that was on its way when the run was cancelled can still arrive. */
export const nowSure = (run: Run): Run => ({ ...run, steps: run.steps.map((step) => (isUnsure(step) ? moved(step, { status: 'canceled', taskId: step.taskId }) : step)) });

/** A run that has waited too long for its turn is given up. */
export function expired(run: Run, now: Millis): Run {
  if (run.status !== 'running') return run;
  return concluded({ ...run, steps: run.steps.map((step) => (step.status === 'waiting' ? moved(step, { status: 'failed', error: productError('TASK_EXPIRED') }) : step)) }, now);
}

/** A run as its owner sees it. */
export function viewRun({ id, status, steps, total, createdAt }: Run): RunView {
  return { id, status, steps: steps.map(viewStep), total, createdAt };
}

function viewStep(step: Step): StepView {
  const status: StepStatus = step.status;
  return {
    node: step.node, status, price: step.price, ...('taskId' in step && step.taskId !== undefined ? { taskId: step.taskId } : {}),
    ...(step.status === 'failed' ? { error: { identifier: step.error.identifier, params: step.error.params } } : {}),
  };
}
