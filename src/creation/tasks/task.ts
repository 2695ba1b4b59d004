import type { Lane } from '../../billing/plans/entitlements.shared.js';
import type { Brand } from '../../kernel/brand.js';
import type { Millis } from '../../kernel/clock.js';
import { defined } from '../../kernel/defined.shared.js';
import { productError, type ProductError } from '../../kernel/errors.shared.js';
import type { ConsistencyToken } from '../../kernel/event.js';
import type { TaskId, UserId } from '../../kernel/ids.js';
import { err, ok, type Result } from '../../kernel/result.js';
import type { Traceparent } from '../../kernel/trace.js';
import { SEED_MAX, withoutTexts, type OutputType, type Params, type SourceRole } from '../procedures/params.shared.js';
import type { ProjectId } from '../projects/project.js';
import type { TaskInput, Understanding } from './task.shared.js';
import type { Publication } from '../publishing/publication.js';

/**
 * A task's life as data: `reserving → queued → processing → succeeded | failed | canceled`. Every transition is a pure
 * function from a task and the time to a task, or a refusal. Who writes the answer does so by compare-and-set on the
 * version that was read, so that of two writers one wins and the other decides again.
 */
export type { TaskId };
// The same brand as the platform's; the core may not import from there.
type BlobHash = Brand<string, 'BlobHash'>;

export type { Understanding };

/** Bytes that the task holds, under a reference of its own. */
export interface Held {
  readonly hash: BlobHash;
  readonly reference: string;
  readonly bytes: number;
}

/** What a task is made from. Its reference is taken before anything is held for it. */
export interface Source extends Held {
  readonly role: SourceRole;
  readonly type: string;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** A video's: its length, and an image of it. */
  readonly seconds?: number;
  readonly poster?: Held;
  /** Of a result of one's own: when it was requested. */
  readonly madeAt?: Millis;
}

export type Output =
  | { readonly state: 'pending'; readonly seed: number }
  /** Named before its bytes are stored, so that whoever ends the task knows what to remove. */
  | ({ readonly state: 'storing' } & Made)
  /** `publication` is how it stands as a work; absent until its owner first submits it. */
  | ({ readonly state: 'ready'; readonly publication?: Publication } & Made)
  | { readonly state: 'failed'; readonly seed: number; readonly error: ProductError };

/** A result. Its reference carries the attempt, so that a late writer removes its own and no other. */
export interface Made extends Held {
  readonly seed: number;
  readonly type: OutputType;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** A video's: its length, and an image of it. */
  readonly seconds?: number;
  readonly poster?: Held;
}

/** What is owed to the ledger once a task has ended. */
export type Settlement =
  /** Whole credits; `listed` is the price of what was delivered and costs nothing, to be written down. */
  | { readonly state: 'due'; readonly captures: number; readonly listed?: number }
  /** `captured` is whole credits; `note` says why it is not what was due. */
  | { readonly state: 'settled'; readonly captured: number; readonly listed?: number; readonly at: Millis; readonly note?: string };

interface TaskFacts {
  readonly id: TaskId;
  readonly owner: UserId;
  /** Whose account pays: who was its owner when it was submitted. */
  readonly payer: UserId;
  /** Where its owner keeps it; absent in the owner's default project, as all are that were made before there were others, and when hidden. */
  readonly project?: ProjectId;
  /** Follows from what was requested: the same request id with another request is an error. */
  readonly fingerprint: string;
  readonly input: TaskInput;
  readonly params: Params;
  readonly sources: readonly Source[];
  readonly media: 'image' | 'video';
  /** Of each output: pixels, and seconds (0 for images). */
  readonly width: number;
  readonly height: number;
  readonly seconds: number;
  /** Whole credits: `amount = base + outputs × perOutput`. */
  readonly price: { readonly amount: number; readonly base: number; readonly perOutput: number; readonly version: number };
  /** It costs nothing by its payer's plan: what it would have cost, and how many of a UTC day may be so, this one among them. */
  readonly relaxed?: { readonly amount: number; readonly base: number; readonly perOutput: number; readonly aDay: number };
  /** What the work is to the ledger: which grants may pay. */
  readonly eligibility: 'any' | 'free-models';
  /** Tasks of its owner that may run at once, as of the submission; and how many of them by a role of the operator's giving, whatever becomes of the plan. */
  readonly parallel: number;
  readonly byRole?: number;
  /** Where it waits, as of the submission. */
  readonly lane: Lane;
  /** Whether what is made carries the product's mark, as of the submission. */
  readonly marked: boolean;
  /** Videos of free models that its payer may have made on the UTC day of its submission, this one among them; absent where there is no limit. */
  readonly videosADay?: number;
  readonly createdAt: Millis;
  readonly changedAt: Millis;
  readonly deadlineAt: Millis;
  /** Deleted by its owner, or refused for want of credits: in no list. */
  readonly hidden: boolean;
  /** The trace of its submission, if that is recorded: what is done for it later continues with it. */
  readonly traceparent?: Traceparent;
}

