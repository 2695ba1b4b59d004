import type { Millis } from '../../kernel/clock.js';
import { defined } from '../../kernel/defined.shared.js';
import { productError, type ProductError } from '../../kernel/errors.shared.js';
import type { TaskId, UserId } from '../../kernel/ids.js';
import type { ProcedureName, SourceRef, SourceRole } from '../tasks/task.shared.js';
import { hasEnded } from '../tasks/task.js';
import type { EndedTask, Task } from '../tasks/task.state.js';
import type { ProjectId } from '../projects/project.js';
import type { CreationNode, Made, NodeId, RunView, StepStatus, StepView } from './board.shared.js';

/** The life cycle of a run as pure functions. The stored run holds everything that any process needs to continue it. */

/** A source of a step: existing media, or the future output of an earlier step. */
export type Feed = { readonly role: SourceRole } & ({ readonly ref: SourceRef } | { readonly step: NodeId });

/** A planned step, with its node as it was at the time. */
export interface Planned {
  readonly node: NodeId;
  readonly procedure: ProcedureName;
  readonly model: string;
  readonly settings: CreationNode['settings'];
  /** The prompt, from the node itself or from a prompt node. */
  readonly prompt: string;
  readonly feeds: readonly Feed[];
  /** Maximum price in credits; a higher price is refused. */
  readonly price: number;
  readonly priceVersion: number;
  /** An earlier result that is reused; the step has nothing to do. */
  readonly reused?: Made;
}

/** Status of a step. `running` begins just before the submission, so the task may not exist yet. */
export type Stand =
  | {
      readonly status: 'waiting';
      /** Refused for now: by what, and until when it is not tried again. */
      readonly refused?: { readonly by: ProductError['identifier']; readonly until: Millis };
    }
  | { readonly status: 'running'; readonly taskId: TaskId }
  | { readonly status: 'succeeded' | 'reused'; readonly taskId: TaskId; readonly index: number }
  | { readonly status: 'failed'; readonly taskId?: TaskId; readonly error: ProductError }
  | {
      readonly status: 'canceled';
      readonly taskId?: TaskId;
      /** Its task had not been seen then, and may still come. */
      readonly unsure?: true;
    }
  | { readonly status: 'blocked' };
export type Step = Planned & Stand;

export interface Run {
  readonly id: string;
  /** Fingerprint of the request: the same id with another request is an error. */
  readonly fingerprint: string;
  readonly status: RunView['status'];
  readonly steps: readonly Step[];
  readonly total: number;
  readonly createdAt: Millis;
  readonly endedAt?: Millis;
  /** Whether the owner cancelled the run. */
  readonly canceled: boolean;
  /** Context of the request, needed to submit later steps without the user: interface language, and country. */
  readonly language: string;
  readonly country?: string;
  /** Whether the user confirmed that the people shown consent. */
  readonly consent: boolean;
}

/** Runs and results of a board. */
export interface BoardState {
  readonly id: ProjectId;
  readonly owner: UserId;
  readonly made: Readonly<Record<string, Made>>;
  readonly run?: Run;
  readonly changedAt: Millis;
}

const isOver = ({ status }: Stand): boolean => status !== 'waiting' && status !== 'running';

/** Starts a run from its plan. */
export function begin(
  named: Pick<Run, 'id' | 'fingerprint' | 'createdAt' | 'language' | 'country' | 'consent'>,
  planned: readonly Planned[],
): Run {
  // An earlier result holds one of our own ids.
  const steps = planned.map((step): Step => ({
    ...step,
    ...(step.reused === undefined
      ? { status: 'waiting' }
      : { status: 'reused', taskId: step.reused.taskId as TaskId, index: step.reused.index }),
  }));
  return concluded(
    { ...named, status: 'running', steps, total: steps.reduce((sum, { price }) => sum + price, 0), canceled: false },
    named.createdAt,
  );
}

/** The same step with another status. */
function moved(step: Step, stand: Stand): Step {
  const { node, procedure, model, settings, prompt, feeds, price, priceVersion, reused } = step;
  return { node, procedure, model, settings, prompt, feeds, price, priceVersion, ...defined({ reused }), ...stand };
}

const changed = (run: Run, node: NodeId, stand: (step: Step) => Stand): Run => ({
  ...run,
  steps: run.steps.map((step) => (step.node === node ? moved(step, stand(step)) : step)),
});

/**
 * Updates a run from the state of its tasks. Steps end as their tasks did, steps that depend on a failed one are
 * blocked, and the run ends once no step is left. An unchanged run is returned as the same object.
 * @param tasks the tasks of its steps that exist
 */
export function settled(run: Run, tasks: ReadonlyMap<TaskId, Task>, now: Millis): Run {
  if (run.status !== 'running') return run;
  const steps = run.steps.map((step) => {
    if (step.status === 'waiting') return run.canceled ? moved(step, { status: 'canceled' }) : step;
    if (step.status !== 'running') return step;
    const task = tasks.get(step.taskId);
    if (task === undefined)
      return run.canceled ? moved(step, { status: 'canceled', taskId: step.taskId, unsure: true }) : step;
    return hasEnded(task) ? moved(step, endOf(task)) : step;
  });
  const isSame = steps.every((step, index) => step === run.steps[index]);
  return concluded(isSame ? run : { ...run, steps }, now);
}

