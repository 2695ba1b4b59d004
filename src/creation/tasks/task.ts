import type { Lane } from '../../billing/plans/entitlements.shared.js';
import type { Brand } from '../../kernel/brand.js';
import type { Millis } from '../../kernel/clock.js';
import { defined } from '../../kernel/defined.shared.js';
import { productError, type ProductError } from '../../kernel/errors.shared.js';
import type { ConsistencyToken } from '../../kernel/event-sourcing/event.js';
import type { TaskId, UserId } from '../../kernel/ids.js';
import { err, ok, type Result } from '../../kernel/result.js';
import type { Traceparent } from '../../kernel/trace.js';
import { SEED_MAX, withoutTexts, type OutputType, type Params, type SourceRole } from '../procedures/params.shared.js';
import type { ProjectId } from '../projects/project.js';
import type { Defect } from './failure.shared.js';
import type { TaskInput, Understanding } from './task.shared.js';
import type { Publication } from '../publishing/publication.js';

/**
 * A task's life cycle: `reserving → queued → processing → succeeded | failed | canceled`. Every transition is a pure
 * function from a task and the time to a task or a refusal. The result is written by compare-and-set on the version
 * that was read, so of two writers one wins and the other retries.
 */
export type { TaskId };
// The same brand as in the platform, which the core must not import.
type BlobHash = Brand<string, 'BlobHash'>;

export type { Understanding };

/** A blob that the task holds, with the task's own reference. */
export interface Held {
  readonly hash: BlobHash;
  readonly reference: string;
  readonly bytes: number;
}

/** A source of a task. Its reference is taken before credits are held. */
export interface Source extends Held {
  readonly role: SourceRole;
  readonly type: string;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** Of a video: its duration in seconds, and its poster image. */
  readonly seconds?: number;
  readonly poster?: Held;
  /** Of an own result: when it was requested. */
  readonly madeAt?: Millis;
}

export type Output =
  | { readonly state: 'pending'; readonly seed: number }
  /** Recorded before the bytes are stored, so that whoever ends the task knows what to remove. */
  | ({ readonly state: 'storing' } & Made)
  /** `publication` is the work's publication status; absent until its owner first submits it. */
  | ({ readonly state: 'ready'; readonly publication?: Publication } & Made)
  | { readonly state: 'failed'; readonly seed: number; readonly error: ProductError };

/** A result. Its reference includes the attempt, so that a late writer removes only its own. */
export interface Made extends Held {
  /** The seed that was used. */
  readonly seed: number;
  /** The engine took no seed: the same request makes another result. */
  readonly seedless?: true;
  /** Delivered with a defect, because its payer's releases of the day were used up. */
  readonly defect?: Defect;
  readonly type: OutputType;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** Of a video: its duration in seconds, and its poster image. */
  readonly seconds?: number;
  readonly poster?: Held;
}

/** What an ended task owes to the ledger. */
export type Settlement =
  /** Whole credits; `listed` is the price of what was delivered for free, for the record. */
  | { readonly state: 'due'; readonly captures: number; readonly listed?: number }
  /** `captured` is whole credits; `note` says why it differs from what was due. */
  | {
      readonly state: 'settled';
      readonly captured: number;
      readonly listed?: number;
      readonly at: Millis;
      readonly note?: string;
    };

