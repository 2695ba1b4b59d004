import { z } from 'zod';
import type { Millis } from '../../kernel/clock.js';
import type { BlobHash, BlobInfo, Blobs } from '../../platform/blobs/port.js';
import type { Collection, CollectionDefinition, OutboxMessage } from '../../platform/documents/port.js';
import { decide, remove, update } from '../../platform/documents/update.js';
import type { UserId } from '../../platform/http/security/session-user.js';
import type { Jobs } from '../../platform/jobs/port.js';
import { letterDue } from '../messages.js';

/** How long an export can be downloaded. */
export const EXPORT_MS: Millis = 7 * 86_400_000;
/** A pending export without a change for this long may have no job, so it is enqueued again. */
const FORGOTTEN_MS: Millis = 5 * 60_000;
/** Interval of the scan for stray files. A scan of all blobs is slow, and it only finds files left by crashes. */
const LOOK_THROUGH_MS: Millis = 86_400_000;
export const EXPORT_QUEUE = 'identity.exports';

export const EXPORTS: CollectionDefinition = { name: 'exports_v2', indexes: [['state', 'changedAt']] };
const file = z.object({
  hash: z
    .string()
    .min(1)
    .transform((text) => text as BlobHash),
  reference: z.string().min(1),
}); // the brand is applied when the document is read
const facts = z.object({
  userId: z
    .string()
    .min(1)
    .transform((id) => id as UserId), // the brand is applied when the document is read
  /** Increases with each request. A worker of an earlier attempt leaves nothing behind. */
  attempt: z.int(),
  requestedAt: z.int(),
  changedAt: z.int(),
});
/** A user's export, by user id; at most one per user. */
export const exportDocument = z.discriminatedUnion('state', [
  facts.extend({
    state: z.literal('waiting'),
    former: file.exactOptional(),
    /** Number of failures that were not caused by an unavailable store. */
    tries: z.int(),
  }),
  facts.extend({ state: z.literal('ready'), ...file.shape, bytes: z.int(), until: z.int() }),
  facts.extend({ state: z.literal('failed') }),
]);
export type ExportDocument = z.infer<typeof exportDocument>;
type Waiting = Extract<ExportDocument, { state: 'waiting' }>;

/** A file created by a worker, with its blob reference. */
export interface MadeFile extends BlobInfo {
  readonly reference: string;
}

/** An export as its owner sees it. Times are in milliseconds since the epoch. */
export interface ExportView {
  readonly state: ExportDocument['state'];
  readonly requestedAt: Millis;
  /** Only when it is ready: its size, and the end of the download period. */
  readonly bytes?: number;
  readonly until?: Millis;
}

export function exportView(document: ExportDocument): ExportView {
  const { state, requestedAt } = document;
  return document.state === 'ready'
    ? { state, requestedAt, bytes: document.bytes, until: document.until }
    : { state, requestedAt };
}

const jobOf = ({ userId, attempt }: Pick<ExportDocument, 'userId' | 'attempt'>): string =>
  `export.${userId}_${attempt}`;
/**
 * Blob reference of an export file. Each file that a worker creates has its own, because files with the same content
 * share one blob; removing one reference must keep the other file.
 * @param fence of the worker's job
 */
export const referenceOf = (userId: UserId, attempt: number, fence: number): string =>
  `export.${userId}.${attempt}.${fence}`;
const REFERENCE = /^export\.(?<userId>[^.]+)\.(?<attempt>\d+)(?:\.\d+)?$/;

/** Whether an export document refers to a file by this reference. */
function names(document: ExportDocument | undefined, reference: string): boolean {
  switch (document?.state) {
    case 'waiting':
      return document.former?.reference === reference;
    case 'ready':
      return document.reference === reference;
    case 'failed':
    case undefined:
      return false;
    default:
      return document satisfies never;
  }
}

export interface ExportsDeps {
  readonly documents: Collection<ExportDocument>;
  readonly jobs: Jobs;
  readonly blobs: Blobs;
}

/**
 * Manages data exports from request to expiry. The document is written before its job; after a crash between the two,
 * the sweep adds the job.
 */
export class Exports {
  private lookedThroughAt: Millis = -Infinity;

  constructor(private readonly deps: ExportsDeps) {}

  /** @throws StoreUnavailable */
  async of(userId: UserId): Promise<ExportDocument | undefined> {
    return (await this.deps.documents.get(userId))?.document;
  }

  /**
   * Requests an export; returns a pending one if there is one.
   * @throws StoreUnavailable
   */
  async request(userId: UserId, at: Millis): Promise<ExportDocument> {
    const { wanted, isNew } = await decide<ExportDocument, { readonly wanted: Waiting; readonly isNew: boolean }>(
      this.deps.documents,
      userId,
      (seen) => {
        const before = seen?.document;
        if (before?.state === 'waiting') return { answer: { wanted: before, isNew: false } };
        const wanted: Waiting = {
          state: 'waiting',
          userId,
          attempt: (before?.attempt ?? 0) + 1,
          requestedAt: at,
          changedAt: at,
          tries: 0,
          ...(before?.state === 'ready' ? { former: { hash: before.hash, reference: before.reference } } : {}),
        };
        return { answer: { wanted, isNew: true }, write: { document: wanted } };
      },
    );
    if (isNew) await this.enqueue(wanted);
    return wanted;
  }