function endOf(task: EndedTask): Stand {
  switch (task.status) {
    case 'succeeded': {
      const index = task.outputs.findIndex(({ state }) => state === 'ready');
      // The task was deleted since, so it has no output to use.
      return index < 0 || task.hidden
        ? { status: 'failed', taskId: task.id, error: productError('TASK_NOT_FOUND') }
        : { status: 'succeeded', taskId: task.id, index };
    }
    case 'failed':
      return { status: 'failed', taskId: task.id, error: task.error };
    case 'canceled':
      return task.reason === 'deadline'
        ? { status: 'failed', taskId: task.id, error: productError('TASK_EXPIRED') }
        : { status: 'canceled', taskId: task.id };
    default:
      return task satisfies never;
  }
}

/** Blocks steps that can no longer run, and ends the run when every step has ended. */
function concluded(run: Run, now: Millis): Run {
  const lost = new Set<NodeId>(
    run.steps
      .filter(({ status }) => status === 'failed' || status === 'canceled' || status === 'blocked')
      .map(({ node }) => node),
  );
  // Steps come after their dependencies, so one pass is enough.
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
 * Selects the next step to submit: the first one whose dependencies are done.
 * @param room how many more steps may be in progress
 * @param isRoomLikely whether a task has just ended; a step that was refused for lack of room may then be retried early
 */
export function nextStep(run: Run, room: number, now: Millis, isRoomLikely: boolean): Step | undefined {
  if (run.status !== 'running' || run.canceled || run.steps.filter(({ status }) => status === 'running').length >= room)
    return undefined;
  const there = new Set(
    run.steps.filter(({ status }) => status === 'succeeded' || status === 'reused').map(({ node }) => node),
  );
  return run.steps.find((step) => {
    if (step.status !== 'waiting' || !step.feeds.every((feed) => 'ref' in feed || there.has(feed.step))) return false;
    return (
      step.refused === undefined ||
      step.refused.until <= now ||
      (isRoomLikely && step.refused.by === 'PARALLEL_TASK_LIMIT')
    );
  });
}

/**
 * Resolves the sources of a step.
 * @throws Error for a step that is not ready, which `nextStep` never returns
 */
export function sourcesOf(
  run: Run,
  { node, feeds }: Planned,
): readonly { readonly role: SourceRole; readonly ref: SourceRef }[] {
  return feeds.map((feed) => {
    if ('ref' in feed) return { role: feed.role, ref: feed.ref };
    const from = run.steps.find((step) => step.node === feed.step);
    if (from?.status !== 'succeeded' && from?.status !== 'reused')
      throw new Error(`${node} hangs on ${feed.step}, which is not there`);
    return { role: feed.role, ref: { from: 'output', taskId: from.taskId, index: from.index } };
  });
}

/** Marks a step as about to be submitted as this task. */
export const submitting = (run: Run, node: NodeId, taskId: TaskId): Run =>
  changed(run, node, () => ({ status: 'running', taskId }));

/** Records that a step was refused for now. */
export const putOff = (run: Run, node: NodeId, by: ProductError['identifier'], until: Millis): Run =>
  changed(run, node, () => ({ status: 'waiting', refused: { by, until } }));

/** Records that a step was refused without any charge. */
export const refusedStep = (run: Run, node: NodeId, error: ProductError, now: Millis): Run =>
  concluded(
    changed(run, node, () => ({ status: 'failed', error })),
    now,
  );

/** Records that the owner cancelled the run. Tasks in progress still have to be cancelled. */
export const cancelRun = (run: Run): Run =>
  run.status === 'running' && !run.canceled ? { ...run, canceled: true } : run;

/** Whether a step was cancelled before its task was seen. */
export const isUnsure = (step: Step): step is Step & { readonly status: 'canceled'; readonly taskId: TaskId } =>
  step.status === 'canceled' && step.taskId !== undefined && step.unsure === true;

/** Marks all cancelled steps as certain: no submission from before the cancellation can still arrive. */
export const nowSure = (run: Run): Run => ({
  ...run,
  steps: run.steps.map((step) => (isUnsure(step) ? moved(step, { status: 'canceled', taskId: step.taskId }) : step)),
});

/** Ends a run that has waited too long for its turn. */
export function expired(run: Run, now: Millis): Run {
  if (run.status !== 'running') return run;
  return concluded(
    {
      ...run,
      steps: run.steps.map((step) =>
        step.status === 'waiting' ? moved(step, { status: 'failed', error: productError('TASK_EXPIRED') }) : step,
      ),
    },
    now,
  );
}

/** A run as its owner sees it. */
export function viewRun({ id, status, steps, total, createdAt }: Run): RunView {
  return { id, status, steps: steps.map(viewStep), total, createdAt };
}

function viewStep(step: Step): StepView {
  const status: StepStatus = step.status;
  return {
    node: step.node,
    status,
    price: step.price,
    ...('taskId' in step && step.taskId !== undefined ? { taskId: step.taskId } : {}),
    ...(step.status === 'failed' ? { error: { identifier: step.error.identifier, params: step.error.params } } : {}),
  };
}
