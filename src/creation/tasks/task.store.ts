import { z } from 'zod';
import { LANE_TURNS, type Lane } from '../../billing/plans/entitlements.shared.js';
import type { Millis } from '../../kernel/clock.js';
import { defined } from '../../kernel/defined.shared.js';
import { ERRORS, type ErrorIdentifier, type ProductError } from '../../kernel/errors.shared.js';
import type { StreamName } from '../../kernel/event.js';
import { err, ok, type Result } from '../../kernel/result.js';
import { isTraceparent, type Traceparent } from '../../kernel/trace.js';
import type { BlobHash } from '../../platform/blobs/port.js';
import type { Collection, DocumentStore, FindQuery, OutboxMessage, Page, PutOperation, Scalar, Versioned } from '../../platform/documents/port.js';
import { readable } from '../../platform/documents/readable.js';
import { decide } from '../../platform/documents/update.js';
import type { UserId } from '../../kernel/ids.js';
import type { ProjectId } from '../projects/project.js';
import { OUTPUT_TYPES, SOURCE_ROLES } from '../procedures/params.shared.js';
import { storedParams } from '../procedures/schema.shared.js';
import { droppedBlobs, hasEnded, type Held, type InProject, type Refusal, type Task, type TaskId } from './task.js';
import { storedPublication, submittedSince, workMessages } from '../publishing/work.stored.js';

/** Published when a task has ended; the settle policy hears it. `data` is `{ taskId }`. */
export const TASK_FINISHED = 'TaskFinished';
/** Published when a task lets go of stored images. `data` is `{ images: [{ hash, reference }] }`. */
export const PICTURES_DROPPED = 'PicturesDropped';

/**
 * What the sweeper has to look after; derived from the task whenever it is written. `unsure` ones are unsettled too, but
 * nothing can be done for them until no hold can arrive any more.
 */
export type Upkeep = 'reserving' | 'queued' | 'processing' | 'unsure' | 'unsettled' | 'purge' | 'none';

/** `reviewSince`: when the first of its works was submitted that waits for a decision. It is written to be found by, and not read: each write says it again. */
type Stored = Task & { readonly upkeep: Upkeep; readonly reviewSince?: Millis };