interface WithHold {
  /** Where the hold is in the ledger; absent when nothing had to be held. */
  readonly hold?: ConsistencyToken;
}

interface Worked extends WithHold {
  /** Attempts begun; the number of the current one while processing. It fences every write of a worker. */
  readonly attempt: number;
  /** Attempts that failed: lost leases and passing faults. */
  readonly lost: number;
  readonly outputs: readonly Output[];
  readonly startedAt?: Millis;
  readonly understanding?: Understanding;
}

export type Reserving = TaskFacts & { readonly status: 'reserving' };
export type Queued = TaskFacts & Worked & { readonly status: 'queued'; readonly queuedAt: Millis };
export type Processing = TaskFacts & Worked & {
  readonly status: 'processing';
  readonly startedAt: Millis;
  readonly heartbeatAt: Millis;
  /** 0 to 100 over all outputs, as last written down; the live figure is not stored. */
  readonly percent: number;
};
interface Ended extends Worked {
  readonly finishedAt: Millis;
  readonly settlement: Settlement;
  /** It ended before its hold was confirmed: a hold that is still on its way may arrive after the release. */
  readonly unsureHold: boolean;
  /** What a submission that was still on its way may have taken references on after they were let go of: let go of again when the task is purged. */
  readonly unsureSources?: readonly Held[];
}
export type Succeeded = TaskFacts & Ended & { readonly status: 'succeeded' };
export type Failed = TaskFacts & Ended & { readonly status: 'failed'; readonly error: ProductError };
export type Canceled = TaskFacts & Ended & { readonly status: 'canceled'; readonly reason: 'user' | 'deadline' };

export type EndedTask = Succeeded | Failed | Canceled;
export type Task = Reserving | Queued | Processing | EndedTask;

/** What a task says of where it is: undefined where it is in its owner's default project. */
export type InProject = Pick<Task, 'project'>;

/** Why a transition does not apply: the task is elsewhere by now, or belongs to a later attempt. */
export type Refusal = 'not-now' | 'fenced';

/** True for a task that has ended, however it did. */
export function hasEnded(task: Task): task is EndedTask {
  return task.status === 'succeeded' || task.status === 'failed' || task.status === 'canceled';
}

/** The seed of output `index`: the task's seed and the index, modulo 2³². */
export function outputSeed(seed: number, index: number): number {
  return (seed + index) % (SEED_MAX + 1);
}

/** What one output's delivery costs: the base once, and each delivered output; undefined when none was delivered. */
export function deliveredPrice(task: { readonly price: Pick<TaskFacts['price'], 'base' | 'perOutput'> }, delivered: number): number {
  return delivered === 0 ? 0 : task.price.base + delivered * task.price.perOutput;
}

/** The outputs that are stored and checked. */
export function readyOutputs(task: Task): readonly Made[] {
  return task.status === 'reserving' ? [] : task.outputs.filter((output) => output.state === 'ready');
}

/** A new task, not yet held for nor queued. */
export function reserve(facts: Omit<TaskFacts, 'hidden' | 'changedAt'>): Reserving {
  return { ...facts, status: 'reserving', hidden: false, changedAt: facts.createdAt };
}

/** The hold stands: the task waits for its turn. */
export function enqueue(task: Task, at: Millis, hold: ConsistencyToken | undefined): Result<Queued, Refusal> {
  if (task.status !== 'reserving') return err('not-now');
  const outputs = Array.from({ length: task.input.count }, (_, index): Output => ({ state: 'pending', seed: outputSeed(task.input.seed, index) }));
  return ok({ ...task, status: 'queued', changedAt: at, queuedAt: at, attempt: 0, lost: 0, outputs, ...(hold ? { hold } : {}) });
}

/** The hold was refused: the task ends hidden and without its words, as the proof that its id was used. */
export function refuse(task: Task, at: Millis, error: ProductError): Result<Failed, Refusal> {
  if (task.status !== 'reserving') return err('not-now');
  const { project: _project, ...rest } = task;
  return ok({ ...rest, ...endedUnworked(task, at), status: 'failed', error, hidden: true, input: withoutWords(task.input), params: withoutTexts(task.params), sources: [], unsureSources: task.sources.flatMap(withPoster).map(namesOf) });
}

/** A worker begins attempt `attempt`, which must be the next one. */
export function begin(task: Task, attempt: number, at: Millis): Result<Processing, Refusal> {
  if (task.status !== 'queued') return err('not-now');
  if (attempt !== task.attempt + 1) return err('fenced');
  const { queuedAt: _queuedAt, ...rest } = task;
  return ok({ ...rest, status: 'processing', changedAt: at, attempt, startedAt: task.startedAt ?? at, heartbeatAt: at, percent: share(task.outputs) });
}

