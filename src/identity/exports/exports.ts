import { z } from 'zod';
import type { Millis } from '../../kernel/clock.js';
import type { BlobHash, BlobInfo, Blobs } from '../../platform/blobs/port.js';
import type { Collection, CollectionDefinition, OutboxMessage } from '../../platform/documents/port.js';
import type { UserId } from '../../platform/http/session-user.js';
import type { Jobs } from '../../platform/jobs/port.js';
import { letterDue } from '../messages.js';

/** How long a file may be fetched. */
export const EXPORT_MS: Millis = 7 * 86_400_000;
/** An export that waits so long has lost its job, or never had one. */
const FORGOTTEN_MS: Millis = 5 * 60_000;
export const EXPORT_QUEUE = 'identity.exports';

export const EXPORTS: CollectionDefinition = { name: 'exports_v1', indexes: [['state', 'changedAt']] };
const hash = z.string().min(1).transform((text) => text as BlobHash); // the brand is given where the document is read
const facts = z.object({
  userId: z.string().min(1).transform((id) => id as UserId), // the brand is given where the document is read
  /** Grows with each that the user asks for; a worker at an earlier one leaves nothing behind. */
  attempt: z.int(),
  requestedAt: z.int(),
  changedAt: z.int(),
});
/** A user's export, by their id: at most one at a time. */
export const exportDocument = z.discriminatedUnion('state', [
  facts.extend({ state: z.literal('waiting'), former: hash.exactOptional() }),
  facts.extend({ state: z.literal('ready'), hash, bytes: z.int(), until: z.int() }),
  facts.extend({ state: z.literal('failed') }),
]);
export type ExportDocument = z.infer<typeof exportDocument>;
type Waiting = Extract<ExportDocument, { state: 'waiting' }>;

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
/** By what name a file is held; the attempt before it is held by another. */
export const referenceOf = (userId: UserId, attempt: number): string => `export.${userId}.${attempt}`;

export interface ExportsDeps {
  readonly documents: Collection<ExportDocument>;
  readonly jobs: Jobs;
  readonly blobs: Blobs;
}

/** What users have asked to take away, from the wish to its end. The document comes first; a cut before its job is mended by the sweep. */
export class Exports {
  constructor(private readonly deps: ExportsDeps) {}

  /** @throws StoreUnavailable */
  async of(userId: UserId): Promise<ExportDocument | undefined> {
    return (await this.deps.documents.get(userId))?.document;
  }

  /** Asks for an export; one that is being made is as good. @throws StoreUnavailable */
  async request(userId: UserId, at: Millis): Promise<ExportDocument> {
    for (;;) {
      const seen = await this.deps.documents.get(userId);
      const before = seen?.document;
      if (before?.state === 'waiting') return before;
      const wanted: Waiting = { state: 'waiting', userId, attempt: (before?.attempt ?? 0) + 1, requestedAt: at, changedAt: at, ...(before?.state === 'ready' ? { former: before.hash } : {}) };
      if ((await this.deps.documents.put({ id: userId, document: wanted, expectedVersion: seen?.version ?? 0 })) !== 'written') continue;
      await this.enqueue(wanted);
      return wanted;
    }
  }

  /** Says that a file is made, or for good cannot be. @returns false when nobody waits for it any more. @throws StoreUnavailable */
  async conclude(userId: UserId, attempt: number, made: BlobInfo | undefined, at: Millis): Promise<boolean> {
    const seen = await this.deps.documents.get(userId);
    if (seen?.document.state !== 'waiting' || seen.document.attempt !== attempt) return seen?.document.attempt === attempt;
    const { former, state: _, ...rest } = seen.document;
    if (former !== undefined) await this.deps.blobs.removeReference(former, referenceOf(userId, attempt - 1));
    const document: ExportDocument = made === undefined ? { ...rest, state: 'failed', changedAt: at } : { ...rest, state: 'ready', changedAt: at, hash: made.hash, bytes: made.size, until: at + EXPORT_MS };
    const outbox: readonly OutboxMessage[] = made === undefined ? [] : [letterDue(`${userId}.${attempt}`, { kind: 'export-ready', userId, at })];
    return (await this.deps.documents.put({ id: userId, document, expectedVersion: seen.version, outbox })) === 'written' || this.conclude(userId, attempt, made, at);
  }

  /** Lets go of everything of a user. @throws StoreUnavailable */
  async forget(userId: UserId): Promise<void> {
    for (;;) {
      const seen = await this.deps.documents.get(userId);
      if (seen === undefined) return;
      await this.drop(seen.document);
      if ((await this.deps.documents.delete(userId, seen.version)) === 'written') return;
    }
  }

  /** Removes what can be fetched no more, and sees to what has lost its job. @throws StoreUnavailable */
  async sweep(at: Millis): Promise<void> {
    for (const { document } of await this.before('ready', at - EXPORT_MS)) await this.forget(document.userId);
    for (const { document } of await this.before('failed', at - EXPORT_MS)) await this.forget(document.userId);
    for (const { document } of await this.before('waiting', at - FORGOTTEN_MS)) await this.enqueue(document);
  }

  private async before(state: ExportDocument['state'], at: Millis) {
    return (await this.deps.documents.find({ where: { state }, range: { field: 'changedAt', below: at }, order: { field: 'changedAt', direction: 'ascending' }, limit: 500 })).items;
  }

  private async drop(document: ExportDocument): Promise<void> {
    const { userId, attempt } = document;
    if (document.state === 'ready') await this.deps.blobs.removeReference(document.hash, referenceOf(userId, attempt));
    if (document.state === 'waiting' && document.former !== undefined) await this.deps.blobs.removeReference(document.former, referenceOf(userId, attempt - 1));
  }

  private async enqueue({ userId, attempt }: Pick<ExportDocument, 'userId' | 'attempt'>): Promise<void> {
    await this.deps.jobs.add({ id: jobOf({ userId, attempt }), queue: EXPORT_QUEUE, payload: { userId, attempt } });
  }
}
