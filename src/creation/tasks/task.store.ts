import { z } from 'zod';
import { LANE_TURNS, type Lane } from '../../billing/plans/entitlements.shared.js';
import type { Millis } from '../../kernel/clock.js';
import { defined } from '../../kernel/defined.shared.js';
import { ERRORS, type ErrorIdentifier, type ProductError } from '../../kernel/errors.shared.js';
import type { StreamName } from '../../kernel/event-sourcing/event.js';
import { err, ok, type Result } from '../../kernel/result.js';
import { isTraceparent, type Traceparent } from '../../kernel/trace.js';
import type { BlobHash } from '../../platform/blobs/port.js';
import type {
  Collection,
  DocumentStore,
  FindQuery,
  OutboxMessage,
  Page,
  PutOperation,
  Scalar,
  Versioned,
} from '../../platform/documents/port.js';
import { readable } from '../../platform/documents/readable.js';
import { decide } from '../../platform/documents/update.js';
import type { UserId } from '../../kernel/ids.js';
import { RATINGS, type LibraryOrder, type Shelf } from '../library/library.shared.js';
import { libraryTerms, shelfOf, TERMS_VERSION } from '../library/terms.js';
import type { ProjectId } from '../projects/project.js';
import { OUTPUT_TYPES, SOURCE_ROLES } from '../procedures/params.shared.js';
import { usedLoras } from '../procedures/loras.shared.js';
import { modelSettings } from '../procedures/model-settings.shared.js';
import { storedParams } from '../procedures/schema.shared.js';
import { DEFECTS } from './failure.shared.js';
import { droppedBlobs, hasEnded, isGone, type Refusal, type TaskId } from './task.js';
import type { Held, InProject, Task } from './task.state.js';
import { storedPublication, submittedSince, workMessages } from '../publishing/work.stored.js';

/** Published when a task has ended; the settle policy subscribes to it. `data` is `{ taskId }`. */
export const TASK_FINISHED = 'TaskFinished';
/** Published when an ended task's credits have gone back, all or in part. `data` is `{ taskId }`. */
export const TASK_RELEASED = 'TaskReleased';
/** Published when a task drops references to stored images. `data` is `{ images: [{ hash, reference }] }`. */
export const IMAGES_DROPPED = 'PicturesDropped';

/**
 * Duty of the sweeper, derived at every write. `unsure` tasks are unsettled too, but must wait until no hold can arrive
 * any more.
 */
export type Upkeep = 'reserving' | 'queued' | 'processing' | 'unsure' | 'unsettled' | 'purge' | 'none';

/**
 * `reviewSince`: when the oldest of its works under review was submitted. It exists only for the index, and every write
 * derives it again.
 */
type Stored = Task & {
  readonly upkeep: Upkeep;
  readonly reviewSince?: Millis;
  /** Derived at every write for the search: see `libraryTerms`. `shelf` is absent in the library itself. */
  readonly terms?: readonly string[];
  readonly termsVersion?: number;
  readonly shelf?: Shelf;
};

const name = <T extends string>(): z.ZodType<T> =>
  z.custom<T>((value) => typeof value === 'string' && value.length > 0);
