import type { Millis } from '../../kernel/clock.js';
import { defined } from '../../kernel/defined.shared.js';
import { productError, type ProductError } from '../../kernel/errors.shared.js';
import type { ConsistencyToken } from '../../kernel/event-sourcing/event.js';
import type { UserId } from '../../kernel/ids.js';
import { err, ok, type Result } from '../../kernel/result.js';
import { SEED_MAX, withoutTexts } from '../procedures/params.shared.js';
import type { ProjectId } from '../projects/project.js';
import type { TaskInput, Understanding } from './task.shared.js';
import type { Publication } from '../publishing/publication.js';
import type {
  Task,
  EndedTask,
  TaskFacts,
  Made,
  Reserving,
  Queued,
  Output,
  Failed,
  Processing,
  Succeeded,
  Canceled,
  Held,
  Source,
  Attempted,
} from './task.state.js';

/**
 * A task's life cycle: `reserving → queued → processing → succeeded | failed | canceled`. Every transition is a pure
 * function from a task and the time to a task or a refusal. The result is written by compare-and-set on the version
 * that was read, so of two writers one wins and the other retries.
 */
export type { TaskId } from '../../kernel/ids.js';

export type { Understanding } from './task.shared.js';

/** Why a transition does not apply: the task is in another state, or belongs to a later attempt. */
export type Refusal = 'not-now' | 'fenced';

/** Whether a task has ended in any way. */
export function hasEnded(task: Task): task is EndedTask {
  return task.status === 'succeeded' || task.status === 'failed' || task.status === 'canceled';
}

/** The seed of output `index`: the task's seed and the index, modulo 2³². */
export function outputSeed(seed: number, index: number): number {
  return (seed + index) % (SEED_MAX + 1);
}

/**
 * Price of the delivered outputs: the base once, and each output, less the deduction, which leaves one credit; then the
 * surcharge, once; 0 if none was delivered.
 */
export function deliveredPrice(
  {
    price,
    deduction,
    surcharge,
  }: Pick<TaskFacts, 'deduction' | 'surcharge'> & { readonly price: Pick<TaskFacts['price'], 'base' | 'perOutput'> },
  delivered: number,
): number {
  if (delivered === 0) return 0;
  const full = price.base + delivered * price.perOutput;
  return Math.max(Math.min(full, 1), full - (deduction?.amount ?? 0)) + (surcharge?.amount ?? 0);
}

/** Outputs that are stored and checked. */
export function readyOutputs(task: Task): readonly Made[] {
  return task.status === 'reserving' ? [] : task.outputs.filter((output) => output.state === 'ready');
}

/** A new task, without a hold and not queued yet. */
export function reserve(facts: Omit<TaskFacts, 'hidden' | 'changedAt'>): Reserving {
  return { ...facts, status: 'reserving', hidden: false, changedAt: facts.createdAt };
}

/** The hold is confirmed: the task is queued. */
export function enqueue(task: Task, at: Millis, hold: ConsistencyToken | undefined): Result<Queued, Refusal> {
  if (task.status !== 'reserving') return err('not-now');
  const outputs = Array.from({ length: task.input.count }, (_, index): Output => ({
    state: 'pending',
    seed: outputSeed(task.input.seed, index),
  }));
  return ok({
    ...task,
    status: 'queued',
    changedAt: at,
    queuedAt: at,
    attempt: 0,
    lost: 0,
    outputs,
    ...(hold ? { hold } : {}),
  });
}

/** The hold was refused: the task ends hidden and without its prompt. It remains as proof that its id was used. */
export function refuse(task: Task, at: Millis, error: ProductError): Result<Failed, Refusal> {
  if (task.status !== 'reserving') return err('not-now');
  const { project: _project, ...rest } = task;
  return ok({
    ...rest,
    ...endedUnworked(task, at),
    status: 'failed',
    error,
    hidden: true,
    input: withoutWords(task.input),
    params: withoutTexts(task.params),
    sources: [],
    unsureSources: task.sources.flatMap(withPoster).map(namesOf),
  });
}

/** A worker begins attempt `attempt`, which must be the next one. */
export function begin(task: Task, attempt: number, at: Millis): Result<Processing, Refusal> {
  if (task.status !== 'queued') return err('not-now');
  if (attempt !== task.attempt + 1) return err('fenced');
  const { queuedAt: _queuedAt, ...rest } = task;
  return ok({
    ...rest,
    status: 'processing',
    changedAt: at,
    attempt,
    startedAt: task.startedAt ?? at,
    heartbeatAt: at,
    percent: share(task.outputs),
  });
}

/** Heartbeat of the worker of `attempt`; `deadlineAt` is given if the deadline moves. */
export function heartbeat(
  task: Task,
  attempt: number,
  at: Millis,
  percent: number,
  deadlineAt?: Millis,
): Result<Processing, Refusal> {
  return withAttempt(task, attempt, (current) => ({
    ...current,
    changedAt: at,
    heartbeatAt: at,
    percent: Math.max(current.percent, Math.min(99, Math.round(percent))),
    deadlineAt: deadlineAt ?? current.deadlineAt,
  }));
}