/** The worker of `attempt` is alive; `deadlineAt` is given when it moves it. */
export function heartbeat(task: Task, attempt: number, at: Millis, percent: number, deadlineAt?: Millis): Result<Processing, Refusal> {
  return withAttempt(task, attempt, (current) => ({
    ...current, changedAt: at, heartbeatAt: at, percent: Math.max(current.percent, Math.min(99, Math.round(percent))), deadlineAt: deadlineAt ?? current.deadlineAt,
  }));
}

/** Puts output `index` into a new state. What is ready or failed stays so. */
export function recordOutput(task: Task, attempt: number, index: number, output: Output, at: Millis, understanding?: Understanding): Result<Processing, Refusal> {
  const before = task.status === 'processing' ? task.outputs[index] : undefined;
  if (before === undefined || before.state === 'ready' || before.state === 'failed') return err('not-now');
  return withAttempt(task, attempt, (current) => {
    const outputs = current.outputs.map((existing, place) => (place === index ? output : existing));
    return { ...current, changedAt: at, heartbeatAt: at, outputs, percent: Math.max(current.percent, share(outputs)), ...(understanding ? { understanding } : {}) };
  });
}

/** Every output is ready or failed: what was delivered is to be captured, or the whole hold given back. */
export function conclude(task: Task, attempt: number, at: Millis): Result<Succeeded | Failed, Refusal> {
  if (task.status !== 'processing') return err('not-now');
  if (task.attempt !== attempt) return err('fenced');
  if (task.outputs.some((output) => output.state === 'pending' || output.state === 'storing')) return err('not-now');
  return ok(endWithWhatIsThere(task, at, productError('ENGINE_FAILED')));
}

/**
 * Attempt `attempt` failed (its lease was lost, or the engine had a passing fault): back to the queue, or,
 * after the last one, concluded with what is there. It keeps its place: it stands in the queue from when it first began.
 * @param limit attempts that may be lost before the task is concluded
 */
export function loseAttempt(task: Task, attempt: number, at: Millis, limit: number, error: ProductError): Result<Queued | Succeeded | Failed, Refusal> {
  return backToQueue(task, attempt, at, (current) => (current.lost + 1 >= limit ? endWithWhatIsThere({ ...current, lost: current.lost + 1 }, at, error) : current.lost + 1));
}

/** The worker is asked to stop and gives the task back: no attempt is lost by it. */
export function giveBack(task: Task, attempt: number, at: Millis): Result<Queued | Succeeded | Failed, Refusal> {
  return backToQueue(task, attempt, at, (current) => current.lost);
}

/** Ends a task that has not ended; its outputs are dropped and its hold is given back whole. */
export function cancel(task: Task, at: Millis, reason: Canceled['reason']): Result<Canceled, Refusal> {
  switch (task.status) {
    case 'reserving':
      return ok({ ...task, ...endedUnworked(task, at), status: 'canceled', reason });
    case 'queued': {
      const { queuedAt: _queuedAt, ...rest } = task;
      return ok({ ...rest, outputs: withoutMade(task.outputs), status: 'canceled', reason, ...ended(at, 0, false) });
    }
    case 'processing':
      return ok({ ...stopped(task), outputs: withoutMade(task.outputs), status: 'canceled', reason, ...ended(at, 0, false) });
    case 'succeeded':
    case 'failed':
    case 'canceled':
      return err('not-now');
    default:
      return task satisfies never;
  }
}

/** The ledger has been told; `captured` is what it took, in whole credits. */
export function settle(task: Task, at: Millis, captured: number, note?: string): Result<EndedTask, Refusal> {
  if (!hasEnded(task) || task.settlement.state === 'settled') return err('not-now');
  const { listed } = task.settlement;
  return ok({ ...task, changedAt: at, settlement: { state: 'settled', captured, ...defined({ listed }), at, ...(note ? { note } : {}) } });
}

/** Its owner has deleted it: nothing of what was written or drawn stays, only that it was. */
export function hide(task: Task, at: Millis): Result<EndedTask, Refusal> {
  if (!hasEnded(task) || task.hidden) return err('not-now');
  const { understanding: _understanding, project: _project, ...rest } = task;
  // Only one that was never worked on may have been deleted while its sources were on their way.
  const unsure = task.attempt === 0 ? { unsureSources: task.sources.flatMap(withPoster).map(namesOf) } : {};
  return ok({ ...rest, ...unsure, hidden: true, changedAt: at, input: withoutWords(task.input), params: withoutTexts(task.params), sources: [], outputs: withoutMade(task.outputs) });
}