const millis = z.int();
// Safe without a check: only our own writes are read here, and the catalogue never drops an identifier.
const identifier = z.custom<ErrorIdentifier>((value) => typeof value === 'string' && value in ERRORS);
const productError = z.object({ identifier, params: z.record(z.string(), z.union([z.string(), z.number()])) });
const held = z.object({ hash: name<BlobHash>(), reference: z.string(), bytes: z.int() });
const made = held.extend({
  seed: z.int(),
  seedless: z.literal(true).exactOptional(),
  defect: z.enum(DEFECTS).exactOptional(),
  cropped: z.literal(true).exactOptional(),
  type: z.enum(OUTPUT_TYPES).default('image/png'),
  width: z.int(),
  height: z.int(),
  seconds: z.number().exactOptional(),
  poster: held.exactOptional(),
});
const output = z.discriminatedUnion('state', [
  z.object({ state: z.literal('pending'), seed: z.int() }),
  made.extend({ state: z.literal('storing') }),
  made.extend({ state: z.literal('ready'), publication: storedPublication.exactOptional() }),
  z.object({ state: z.literal('failed'), seed: z.int(), error: productError }),
]);
const source = held.extend({
  role: z.enum(SOURCE_ROLES),
  type: z.string(),
  width: z.int(),
  height: z.int(),
  seconds: z.number().exactOptional(),
  poster: held.exactOptional(),
  madeAt: millis.exactOptional(),
});
const settlement = z.discriminatedUnion('state', [
  z.object({ state: z.literal('due'), captures: z.int(), listed: z.int().exactOptional() }),
  z.object({
    state: z.literal('settled'),
    captured: z.int(),
    listed: z.int().exactOptional(),
    at: millis,
    note: z.string().exactOptional(),
  }),
]);
const LANES = Object.keys(LANE_TURNS) as [Lane, ...Lane[]]; // Object.keys loses the type of the keys
const facts = z.object({
  id: name<TaskId>(),
  owner: name<UserId>(),
  payer: name<UserId>(),
  paysWith: z.literal('api_credits').exactOptional(),
  project: name<ProjectId>().exactOptional(),
  fingerprint: z.string(),
  input: z.object({
    prompt: z.string(),
    negativePrompt: z.string(),
    model: z.string(),
    count: z.int(),
    seed: z.int(),
    modelSettings: modelSettings.exactOptional(),
    modelForm: z.object({ version: z.int(), names: z.record(z.string(), z.string()) }).exactOptional(),
    loras: usedLoras.exactOptional(),
    withoutEffect: z.array(z.string()).exactOptional(),
  }),
  params: storedParams,
  sources: z.array(source),
  media: z.enum(['image', 'video']),
  seconds: z.number(),
  width: z.int(),
  height: z.int(),
  price: z.object({ amount: z.int(), base: z.int(), perOutput: z.int(), version: z.int() }),
  relaxed: z.object({ amount: z.int(), base: z.int(), perOutput: z.int(), aDay: z.int() }).exactOptional(),
  draft: z.object({ free: z.object({ amount: z.int(), aDay: z.int() }).exactOptional() }).exactOptional(),
  deduction: z.object({ draft: name<TaskId>(), amount: z.int() }).exactOptional(),
  surcharge: z.object({ amount: z.int().min(1), work: z.string() }).exactOptional(),
  deductedFrom: name<TaskId>().exactOptional(),
  origins: z.array(z.string()).exactOptional(),
  eligibility: z.enum(['any', 'free-models']),
  // Tasks from before plans existed use the free lane and are not watermarked.
  lane: z.enum(LANES).catch('free'),
  marked: z.boolean().default(false),
  byRole: z.int().exactOptional(),
  parallel: z.int(),
  videosADay: z.int().exactOptional(),
  createdAt: millis,
  changedAt: millis,
  deadlineAt: millis,
  hidden: z.boolean(),
  trashedAt: millis.exactOptional(),
  archivedAt: millis.exactOptional(),
  tags: z.array(z.string()).exactOptional(),
  isFavourite: z.literal(true).exactOptional(),
  rating: z.literal(RATINGS).exactOptional(),
  traceparent: z.custom<Traceparent>(isTraceparent).exactOptional(),
  upkeep: z.enum(['reserving', 'queued', 'processing', 'unsure', 'unsettled', 'purge', 'none']),
});
const attempted = facts.extend({
  hold: z.object({ stream: name<StreamName>(), revision: z.int() }).exactOptional(),
  attempt: z.int(),
  lost: z.int(),
  outputs: z.array(output),
  startedAt: millis.exactOptional(),
  understanding: z
    .object({
      understood: z.array(
        z.object({ text: z.string(), kind: z.string(), means: z.string(), isLike: z.literal(true).exactOptional() }),
      ),
      ignored: z.array(z.string()),
    })
    .exactOptional(),
});
const ended = attempted.extend({
  finishedAt: millis,
  settlement,
  unsureHold: z.boolean(),
  unsureSources: z.array(held).exactOptional(),
});
const current = z.discriminatedUnion('status', [
  facts.extend({ status: z.literal('reserving') }),
  attempted.extend({ status: z.literal('queued'), queuedAt: millis }),
  attempted.extend({ status: z.literal('processing'), startedAt: millis, heartbeatAt: millis, percent: z.number() }),
  ended.extend({ status: z.literal('succeeded') }),
  ended.extend({ status: z.literal('failed'), error: productError }),
  ended.extend({ status: z.literal('canceled'), reason: z.enum(['user', 'deadline']) }),
]);

