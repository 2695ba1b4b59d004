import { z } from 'zod';
import type { Millis } from '../../kernel/clock.js';
import type { BlobHash, BlobInfo, Blobs } from '../../platform/blobs/port.js';
import type { Collection, CollectionDefinition, OutboxMessage } from '../../platform/documents/port.js';
import { decide, remove, update } from '../../platform/documents/update.js';
import type { UserId } from '../../platform/http/security/session-user.js';
import type { Jobs } from '../../platform/jobs/port.js';
import { letterDue } from '../messages.js';

/** How long a file may be fetched. */
export const EXPORT_MS: Millis = 7 * 86_400_000;
/** An export that waits so long has lost its job, or never had one. */
const FORGOTTEN_MS: Millis = 5 * 60_000;
/** To look through all blobs takes longer the more there are, and what is found by it is left by a crash. */
const LOOK_THROUGH_MS: Millis = 86_400_000;
export const EXPORT_QUEUE = 'identity.exports';

export const EXPORTS: CollectionDefinition = { name: 'exports_v2', indexes: [['state', 'changedAt']] };
const file = z.object({ hash: z.string().min(1).transform((text) => text as BlobHash), reference: z.string().min(1) }); // the brand is given where the document is read
const facts = z.object({
  userId: z.string().min(1).transform((id) => id as UserId), // the brand is given where the document is read
  /** Grows with each that the user requests; a worker at an earlier one leaves nothing behind. */
  attempt: z.int(),
  requestedAt: z.int(),
  changedAt: z.int(),
});
/** A user's export, by their id: at most one at a time. */
export const exportDocument = z.discriminatedUnion('state', [
  facts.extend({
    state: z.literal('waiting'), former: file.exactOptional(),
    /** How often it has failed for what it is. */
    tries: z.int(),
  }),
  facts.extend({ state: z.literal('ready'), ...file.shape, bytes: z.int(), until: z.int() }),
  facts.extend({ state: z.literal('failed') }),
]);
export type ExportDocument = z.infer<typeof exportDocument>;
type Waiting = Extract<ExportDocument, { state: 'waiting' }>;

/** A file as a worker has made it, and by what name it is held. */
export interface MadeFile extends BlobInfo {
  readonly reference: string;
}

/** An export as its owner may see it. Times in milliseconds since the epoch. */
export interface ExportView {
  readonly state: ExportDocument['state'];
  readonly requestedAt: Millis;
  /** Of one that is ready: its size, and until when it can be fetched. */
  readonly bytes?: number;
  readonly until?: Millis;
}

export function exportView(document: ExportDocument): ExportView {
  const { state, requestedAt } = document;
  return document.state === 'ready' ? { state, requestedAt, bytes: document.bytes, until: document.until } : { state, requestedAt };
}

const jobOf = ({ userId, attempt }: Pick<ExportDocument, 'userId' | 'attempt'>): string => `export.${userId}_${attempt}`;
/**
 * By what name a file is held: another for each that a worker makes, for two of the same content are one blob, and who lets go of one keeps the other.
 * @param fence of the worker's job
 */
export const referenceOf = (userId: UserId, attempt: number, fence: number): string => `export.${userId}.${attempt}.${fence}`;
const REFERENCE = /^export\.(?<userId>[^.]+)\.(?<attempt>\d+)(?:\.\d+)?$/;

/** Whether a document holds a file by that name. */
function names(document: ExportDocument | undefined, reference: string): boolean {
  switch (document?.state) {
    case 'waiting': return document.former?.reference === reference;
    case 'ready': return document.reference === reference;
    case 'failed':
    case undefined: return false;
    default: return document satisfies never;
  }
}

export interface ExportsDeps {
  readonly documents: Collection<ExportDocument>;
  readonly jobs: Jobs;
  readonly blobs: Blobs;
}

/** What users have asked to take away, from the wish to its end. The document comes first; a cut before its job is mended by the sweep. */
export class Exports {
  private lookedThroughAt: Millis = -Infinity;

  constructor(private readonly deps: ExportsDeps) {}

  /** @throws StoreUnavailable */
  async of(userId: UserId): Promise<ExportDocument | undefined> {
    return (await this.deps.documents.get(userId))?.document;
  }

  /** Requests an export; one that is being made is as good. @throws StoreUnavailable */
  async request(userId: UserId, at: Millis): Promise<ExportDocument> {
    const { wanted, isNew } = await decide<ExportDocument, { readonly wanted: Waiting; readonly isNew: boolean }>(this.deps.documents, userId, (seen) => {
      const before = seen?.document;
      if (before?.state === 'waiting') return { answer: { wanted: before, isNew: false } };
      const wanted: Waiting = { state: 'waiting', userId, attempt: (before?.attempt ?? 0) + 1, requestedAt: at, changedAt: at, tries: 0, ...(before?.state === 'ready' ? { former: { hash: before.hash, reference: before.reference } } : {}) };
      return { answer: { wanted, isNew: true }, write: { document: wanted } };
    });
    if (isNew) await this.enqueue(wanted);
    return wanted;
  }