/** Sets the state of output `index`. `ready` and `failed` are final. */
export function recordOutput(
  task: Task,
  attempt: number,
  index: number,
  output: Output,
  at: Millis,
  understanding?: Understanding,
): Result<Processing, Refusal> {
  const before = task.status === 'processing' ? task.outputs[index] : undefined;
  if (before === undefined || before.state === 'ready' || before.state === 'failed') return err('not-now');
  return withAttempt(task, attempt, (current) => {
    const outputs = current.outputs.map((existing, place) => (place === index ? output : existing));
    return {
      ...current,
      changedAt: at,
      heartbeatAt: at,
      outputs,
      percent: Math.max(current.percent, share(outputs)),
      ...(understanding ? { understanding } : {}),
    };
  });
}

/**
 * Ends a task whose outputs are all ready or failed. The price of the delivered ones is due, or the whole hold is
 * released.
 */
export function conclude(task: Task, attempt: number, at: Millis): Result<Succeeded | Failed, Refusal> {
  if (task.status !== 'processing') return err('not-now');
  if (task.attempt !== attempt) return err('fenced');
  if (task.outputs.some((output) => output.state === 'pending' || output.state === 'storing')) return err('not-now');
  return ok(endWithWhatIsThere(task, at, productError('ENGINE_FAILED')));
}

/**
 * Ends attempt `attempt` after a lost lease or a transient engine fault. The task returns to the queue or, after the
 * last attempt, ends with the outputs that it has. It keeps its queue position from the first attempt.
 * @param limit lost attempts before the task ends
 */
export function loseAttempt(
  task: Task,
  attempt: number,
  at: Millis,
  limit: number,
  error: ProductError,
): Result<Queued | Succeeded | Failed, Refusal> {
  return backToQueue(task, attempt, at, (current) =>
    current.lost + 1 >= limit
      ? endWithWhatIsThere({ ...current, lost: current.lost + 1 }, at, error)
      : current.lost + 1,
  );
}

/** A draining worker returns the task; this counts as no lost attempt. */
export function giveBack(task: Task, attempt: number, at: Millis): Result<Queued | Succeeded | Failed, Refusal> {
  return backToQueue(task, attempt, at, (current) => current.lost);
}

/** Cancels a task that has not ended. Its outputs are dropped and its whole hold is released. */
export function cancel(task: Task, at: Millis, reason: Canceled['reason']): Result<Canceled, Refusal> {
  switch (task.status) {
    case 'reserving':
      return ok({ ...task, ...endedUnworked(task, at), status: 'canceled', reason });
    case 'queued': {
      const { queuedAt: _queuedAt, ...rest } = task;
      return ok({ ...rest, outputs: withoutMade(task.outputs), status: 'canceled', reason, ...ended(at, 0, false) });
    }
    case 'processing':
      return ok({
        ...stopped(task),
        outputs: withoutMade(task.outputs),
        status: 'canceled',
        reason,
        ...ended(at, 0, false),
      });
    case 'succeeded':
    case 'failed':
    case 'canceled':
      return err('not-now');
    default:
      return task satisfies never;
  }
}

/** Records that the ledger is settled; `captured` is in whole credits. */
export function settle(task: Task, at: Millis, captured: number, note?: string): Result<EndedTask, Refusal> {
  if (!hasEnded(task) || task.settlement.state === 'settled') return err('not-now');
  const { listed } = task.settlement;
  return ok({
    ...task,
    changedAt: at,
    settlement: { state: 'settled', captured, ...defined({ listed }), at, ...(note ? { note } : {}) },
  });
}

/** Whether nothing is left of a task for its owner: deleted or refused. What is in the trash can come back. */
export const isGone = ({ hidden, trashedAt }: Pick<Task, 'hidden' | 'trashedAt'>): boolean =>
  hidden && trashedAt === undefined;

/**
 * Deletes a task for its owner, also from the trash: all text, marks and images are removed, and only the fact that it
 * existed stays.
 */
export function hide(task: Task, at: Millis): Result<EndedTask, Refusal> {
  if (!hasEnded(task) || isGone(task)) return err('not-now');
  const { understanding: _understanding, project: _project, ...marked } = task;
  const { tags: _tags, isFavourite: _isFavourite, rating: _rating, ...dated } = marked;
  const { trashedAt: _trashedAt, archivedAt: _archivedAt, ...rest } = dated;
  // Only a task that was never processed may be deleted while references to its sources are still being taken.
  const unsure = task.attempt === 0 ? { unsureSources: task.sources.flatMap(withPoster).map(namesOf) } : {};
  return ok({
    ...rest,
    ...unsure,
    hidden: true,
    changedAt: at,
    input: withoutWords(task.input),
    params: withoutTexts(task.params),
    sources: [],
    outputs: withoutMade(task.outputs),
  });
}

/** Moves a visitor's task to the existing account that they signed in to. Its payer stays. */
export function mergeVisitor(task: Task, to: UserId, at: Millis): Result<Task, Refusal> {
  return task.owner === to || isGone(task) ? err('not-now') : ok({ ...task, owner: to, changedAt: at });
}