const first = z.object({
  procedure: z.literal('text2Image.create'),
  owner: z.string(),
  input: z.object({ style: z.unknown(), aspect: z.unknown() }),
});
/** Also reads tasks of the first format, which had one procedure only, with style and aspect next to the prompt. */
const stored: z.ZodType<Stored> = z.preprocess((value) => {
  const old = first.safeParse(value).data;
  if (old === undefined || typeof value !== 'object') return value;
  const { procedure, owner, input } = old;
  return {
    ...value,
    payer: owner,
    params: { procedure, style: input.style, aspect: input.aspect },
    sources: [],
    media: 'image',
    seconds: 0,
  };
}, current);

const readableId = z.object({ id: z.string() });

const DEFINITION = {
  name: 'tasks',
  indexes: [
    ['owner', 'hidden', 'createdAt'],
    ['owner', 'hidden', 'changedAt'],
    ['owner', 'status'],
    ['upkeep', 'changedAt'],
    ['owner', 'hidden', 'shelf', 'createdAt'],
    ['project', 'owner', 'hidden', 'shelf', 'createdAt'],
    ['reviewSince'],
    ['trashedAt'],
    ['termsVersion'],
  ],
  terms: { field: 'terms', order: 'createdAt' },
} as const;

/** Which of an owner's tasks are listed, and how. */
export interface Listing {
  /** Default: the library. */
  readonly shelf?: Shelf;
  /** Default: the newest first. */
  readonly order?: LibraryOrder;
  readonly place?: InProject | undefined;
}

/** Cursors of tasks without terms, and of those with older ones. */
export type TermsPages = readonly [without?: string | undefined, older?: string | undefined];

/** Reports documents that cannot be read; a pino logger satisfies it. */
type ErrorLog = { error(fields: object, message: string): void };

/**
 * Tasks as documents. Every write is a compare-and-set and includes its outbox messages. An unreadable document
 * (damaged, or of a newer version) counts as missing, so that it does not block others. It is logged once and kept; its
 * open duties are found once it can be read again.
 * @throws StoreUnavailable from every call
 */
export class TaskStore {
  private constructor(private readonly tasks: Collection<Stored | undefined>) {}

  static async open(documents: DocumentStore, log: ErrorLog): Promise<TaskStore> {
    const reported = new Set<unknown>();
    return new TaskStore(
      await documents.collection<Stored | undefined>(DEFINITION, (value) => {
        const read = stored.safeParse(value);
        if (read.success) return read.data;
        const taskId = readableId.safeParse(value).data?.id;
        if (!reported.has(taskId))
          log.error({ taskId, where: read.error.issues.map(({ path }) => path.join('.')) }, 'a task cannot be read');
        reported.add(taskId);
        return undefined;
      }),
    );
  }

  async get(id: TaskId): Promise<Versioned<Task> | undefined> {
    const found = await this.tasks.get(id);
    return found === undefined ? undefined : readable([found])[0];
  }

  /** In the given order; missing and unreadable tasks are left out. */
  async getMany(ids: readonly TaskId[]): Promise<readonly Versioned<Task>[]> {
    return readable(await this.tasks.getMany(ids));
  }

  /** See `Collection.versions`. */
  versions(ids: readonly TaskId[]): Promise<ReadonlyMap<string, number>> {
    return this.tasks.versions(ids);
  }

  /** @returns `conflict` if the task already exists */
  async create(task: Task): Promise<'written' | 'conflict'> {
    return this.tasks.put({ id: task.id, document: withUpkeep(task), expectedVersion: 0, outbox: [] });
  }

  /**
   * Read-modify-write; retries after a conflict.
   * @param change a result identical to its input is not written
   * @param known the task as last seen; the first try uses it without a read
   * @returns the task afterwards, or the transition's refusal, or `missing`
   */
  change<E extends string | ProductError = Refusal>(
    id: TaskId,
    change: (task: Task) => Result<Task, E>,
    known?: Versioned<Task>,
  ): Promise<Result<Versioned<Task>, E | 'missing'>> {
    const tasks = {
      name: DEFINITION.name,
      get: () => this.get(id),
      put: ({ document, ...operation }: PutOperation<Task>) =>
        this.tasks.put({ ...operation, document: withUpkeep(document) }),
    };
    return decide<Task, Result<Versioned<Task>, E | 'missing'>>(
      tasks,
      id,
      (before) => {
        if (before === undefined) return { answer: err('missing') };
        const changed = change(before.document);
        if (!changed.ok) return { answer: changed };
        const document = changed.value;
        if (document === before.document) return { answer: ok(before) };
        return {
          answer: ok({ id, version: before.version + 1, document }),
          write: { document, outbox: messages(before, document) },
        };
      },
      defined({ known }),
    );
  }