interface TaskFacts {
  readonly id: TaskId;
  readonly owner: UserId;
  /** The account that pays: the owner at submission. */
  readonly payer: UserId;
  /** Its project; absent in the owner's default project, for tasks older than projects, and when hidden. */
  readonly project?: ProjectId;
  /** Fingerprint of the request: the same request id with another fingerprint is an error. */
  readonly fingerprint: string;
  readonly input: TaskInput;
  readonly params: Params;
  readonly sources: readonly Source[];
  readonly media: 'image' | 'video';
  /** Of each output: pixels, and duration in seconds (0 for images). */
  readonly width: number;
  readonly height: number;
  readonly seconds: number;
  /** Whole credits: `amount = base + outputs × perOutput`, less the deduction. */
  readonly price: {
    readonly amount: number;
    readonly base: number;
    readonly perOutput: number;
    readonly version: number;
  };
  /**
   * Set if the task is free by its payer's plan: the price it would have had, and the daily (UTC) limit of free tasks,
   * including this one.
   */
  readonly relaxed?: {
    readonly amount: number;
    readonly base: number;
    readonly perOutput: number;
    readonly aDay: number;
  };
  /**
   * Made by the local engine while a connected one made the final. `free` if it took one of the payer's free drafts:
   * the price it would have had, and their daily (UTC) limit, including this one.
   */
  readonly draft?: { readonly free?: { readonly amount: number; readonly aDay: number } };
  /**
   * The draft of this final and the part of its price that is deducted: whole credits, which `price.amount` leaves out.
   */
  readonly deduction?: { readonly draft: TaskId; readonly amount: number };
  /** The final that deducts this draft's price. A draft has at most one (adr/0092). */
  readonly deductedFrom?: TaskId;
  /** Which grants may pay for it. */
  readonly eligibility: 'any' | 'free-models';
  /**
   * The owner's limit of tasks at once at the submission; and the part of it that comes from an operator's role, which
   * stays when the plan changes.
   */
  readonly parallel: number;
  readonly byRole?: number;
  /** Its queue lane, as of the submission. */
  readonly lane: Lane;
  /** Whether results are watermarked, as of the submission. */
  readonly marked: boolean;
  /** The payer's daily (UTC) limit of videos of free models, including this one; absent without a limit. */
  readonly videosADay?: number;
  readonly createdAt: Millis;
  readonly changedAt: Millis;
  readonly deadlineAt: Millis;
  /** Deleted by its owner, or refused for lack of credits; never listed. */
  readonly hidden: boolean;
  /** Trace of its submission, if recorded; later work continues it. */
  readonly traceparent?: Traceparent;
}

interface WithHold {
  /** Position of the hold in the ledger; absent if nothing was held. */
  readonly hold?: ConsistencyToken;
}

interface Attempted extends WithHold {
  /**
   * Number of attempts begun, which is the current one's number while processing. It fences every write of a worker.
   */
  readonly attempt: number;
  /** Attempts that failed by a lost lease or a transient fault. */
  readonly lost: number;
  readonly outputs: readonly Output[];
  readonly startedAt?: Millis;
  readonly understanding?: Understanding;
}

export type Reserving = TaskFacts & { readonly status: 'reserving' };
export type Queued = TaskFacts & Attempted & { readonly status: 'queued'; readonly queuedAt: Millis };
export type Processing = TaskFacts &
  Attempted & {
    readonly status: 'processing';
    readonly startedAt: Millis;
    readonly heartbeatAt: Millis;
    /** 0 to 100 over all outputs, as last stored; live progress is not stored. */
    readonly percent: number;
  };
interface Ended extends Attempted {
  readonly finishedAt: Millis;
  readonly settlement: Settlement;
  /** It ended before its hold was confirmed, so a hold in flight may arrive after the release. */
  readonly unsureHold: boolean;
  /** References that a submission in flight may have taken after they were released. The purge releases them again. */
  readonly unsureSources?: readonly Held[];
}
export type Succeeded = TaskFacts & Ended & { readonly status: 'succeeded' };
export type Failed = TaskFacts & Ended & { readonly status: 'failed'; readonly error: ProductError };
export type Canceled = TaskFacts & Ended & { readonly status: 'canceled'; readonly reason: 'user' | 'deadline' };

export type EndedTask = Succeeded | Failed | Canceled;
export type Task = Reserving | Queued | Processing | EndedTask;

/** Project of a task; undefined for the owner's default project. */
export type InProject = Pick<Task, 'project'>;

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
 * Price of the delivered outputs: the base once, and each output, less the deduction, which leaves one credit; 0 if
 * none was delivered.
 */
export function deliveredPrice(
  task: { readonly price: Pick<TaskFacts['price'], 'base' | 'perOutput'>; readonly deduction?: TaskFacts['deduction'] },
  delivered: number,
): number {
  const full = delivered === 0 ? 0 : task.price.base + delivered * task.price.perOutput;
  return Math.max(Math.min(full, 1), full - (task.deduction?.amount ?? 0));
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

/** Deletes a task for its owner: all text and images are removed, and only the fact that it existed stays. */
export function hide(task: Task, at: Millis): Result<EndedTask, Refusal> {
  if (!hasEnded(task) || task.hidden) return err('not-now');
  const { understanding: _understanding, project: _project, ...rest } = task;
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
  return task.owner === to || task.hidden ? err('not-now') : ok({ ...task, owner: to, changedAt: at });
}

/** Moves a task to another project; to the default one if none is given. */
export function putInto(task: Task, project: ProjectId | undefined, at: Millis): Result<Task, Refusal> {
  if (task.hidden || task.project === project) return err('not-now');
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