/** The visitor who owned it has signed in to an account of old: the work goes along, its payer stays. */
export function mergeVisitor(task: Task, to: UserId, at: Millis): Result<Task, Refusal> {
  return task.owner === to || task.hidden ? err('not-now') : ok({ ...task, owner: to, changedAt: at });
}

/** Its owner puts it into another project; into the default one when none is named. */
export function putInto(task: Task, project: ProjectId | undefined, at: Millis): Result<Task, Refusal> {
  if (task.hidden || task.project === project) return err('not-now');
  const { project: _before, ...rest } = task;
  return ok({ ...rest, ...defined({ project }), changedAt: at });
}

/** An output has come to stand otherwise as a work. */
export function publish<T extends Succeeded>(task: T, index: number, publication: Publication, at: Millis): T {
  return { ...task, changedAt: at, outputs: task.outputs.map((output, place) => (place === index && output.state === 'ready' ? { ...output, publication } : output)) };
}

/** Blobs that `before` held and `after` no longer does; with no `after`, all of them. */
export function droppedBlobs(before: Task, after?: Task): readonly Held[] {
  const kept = new Set(after === undefined ? [] : blobsOf(after).map(({ hash, reference }) => `${hash} ${reference}`));
  return blobsOf(before).filter(({ hash, reference }) => !kept.has(`${hash} ${reference}`));
}

/** What was given stays as long as the task is its owner's to see. */
function blobsOf(task: Task): readonly Held[] {
  const made = task.status === 'reserving' ? [] : task.outputs.filter((output) => output.state === 'ready' || output.state === 'storing');
  return [...task.sources, ...made].flatMap(withPoster);
}

/** What is held for one image or video. */
export const withPoster = (held: Source | Made): readonly Held[] => (held.poster === undefined ? [held] : [held, held.poster]);

const namesOf = ({ hash, reference, bytes }: Held): Held => ({ hash, reference, bytes });

function share(outputs: readonly Output[]): number {
  const done = outputs.filter((output) => output.state === 'ready' || output.state === 'failed').length;
  return outputs.length === 0 ? 0 : Math.min(99, Math.floor((100 * done) / outputs.length));
}

function withAttempt(task: Task, attempt: number, change: (current: Processing) => Processing): Result<Processing, Refusal> {
  if (task.status !== 'processing') return err('not-now');
  return task.attempt === attempt ? ok(change(task)) : err('fenced');
}

function backToQueue(
  task: Task, attempt: number, at: Millis, decide: (current: Processing) => number | Succeeded | Failed,
): Result<Queued | Succeeded | Failed, Refusal> {
  if (task.status !== 'processing') return err('not-now');
  if (task.attempt !== attempt) return err('fenced');
  const verdict = decide(task);
  if (typeof verdict !== 'number') return ok(verdict);
  return ok({ ...stopped(task), status: 'queued', changedAt: at, queuedAt: task.startedAt, lost: verdict });
}

/** A processing task without what only a processing one has. */
function stopped(task: Processing): TaskFacts & Worked {
  const { heartbeatAt: _heartbeatAt, percent: _percent, status: _status, ...rest } = task;
  return rest;
}

function endWithWhatIsThere(task: Processing, at: Millis, error: ProductError): Succeeded | Failed {
  const outputs = task.outputs.map((output): Output => (output.state === 'ready' || output.state === 'failed' ? output : { state: 'failed', seed: output.seed, error }));
  const delivered = outputs.filter((output) => output.state === 'ready').length;
  if (delivered > 0) return { ...stopped(task), outputs, status: 'succeeded', ...ended(at, deliveredPrice(task, delivered), false, task.relaxed === undefined ? undefined : deliveredPrice({ price: task.relaxed }, delivered)) };
  const first = outputs.find((output) => output.state === 'failed');
  return { ...stopped(task), outputs, status: 'failed', error: first?.error ?? error, ...ended(at, 0, false) };
}

function ended(at: Millis, captures: number, unsureHold: boolean, listed?: number): Pick<EndedTask, 'changedAt' | 'finishedAt' | 'settlement' | 'unsureHold'> {
  return { changedAt: at, finishedAt: at, settlement: { state: 'due', captures, ...defined({ listed }) }, unsureHold };
}

function endedUnworked(task: Reserving, at: Millis): Pick<EndedTask, 'changedAt' | 'finishedAt' | 'settlement' | 'unsureHold' | 'attempt' | 'lost' | 'outputs'> {
  return { ...ended(at, 0, task.price.amount > 0), attempt: 0, lost: 0, outputs: [] };
}

function withoutWords(input: TaskInput): TaskInput {
  return { ...input, prompt: '', negativePrompt: '' };
}

function withoutMade(outputs: readonly Output[]): readonly Output[] {
  return outputs.filter((output) => output.state === 'pending' || output.state === 'failed');
}