const name = <T extends string>(): z.ZodType<T> => z.custom<T>((value) => typeof value === 'string' && value.length > 0);
const millis = z.int();
// Only our own writes are read here, and the catalogue never loses an identifier.
const identifier = z.custom<ErrorIdentifier>((value) => typeof value === 'string' && value in ERRORS);
const productError = z.object({ identifier, params: z.record(z.string(), z.union([z.string(), z.number()])) });
const held = z.object({ hash: name<BlobHash>(), reference: z.string(), bytes: z.int() });
const made = held.extend({
  seed: z.int(), type: z.enum(OUTPUT_TYPES).default('image/png'), width: z.int(), height: z.int(), seconds: z.number().exactOptional(), poster: held.exactOptional(),
});
const output = z.discriminatedUnion('state', [
  z.object({ state: z.literal('pending'), seed: z.int() }),
  made.extend({ state: z.literal('storing') }),
  made.extend({ state: z.literal('ready'), publication: storedPublication.exactOptional() }),
  z.object({ state: z.literal('failed'), seed: z.int(), error: productError }),
]);
const source = held.extend({ role: z.enum(SOURCE_ROLES), type: z.string(), width: z.int(), height: z.int(), seconds: z.number().exactOptional(), poster: held.exactOptional(), madeAt: millis.exactOptional() });
const settlement = z.discriminatedUnion('state', [
  z.object({ state: z.literal('due'), captures: z.int(), listed: z.int().exactOptional() }),
  z.object({ state: z.literal('settled'), captured: z.int(), listed: z.int().exactOptional(), at: millis, note: z.string().exactOptional() }),
]);
const LANES = Object.keys(LANE_TURNS) as [Lane, ...Lane[]]; // Object.keys forgets the type of the keys
const facts = z.object({
  id: name<TaskId>(), owner: name<UserId>(), payer: name<UserId>(), project: name<ProjectId>().exactOptional(), fingerprint: z.string(),
  input: z.object({ prompt: z.string(), negativePrompt: z.string(), model: z.string(), count: z.int(), seed: z.int() }),
  params: storedParams, sources: z.array(source), media: z.enum(['image', 'video']), seconds: z.number(),
  width: z.int(), height: z.int(),
  price: z.object({ amount: z.int(), base: z.int(), perOutput: z.int(), version: z.int() }),
  relaxed: z.object({ amount: z.int(), base: z.int(), perOutput: z.int(), aDay: z.int() }).exactOptional(),
  eligibility: z.enum(['any', 'free-models']),
  // Those that were made before there were plans wait with everybody's, and carry no mark.
  lane: z.enum(LANES).catch('free'), marked: z.boolean().default(false), byRole: z.int().exactOptional(),
  parallel: z.int(), videosADay: z.int().exactOptional(), createdAt: millis, changedAt: millis, deadlineAt: millis, hidden: z.boolean(), traceparent: z.custom<Traceparent>(isTraceparent).exactOptional(),
  upkeep: z.enum(['reserving', 'queued', 'processing', 'unsure', 'unsettled', 'purge', 'none']),
});
const worked = facts.extend({
  hold: z.object({ stream: name<StreamName>(), revision: z.int() }).exactOptional(),
  attempt: z.int(), lost: z.int(), outputs: z.array(output), startedAt: millis.exactOptional(),
  understanding: z.object({
    understood: z.array(z.object({ text: z.string(), kind: z.string(), means: z.string(), isLike: z.literal(true).exactOptional() })), ignored: z.array(z.string()),
  }).exactOptional(),
});
const ended = worked.extend({ finishedAt: millis, settlement, unsureHold: z.boolean(), unsureSources: z.array(held).exactOptional() });
const current = z.discriminatedUnion('status', [
  facts.extend({ status: z.literal('reserving') }),
  worked.extend({ status: z.literal('queued'), queuedAt: millis }),
  worked.extend({ status: z.literal('processing'), startedAt: millis, heartbeatAt: millis, percent: z.number() }),
  ended.extend({ status: z.literal('succeeded') }),
  ended.extend({ status: z.literal('failed'), error: productError }),
  ended.extend({ status: z.literal('canceled'), reason: z.enum(['user', 'deadline']) }),
]);

const first = z.object({ procedure: z.literal('text2Image.create'), owner: z.string(), input: z.object({ style: z.unknown(), aspect: z.unknown() }) });
/** Reads tasks of the first shape too, which knew one call only and had its style and aspect beside its words. */
const stored: z.ZodType<Stored> = z.preprocess((value) => {
  const old = first.safeParse(value).data;
  if (old === undefined || typeof value !== 'object') return value;
  const { procedure, owner, input } = old;
  return { ...value, payer: owner, params: { procedure, style: input.style, aspect: input.aspect }, sources: [], media: 'image', seconds: 0 };
}, current);

const readableId = z.object({ id: z.string() });

const DEFINITION = {
  name: 'tasks',
  indexes: [
    ['owner', 'hidden', 'createdAt'], ['owner', 'hidden', 'changedAt'], ['owner', 'status'], ['upkeep', 'changedAt'],
    ['project', 'owner', 'hidden', 'createdAt'], ['reviewSince'],
  ],
} as const;

/** What is told of a document that cannot be read; a pino logger is one. */
type ErrorLog = { error(fields: object, message: string): void };

/**
 * Tasks as documents. Every write is a compare-and-set, and carries in itself the messages that follow from it. A document
 * that cannot be read (damaged, or of a newer version) is as if it were not there, so that it stops no one else's; it is
 * told of once, and nothing of it is lost: what was owed for it is found when it can be read again.
 * @throws StoreUnavailable from every call
 */
