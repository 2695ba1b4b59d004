import { z } from 'zod';
import type { Millis } from '../../kernel/clock.js';
import { defined } from '../../kernel/defined.shared.js';
import type { Collection, DocumentStore, Page } from '../documents/port.js';
import { RETRY_POLICY, type RetryPolicy } from '../documents/retry.js';
import { decide, deleteWhere } from '../documents/update.js';
import type { Random } from '../random.js';
import type { BlobHash } from './port.js';

// Safe without a check: only our own writes are read here.
const hash = z.custom<BlobHash>((value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value));
const record = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('present'),
    hash,
    key: z.string(),
    size: z.int().min(0),
    references: z.array(z.string()).min(1),
  }),
  z.object({ state: z.literal('gone'), hash, goneAt: z.int() }),
]);

/**
 * The references of a blob, and the key of its object. Each arrival of a content gets a new key, so removing an object
 * cannot hit the same content that has arrived again. Records of removed blobs are kept for a day: a new document would
 * start with version 1 again, and a reader of the old one could mistake it for that.
 */
export type BlobRecord = z.infer<typeof record>;
export type PresentBlob = Extract<BlobRecord, { state: 'present' }>;

const DEFINITION = {
  name: 'blob_references_v1',
  indexes: [
    ['state', 'hash'],
    ['state', 'goneAt'],
  ],
} as const;
const SWEEPS = { name: 'blob_sweeps_v1', indexes: [] } as const;
const sweepRecord = z.object({ at: z.int() });
const PAGE = 500;

interface Changed {
  readonly met: PresentBlob | undefined;
  readonly written: BlobRecord | undefined;
}

/**
 * The records of blobs on S3: one document per blob, each write a compare-and-set.
 * @throws StoreUnavailable from every call
 */
export class S3References {
  private constructor(
    private readonly records: Collection<BlobRecord>,
    private readonly sweeps: Collection<z.infer<typeof sweepRecord>>,
    private readonly policy: RetryPolicy,
  ) {}

  /** Opens the collections `blob_references_v1` and `blob_sweeps_v1`. */
  static async open(documents: DocumentStore, random: Random): Promise<S3References> {
    return new S3References(
      await documents.collection(DEFINITION, (value) => record.parse(value)),
      await documents.collection(SWEEPS, (value) => sweepRecord.parse(value)),
      { ...RETRY_POLICY, random },
    );
  }

  async find(of: BlobHash): Promise<PresentBlob | undefined> {
    return present((await this.records.get(of))?.document);
  }

  /** The blobs among these that exist, by hash. */
  async findMany(hashes: readonly BlobHash[]): Promise<ReadonlyMap<string, PresentBlob>> {
    const found = await this.records.getMany(hashes);
    return new Map(
      found.flatMap(({ id, document }) => (document.state === 'present' ? [[id, document] as const] : [])),
    );
  }

  /**
   * Read-modify-write; retries after a conflict.
   * @param change may be called several times; undefined writes nothing
   * @returns the record last read, and the one written, if any
   */
  change(of: BlobHash, change: (met: PresentBlob | undefined) => Promise<BlobRecord | undefined>): Promise<Changed> {
    return decide<BlobRecord, Changed>(
      this.records,
      of,
      async (before) => {
        const met = present(before?.document);
        const written = await change(met);
        return written === undefined
          ? { answer: { met, written } }
          : { answer: { met, written }, write: { document: written } };
      },
      { policy: this.policy },
    );
  }

  /**
   * All existing blobs in ascending order of hash.
   * @param after only hashes above this one
   */
  async *list(after?: BlobHash): AsyncGenerator<PresentBlob, void, undefined> {
    let cursor: string | undefined;
    do {
      const page: Page<BlobRecord> = await this.records.find({
        where: { state: 'present' },
        order: { field: 'hash', direction: 'ascending' },
        limit: PAGE,
        ...(after === undefined ? {} : { range: { field: 'hash', above: after } }),
        ...defined({ after: cursor }),
      });
      for (const { document } of page.items) if (document.state === 'present') yield document;
      cursor = page.next;
    } while (cursor !== undefined);
  }

  /**
   * Deletes the records of blobs that were removed before `before`.
   * @returns how many
   */
  forget(before: Millis): Promise<number> {
    return deleteWhere(this.records, { where: { state: 'gone' }, range: { field: 'goneAt', below: before } });
  }

  /**
   * Whether the caller should sweep now: nobody has started to within `everyMs`. Of several concurrent callers, one
   * gets true.
   */
  async claimSweep(now: Millis, everyMs: Millis): Promise<boolean> {
    const last = await this.sweeps.get('sweep');
    if (last !== undefined && last.document.at > now - everyMs) return false;
    return (
      (await this.sweeps.put({ id: 'sweep', document: { at: now }, expectedVersion: last?.version ?? 0 })) === 'written'
    );
  }
}

const present = (document: BlobRecord | undefined): PresentBlob | undefined =>
  document?.state === 'present' ? document : undefined;