  /**
   * Records the result of an attempt.
   * @param made the file; undefined when it permanently failed
   * @returns whether the result is recorded, by this or an earlier call; false when the attempt is outdated, or another
   *   worker was faster
   * @throws StoreUnavailable
   */
  conclude(userId: UserId, attempt: number, made: MadeFile | undefined, at: Millis): Promise<boolean> {
    return decide<ExportDocument, boolean>(this.deps.documents, userId, async (seen) => {
      if (seen?.document.state !== 'waiting' || seen.document.attempt !== attempt)
        return { answer: made !== undefined && names(seen?.document, made.reference) };
      const { former, state: _, tries: __, ...rest } = seen.document;
      if (former !== undefined) await this.deps.blobs.removeReference(former.hash, former.reference);
      const document: ExportDocument =
        made === undefined
          ? { ...rest, state: 'failed', changedAt: at }
          : {
              ...rest,
              state: 'ready',
              changedAt: at,
              hash: made.hash,
              reference: made.reference,
              bytes: made.size,
              until: at + EXPORT_MS,
            };
      // Attempt numbers restart after the document was deleted, but email ids must stay unique. So the id uses the
      // request time.
      const outbox: readonly OutboxMessage[] =
        made === undefined
          ? []
          : [letterDue(`${userId}.${document.requestedAt}`, { kind: 'export-ready', userId, at })];
      return { answer: true, write: { document, outbox } };
    });
  }

  /**
   * Counts a failure that was not caused by an unavailable store.
   * @returns the number of failures of this attempt; 0 when it is outdated
   * @throws StoreUnavailable
   */
  countFailure(userId: UserId, attempt: number): Promise<number> {
    return decide<ExportDocument, number>(this.deps.documents, userId, (seen) => {
      if (seen?.document.state !== 'waiting' || seen.document.attempt !== attempt) return { answer: 0 };
      const tries = seen.document.tries + 1;
      return { answer: tries, write: { document: { ...seen.document, tries } } };
    });
  }

  /**
   * Removes a file's reference when it is unknown whether the export refers to the file, unless it does.
   * @throws StoreUnavailable
   */
  async disown(userId: UserId, { hash, reference }: MadeFile): Promise<void> {
    // Increments the version, so that a write in progress that would refer to the file fails.
    const seen = await update(this.deps.documents, userId, (stored) =>
      names(stored, reference) ? 'unchanged' : { document: stored },
    );
    if (seen === undefined || seen.isWritten) await this.deps.blobs.removeReference(hash, reference);
  }

  /**
   * Deletes a user's export and its file.
   * @throws StoreUnavailable
   */
  async forget(userId: UserId): Promise<void> {
    await remove(this.deps.documents, userId, async (stored) => {
      await this.drop(stored);
      return true;
    });
  }

  /**
   * Deletes expired exports, enqueues pending ones without a job, and once a day removes stray files.
   * @throws StoreUnavailable
   */
  async sweep(at: Millis): Promise<void> {
    for (const state of ['ready', 'failed'] as const) {
      for (const { id, version, document } of await this.before(state, at - EXPORT_MS)) {
        await this.drop(document);
        // Deletes only the listed version, so that an export requested meanwhile is kept.
        await this.deps.documents.delete(id, version);
      }
    }
    for (const { document } of await this.before('waiting', at - FORGOTTEN_MS)) await this.enqueue(document);
    if (at - this.lookedThroughAt < LOOK_THROUGH_MS) return;
    await this.releaseStray();
    this.lookedThroughAt = at;
  }

  /** Removes references to files left by a crash between storing the blob and writing the document. */
  private async releaseStray(): Promise<void> {
    const held: {
      readonly hash: BlobHash;
      readonly reference: string;
      readonly userId: UserId;
      readonly attempt: number;
    }[] = [];
    for await (const { hash, references } of this.deps.blobs.list()) {
      for (const reference of references) {
        const { userId, attempt } = REFERENCE.exec(reference)?.groups ?? {};
        // the reference was built from a user's id
        if (userId !== undefined) held.push({ hash, reference, userId: userId as UserId, attempt: Number(attempt) });
      }
    }
    for (const { hash, reference, userId, attempt } of held) {
      // The document must be read after the blob was listed. If the attempt is still running, the document may yet
      // refer to it.
      const document = await this.of(userId);
      const isComing = document?.state === 'waiting' && document.attempt === attempt;
      if (!isComing && !names(document, reference)) await this.deps.blobs.removeReference(hash, reference);
    }
  }

  private async before(state: ExportDocument['state'], at: Millis) {
    return (
      await this.deps.documents.find({
        where: { state },
        range: { field: 'changedAt', below: at },
        order: { field: 'changedAt', direction: 'ascending' },
        limit: 500,
      })
    ).items;
  }

  private async drop(document: ExportDocument): Promise<void> {
    const held = document.state === 'ready' ? document : document.state === 'waiting' ? document.former : undefined;
    if (held !== undefined) await this.deps.blobs.removeReference(held.hash, held.reference);
  }

  private async enqueue({ userId, attempt }: Pick<ExportDocument, 'userId' | 'attempt'>): Promise<void> {
    await this.deps.jobs.add({ id: jobOf({ userId, attempt }), queue: EXPORT_QUEUE, payload: { userId, attempt } });
  }
}