export class TaskStore {
  private constructor(private readonly tasks: Collection<Stored | undefined>) {}

  /** Opens the collection `tasks` and its indexes. */
  static async open(documents: DocumentStore, log: ErrorLog): Promise<TaskStore> {
    const reported = new Set<unknown>();
    return new TaskStore(await documents.collection<Stored | undefined>(DEFINITION, (value) => {
      const read = stored.safeParse(value);
      if (read.success) return read.data;
      const taskId = readableId.safeParse(value).data?.id;
      if (!reported.has(taskId)) log.error({ taskId, where: read.error.issues.map(({ path }) => path.join('.')) }, 'a task cannot be read');
      reported.add(taskId);
      return undefined;
    }));
  }

  async get(id: TaskId): Promise<Versioned<Task> | undefined> {
    const found = await this.tasks.get(id);
    return found === undefined ? undefined : readable([found])[0];
  }

  /** In the order requested; what is missing, or cannot be read, is left out. */
  async getMany(ids: readonly TaskId[]): Promise<readonly Versioned<Task>[]> {
    return readable(await this.tasks.getMany(ids));
  }

  /** @returns `conflict` when the task already exists */
  async create(task: Task): Promise<'written' | 'conflict'> {
    return this.tasks.put({ id: task.id, document: withUpkeep(task), expectedVersion: 0, outbox: [] });
  }

  /**
   * Reads, decides, writes; decides again when someone else was faster.
   * @param change what it gives back unchanged is not written
   * @param known the task as it was last seen, decided on without being read first
   * @returns the task as it now is, or the transition's own refusal, or `missing`
   */
  change<E extends string | ProductError = Refusal>(id: TaskId, change: (task: Task) => Result<Task, E>, known?: Versioned<Task>): Promise<Result<Versioned<Task>, E | 'missing'>> {
    const tasks = {
      name: DEFINITION.name,
      get: () => this.get(id),
      put: ({ document, ...operation }: PutOperation<Task>) => this.tasks.put({ ...operation, document: withUpkeep(document) }),
    };
    return decide<Task, Result<Versioned<Task>, E | 'missing'>>(tasks, id, (before) => {
      if (before === undefined) return { answer: err('missing') };
      const changed = change(before.document);
      if (!changed.ok) return { answer: changed };
      const document = changed.value;
      if (document === before.document) return { answer: ok(before) };
      return { answer: ok({ id, version: before.version + 1, document }), write: { document, outbox: messages(before, document) } };
    }, defined({ known }));
  }

  /** Removes a task permanently, and lets go of whatever may still be held for it. @returns `conflict` when it has changed since */
  async purge(task: Versioned<Task>): Promise<'written' | 'conflict'> {
    return this.tasks.delete(task.id, task.version, letGo(task, hasEnded(task.document) ? task.document.unsureSources ?? [] : []));
  }

  /** Every task there is, page by page, in the order of their ids. */
  all(): AsyncGenerator<Versioned<Task>, void, undefined> {
    return this.pages({ limit: 500 });
  }

  /** An owner's tasks, newest first, without the hidden ones; only those of one project when a place is given. @throws InvalidCursor */
  async list(owner: UserId, limit: number, after?: string, place?: InProject): Promise<Page<Task>> {
    const { items, ...page } = await this.tasks.find({
      where: place === undefined ? { owner, hidden: false } : inPlace(owner, place), order: { field: 'createdAt', direction: 'descending' }, limit, ...defined({ after }),
    });
    return { ...page, items: readable(items) };
  }

  /** How many tasks an owner has in a project, without the hidden ones. */
  countListed(owner: UserId, place: InProject): Promise<number> {
    return this.tasks.count(inPlace(owner, place));
  }

  /** Every task that names a project, whoever owns it, page by page. */
  naming(project: ProjectId): AsyncGenerator<Versioned<Task>, void, undefined> {
    return this.pages({ where: { project }, limit: 200 });
  }