  /**
   * Permanently removes a task and releases all of its references.
   * @returns `conflict` after a concurrent change
   */
  async purge(task: Versioned<Task>): Promise<'written' | 'conflict'> {
    return this.tasks.delete(
      task.id,
      task.version,
      letGo(task, hasEnded(task.document) ? (task.document.unsureSources ?? []) : []),
    );
  }

  /** Every task, page by page, in order of id. */
  all(): AsyncGenerator<Versioned<Task>, void, undefined> {
    return this.pages({ limit: 500 });
  }

  /** One page of all tasks, in order of id. @throws InvalidCursor */
  async page(limit: number, after?: string): Promise<Page<Task>> {
    const { items, ...page } = await this.tasks.find({ limit, ...defined({ after }) });
    return { ...page, items: readable(items) };
  }

  /**
   * An owner's tasks; of the library, newest first, unless `listing` says otherwise.
   * @throws InvalidCursor
   */
  async list(
    owner: UserId,
    limit: number,
    after?: string,
    { shelf = 'library', order = 'newest', place }: Listing = {},
  ): Promise<Page<Task>> {
    const { items, ...page } = await this.tasks.find({
      where: onShelf(owner, shelf, place),
      order: { field: 'createdAt', direction: order === 'newest' ? 'descending' : 'ascending' },
      limit,
      ...defined({ after }),
    });
    return { ...page, items: readable(items) };
  }

  /**
   * Ended tasks with a term of each group.
   * @param groups see `wantedLibraryTerms`
   * @throws InvalidCursor
   */
  async search(
    groups: readonly (readonly string[])[],
    order: LibraryOrder,
    limit: number,
    after?: string,
  ): Promise<Page<Task>> {
    const { items, ...page } = await this.tasks.find({
      terms: groups,
      order: { field: 'createdAt', direction: order === 'newest' ? 'descending' : 'ascending' },
      limit,
      ...defined({ after }),
    });
    return { ...page, items: readable(items) };
  }

  /** Tasks that were moved to the trash before a time, of any owner, page by page. */
  trashedBefore(time: Millis): AsyncGenerator<Versioned<Task>, void, undefined> {
    return this.pages({
      range: { field: 'trashedAt', below: time },
      order: { field: 'trashedAt', direction: 'ascending' },
      limit: 200,
    });
  }

  /**
   * Derives the terms of tasks again that have none, or those of an older version: a page of each. A task that changes
   * meanwhile has them by that write.
   * @returns where the next pages begin; undefined after the last one
   * @throws InvalidCursor
   */
  async deriveTerms(limit: number, [without, older]: TermsPages = []): Promise<TermsPages> {
    return [
      await this.derivePage({ where: { termsVersion: null }, limit, ...defined({ after: without }) }),
      await this.derivePage({
        range: { field: 'termsVersion', below: TERMS_VERSION },
        order: { field: 'termsVersion', direction: 'ascending' },
        limit,
        ...defined({ after: older }),
      }),
    ];
  }

  private async derivePage(query: FindQuery): Promise<string | undefined> {
    const { items, next } = await this.tasks.find(query);
    await this.tasks.putMany(
      readable(items).map(({ id, version, document }) => ({
        id,
        document: withUpkeep(document),
        expectedVersion: version,
      })),
    );
    return next;
  }

  /** Number of an owner's tasks in a project that are in the library. */
  countListed(owner: UserId, place: InProject): Promise<number> {
    return this.tasks.count(onShelf(owner, 'library', place));
  }

  /** Every task of a project, of any owner, page by page. */
  naming(project: ProjectId): AsyncGenerator<Versioned<Task>, void, undefined> {
    return this.pages({ where: { project }, limit: 200 });
  }