  /**
   * Says that a file is made, or permanently cannot be.
   * @returns whether the export is this very file: false when no one waits for it any more, or another was faster
   * @throws StoreUnavailable
   */
  conclude(userId: UserId, attempt: number, made: MadeFile | undefined, at: Millis): Promise<boolean> {
    return decide<ExportDocument, boolean>(this.deps.documents, userId, async (seen) => {
      if (seen?.document.state !== 'waiting' || seen.document.attempt !== attempt) return { answer: made !== undefined && names(seen?.document, made.reference) };
      const { former, state: _, tries: __, ...rest } = seen.document;
      if (former !== undefined) await this.deps.blobs.removeReference(former.hash, former.reference);
      const document: ExportDocument = made === undefined ? { ...rest, state: 'failed', changedAt: at } : { ...rest, state: 'ready', changedAt: at, hash: made.hash, reference: made.reference, bytes: made.size, until: at + EXPORT_MS };
      // Attempts begin again where a document was swept away; a letter's id is its own for ever.
      const outbox: readonly OutboxMessage[] = made === undefined ? [] : [letterDue(`${userId}.${document.requestedAt}`, { kind: 'export-ready', userId, at })];
      return { answer: true, write: { document, outbox } };
    });
  }

  /** Counts that an attempt failed for what it is. @returns how often it has by now. @throws StoreUnavailable */
  countFailure(userId: UserId, attempt: number): Promise<number> {
    return decide<ExportDocument, number>(this.deps.documents, userId, (seen) => {
      if (seen?.document.state !== 'waiting' || seen.document.attempt !== attempt) return { answer: 0 };
      const tries = seen.document.tries + 1;
      return { answer: tries, write: { document: { ...seen.document, tries } } };
    });
  }

  /** Lets go of a file of which it is not known whether it became the export, unless it did. @throws StoreUnavailable */
  async disown(userId: UserId, { hash, reference }: MadeFile): Promise<void> {
    // Its version moves on: a write that is still on its way, and would name the file, comes too late.
    const seen = await update(this.deps.documents, userId, (stored) => (names(stored, reference) ? 'unchanged' : { document: stored }));
    if (seen === undefined || seen.isWritten) await this.deps.blobs.removeReference(hash, reference);
  }

  /** Lets go of everything of a user. @throws StoreUnavailable */
  async forget(userId: UserId): Promise<void> {
    await remove(this.deps.documents, userId, async (stored) => {
      await this.drop(stored);
      return true;
    });
  }

  /** Removes what can be fetched no more, sees to what has lost its job, and once a day lets go of files that no export is. @throws StoreUnavailable */
  async sweep(at: Millis): Promise<void> {
    for (const state of ['ready', 'failed'] as const) {
      for (const { id, version, document } of await this.before(state, at - EXPORT_MS)) {
        await this.drop(document);
        // As it was listed: what its owner has wished for since stays.
        await this.deps.documents.delete(id, version);
      }
    }
    for (const { document } of await this.before('waiting', at - FORGOTTEN_MS)) await this.enqueue(document);
    if (at - this.lookedThroughAt < LOOK_THROUGH_MS) return;
    await this.releaseStray();
    this.lookedThroughAt = at;
  }

  /** Lets go of files that a crash has left between the blob and the document that was to name it. */
  private async releaseStray(): Promise<void> {
    const held: { readonly hash: BlobHash; readonly reference: string; readonly userId: UserId; readonly attempt: number }[] = [];
    for await (const { hash, references } of this.deps.blobs.list()) {
      for (const reference of references) {
        const { userId, attempt } = REFERENCE.exec(reference)?.groups ?? {};
        if (userId !== undefined) held.push({ hash, reference, userId: userId as UserId, attempt: Number(attempt) }); // the name was made of a user's id
      }
    }
    for (const { hash, reference, userId, attempt } of held) {
      // Read after the blob was seen: one whose attempt continues may be named by it yet.
      const document = await this.of(userId);
      const isComing = document?.state === 'waiting' && document.attempt === attempt;
      if (!isComing && !names(document, reference)) await this.deps.blobs.removeReference(hash, reference);
    }
  }

  private async before(state: ExportDocument['state'], at: Millis) {
    return (await this.deps.documents.find({ where: { state }, range: { field: 'changedAt', below: at }, order: { field: 'changedAt', direction: 'ascending' }, limit: 500 })).items;
  }

  private async drop(document: ExportDocument): Promise<void> {
    const held = document.state === 'ready' ? document : document.state === 'waiting' ? document.former : undefined;
    if (held !== undefined) await this.deps.blobs.removeReference(held.hash, held.reference);
  }

  private async enqueue({ userId, attempt }: Pick<ExportDocument, 'userId' | 'attempt'>): Promise<void> {
    await this.deps.jobs.add({ id: jobOf({ userId, attempt }), queue: EXPORT_QUEUE, payload: { userId, attempt } });
  }
}