  /** How many documents name a project, those that cannot be read too. */
  countNaming(project: ProjectId): Promise<number> {
    return this.tasks.count({ project });
  }

  /** An owner's tasks that changed after `since`, oldest change first, page by page: those in lists, or the hidden ones (deleted, or refused). */
  changedSince(owner: UserId, since: Millis, hidden = false): AsyncGenerator<Versioned<Task>, void, undefined> {
    return this.pages({ where: { owner, hidden }, range: { field: 'changedAt', above: since }, order: { field: 'changedAt', direction: 'ascending' }, limit: 100 });
  }

  /** Tasks with a work that waits for a moderator's decision, whoever owns them: who has waited longest first. @throws InvalidCursor */
  async inReview(limit: number, after?: string): Promise<Page<Task>> {
    const { items, ...page } = await this.tasks.find({ range: { field: 'reviewSince', above: -1 }, order: { field: 'reviewSince', direction: 'ascending' }, limit, ...defined({ after }) });
    return { ...page, items: readable(items) };
  }

  /** An owner's tasks that have not ended, oldest first by status. */
  async unfinished(owner: UserId): Promise<readonly Versioned<Task>[]> {
    const pages = await Promise.all(['reserving', 'queued', 'processing'].map((status) => this.tasks.find({ where: { owner, status }, limit: 100 })));
    return pages.flatMap((page) => readable(page.items));
  }

  /** How many of an owner's tasks have not ended. */
  async countUnfinished(owner: UserId): Promise<number> {
    const counts = await Promise.all(['reserving', 'queued', 'processing'].map((status) => this.tasks.count({ owner, status })));
    return counts.reduce((sum, count) => sum + count, 0);
  }

  /** Every task that needs the same upkeep and last changed before `before`, page by page. */
  needing(upkeep: Exclude<Upkeep, 'none'>, before: Millis): AsyncGenerator<Versioned<Task>, void, undefined> {
    return this.pages({ where: { upkeep }, range: { field: 'changedAt', below: before }, order: { field: 'changedAt', direction: 'ascending' }, limit: 200 });
  }

  private async *pages(query: FindQuery): AsyncGenerator<Versioned<Task>, void, undefined> {
    let after: string | undefined;
    do {
      const page: Page<Stored | undefined> = await this.tasks.find({ ...query, ...defined({ after }) });
      yield* readable(page.items);
      after = page.next;
    } while (after !== undefined);
  }
}

/** What is listed of an owner's in a project; one that names none is in the default one. */
function inPlace(owner: UserId, { project }: InProject): Readonly<Record<string, Scalar>> {
  return { project: project ?? null, owner, hidden: false };
}

function upkeepOf(task: Task): Upkeep {
  if (!hasEnded(task)) return task.status;
  if (task.settlement.state === 'due') return task.unsureHold ? 'unsure' : 'unsettled';
  return task.hidden ? 'purge' : 'none';
}

function withUpkeep(task: Task): Stored {
  const reviewSince = submittedSince(task);
  return { ...task, upkeep: upkeepOf(task), ...defined({ reviewSince }) };
}

/** The messages that go with a change, named by the version they were written with. */
function messages(before: Versioned<Task>, after: Task): readonly OutboxMessage[] {
  return [
    ...(hasEnded(after) && !hasEnded(before.document) ? [{ id: `${after.id}.finished`, type: TASK_FINISHED, data: { taskId: after.id } }] : []),
    ...workMessages(before.document, after, before.version + 1),
    ...letGo(before, droppedBlobs(before.document, after)),
  ];
}

function letGo(before: Versioned<Task>, dropped: readonly Held[]): readonly OutboxMessage[] {
  if (dropped.length === 0) return [];
  return [{ id: `${before.id}.dropped.${before.version + 1}`, type: PICTURES_DROPPED, data: { pictures: dropped.map(({ hash, reference }) => ({ hash, reference })) } }];
}