/** Moves a task to another project; to the default one if none is given. */
export function putInto(task: Task, project: ProjectId | undefined, at: Millis): Result<Task, Refusal> {
  if (isGone(task) || task.project === project) return err('not-now');
  const { project: _before, ...rest } = task;
  return ok({ ...rest, ...defined({ project }), changedAt: at });
}

/** Changes the publication status of an output. */
export function publish<T extends Succeeded>(task: T, index: number, publication: Publication, at: Millis): T {
  return {
    ...task,
    changedAt: at,
    outputs: task.outputs.map((output, place) =>
      place === index && output.state === 'ready' ? { ...output, publication } : output,
    ),
  };
}

/** Blobs that `before` holds and `after` does not; without `after`, all of them. */
export function droppedBlobs(before: Task, after?: Task): readonly Held[] {
  const kept = new Set(after === undefined ? [] : blobsOf(after).map(({ hash, reference }) => `${hash} ${reference}`));
  return blobsOf(before).filter(({ hash, reference }) => !kept.has(`${hash} ${reference}`));
}

/** Sources are held as long as the task is visible to its owner. */
function blobsOf(task: Task): readonly Held[] {
  const made =
    task.status === 'reserving'
      ? []
      : task.outputs.filter((output) => output.state === 'ready' || output.state === 'storing');
  return [...task.sources, ...made].flatMap(withPoster);
}

/** The blobs of one image or video. */
export const withPoster = (held: Source | Made): readonly Held[] =>
  held.poster === undefined ? [held] : [held, held.poster];

const namesOf = ({ hash, reference, bytes }: Held): Held => ({ hash, reference, bytes });

function share(outputs: readonly Output[]): number {
  const done = outputs.filter((output) => output.state === 'ready' || output.state === 'failed').length;
  return outputs.length === 0 ? 0 : Math.min(99, Math.floor((100 * done) / outputs.length));
}

function withAttempt(
  task: Task,
  attempt: number,
  change: (current: Processing) => Processing,
): Result<Processing, Refusal> {
  if (task.status !== 'processing') return err('not-now');
  return task.attempt === attempt ? ok(change(task)) : err('fenced');
}

function backToQueue(
  task: Task,
  attempt: number,
  at: Millis,
  decide: (current: Processing) => number | Succeeded | Failed,
): Result<Queued | Succeeded | Failed, Refusal> {
  if (task.status !== 'processing') return err('not-now');
  if (task.attempt !== attempt) return err('fenced');
  const verdict = decide(task);
  if (typeof verdict !== 'number') return ok(verdict);
  return ok({ ...stopped(task), status: 'queued', changedAt: at, queuedAt: task.startedAt, lost: verdict });
}

/** A processing task without the fields of that state. */
function stopped(task: Processing): TaskFacts & Attempted {
  const { heartbeatAt: _heartbeatAt, percent: _percent, status: _status, ...rest } = task;
  return rest;
}

function endWithWhatIsThere(task: Processing, at: Millis, error: ProductError): Succeeded | Failed {
  const outputs = task.outputs.map((output): Output =>
    output.state === 'ready' || output.state === 'failed' ? output : { state: 'failed', seed: output.seed, error },
  );
  const delivered = outputs.filter((output) => output.state === 'ready').length;
  if (delivered > 0)
    return {
      ...stopped(task),
      outputs,
      status: 'succeeded',
      ...ended(at, deliveredPrice(task, delivered), false, listedPrice(task, delivered)),
    };
  const first = outputs.find((output) => output.state === 'failed');
  return { ...stopped(task), outputs, status: 'failed', error: first?.error ?? error, ...ended(at, 0, false) };
}

/** The price of delivered outputs that were free by a plan, or that a deduction covers; undefined if they were not. */
function listedPrice({ relaxed, deduction, price }: TaskFacts, delivered: number): number | undefined {
  if (relaxed !== undefined) return deliveredPrice({ price: relaxed }, delivered);
  return deduction !== undefined && price.amount === 0 ? deliveredPrice({ price }, delivered) : undefined;
}

function ended(
  at: Millis,
  captures: number,
  unsureHold: boolean,
  listed?: number,
): Pick<EndedTask, 'changedAt' | 'finishedAt' | 'settlement' | 'unsureHold'> {
  return { changedAt: at, finishedAt: at, settlement: { state: 'due', captures, ...defined({ listed }) }, unsureHold };
}

function endedUnworked(
  task: Reserving,
  at: Millis,
): Pick<EndedTask, 'changedAt' | 'finishedAt' | 'settlement' | 'unsureHold' | 'attempt' | 'lost' | 'outputs'> {
  return { ...ended(at, 0, task.price.amount > 0 || task.deduction !== undefined), attempt: 0, lost: 0, outputs: [] };
}

function withoutWords(input: TaskInput): TaskInput {
  return { ...input, prompt: '', negativePrompt: '' };
}

function withoutMade(outputs: readonly Output[]): readonly Output[] {
  return outputs.filter((output) => output.state === 'pending' || output.state === 'failed');
}