  /** Number of documents of a project, including unreadable ones. */
  countNaming(project: ProjectId): Promise<number> {
    return this.tasks.count({ project });
  }

  /**
   * An owner's tasks that changed after `since`, oldest change first, page by page: either the listed or the hidden
   * ones (deleted or refused).
   */
  changedSince(owner: UserId, since: Millis, hidden = false): AsyncGenerator<Versioned<Task>, void, undefined> {
    return this.pages({
      where: { owner, hidden },
      range: { field: 'changedAt', above: since },
      order: { field: 'changedAt', direction: 'ascending' },
      limit: 100,
    });
  }

  /**
   * Tasks with a work that waits for a moderator, of any owner, longest wait first.
   * @throws InvalidCursor
   */
  async inReview(limit: number, after?: string): Promise<Page<Task>> {
    const { items, ...page } = await this.tasks.find({
      range: { field: 'reviewSince', above: -1 },
      order: { field: 'reviewSince', direction: 'ascending' },
      limit,
      ...defined({ after }),
    });
    return { ...page, items: readable(items) };
  }

  /** An owner's tasks that have not ended, oldest first by status. */
  async unfinished(owner: UserId): Promise<readonly Versioned<Task>[]> {
    const pages = await Promise.all(
      ['reserving', 'queued', 'processing'].map((status) => this.tasks.find({ where: { owner, status }, limit: 100 })),
    );
    return pages.flatMap((page) => readable(page.items));
  }

  /** Number of an owner's tasks that have not ended. */
  async countUnfinished(owner: UserId): Promise<number> {
    const counts = await Promise.all(
      ['reserving', 'queued', 'processing'].map((status) => this.tasks.count({ owner, status })),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  }

  /** Every task with this upkeep whose last change was before `before`, page by page. */
  needing(upkeep: Exclude<Upkeep, 'none'>, before: Millis): AsyncGenerator<Versioned<Task>, void, undefined> {
    return this.pages({
      where: { upkeep },
      range: { field: 'changedAt', below: before },
      order: { field: 'changedAt', direction: 'ascending' },
      limit: 200,
    });
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

/** Query for the tasks on a shelf; a task without a project is in the default one. */
function onShelf(owner: UserId, shelf: Shelf, place: InProject | undefined): Readonly<Record<string, Scalar>> {
  return {
    ...(place === undefined ? {} : { project: place.project ?? null }),
    owner,
    hidden: shelf === 'trash',
    shelf: shelf === 'library' ? null : shelf,
  };
}

function upkeepOf(task: Task): Upkeep {
  if (!hasEnded(task)) return task.status;
  if (task.settlement.state === 'due') return task.unsureHold ? 'unsure' : 'unsettled';
  return isGone(task) ? 'purge' : 'none';
}

function withUpkeep(task: Task): Stored {
  const shelf = shelfOf(task);
  return {
    ...task,
    upkeep: upkeepOf(task),
    terms: libraryTerms(task),
    termsVersion: TERMS_VERSION,
    ...defined({ reviewSince: submittedSince(task), shelf: shelf === 'library' ? undefined : shelf }),
  };
}

/** Outbox messages of a change, with ids derived from the document's version. */
function messages(before: Versioned<Task>, after: Task): readonly OutboxMessage[] {
  return [
    ...(hasEnded(after) && !hasEnded(before.document)
      ? [{ id: `${after.id}.finished`, type: TASK_FINISHED, data: { taskId: after.id } }]
      : []),
    ...(isReleased(after) && !isReleased(before.document)
      ? [{ id: `${after.id}.released`, type: TASK_RELEASED, data: { taskId: after.id } }]
      : []),
    ...workMessages(before.document, after, before.version + 1),
    ...letGo(before, droppedBlobs(before.document, after)),
  ];
}

/** Whether credits that were held for it have gone back. */
const isReleased = (task: Task): boolean =>
  hasEnded(task) && task.settlement.state === 'settled' && task.settlement.captured < task.price.amount;

function letGo(before: Versioned<Task>, dropped: readonly Held[]): readonly OutboxMessage[] {
  if (dropped.length === 0) return [];
  return [
    {
      id: `${before.id}.dropped.${before.version + 1}`,
      type: IMAGES_DROPPED,
      data: { pictures: dropped.map(({ hash, reference }) => ({ hash, reference })) },
    },
  ];
}
