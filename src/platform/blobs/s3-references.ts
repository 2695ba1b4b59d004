import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Millis } from '../../kernel/clock.js';
import type { Collection, DocumentStore, Page, Versioned } from '../documents/port.js';
import type { Random } from '../random.js';
import { StoreUnavailable } from '../unavailable.js';
import type { BlobHash } from './port.js';

// Only our own writes are read here.
const hash = z.custom<BlobHash>((value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value));
const record = z.discriminatedUnion('state', [
  z.object({ state: z.literal('present'), hash, key: z.string(), size: z.int().min(0), references: z.array(z.string()).min(1) }),
  z.object({ state: z.literal('gone'), hash, goneAt: z.int() }),
]);

/**
 * Who refers to a content, and under which key its bytes lie. A key is used for one arrival of a content and never again, so that
 * removing an object cannot meet the same content that has come anew. What is gone stays on record for a day: a document made
 * anew would begin with version 1, and one who has read the old one could take it for that.
 */
export type BlobRecord = z.infer<typeof record>;
export type PresentBlob = Extract<BlobRecord, { state: 'present' }>;

const DEFINITION = { name: 'blob_references_v1', indexes: [['state', 'hash'], ['state', 'goneAt']] } as const;
const SWEEPS = { name: 'blob_sweeps_v1', indexes: [] } as const;
const sweepRecord = z.object({ at: z.int() });
const ATTEMPTS = 100;
const PAGE = 500;

/** The records of contents on S3, one document a content, each write a compare-and-set. @throws StoreUnavailable from every call */
export class S3References {
  private constructor(private readonly records: Collection<BlobRecord>, private readonly sweeps: Collection<z.infer<typeof sweepRecord>>, private readonly random: Random) {}

  /** Opens the collections `blob_references_v1` and `blob_sweeps_v1`. */
  static async open(documents: DocumentStore, random: Random): Promise<S3References> {
    return new S3References(await documents.collection(DEFINITION, (value) => record.parse(value)), await documents.collection(SWEEPS, (value) => sweepRecord.parse(value)), random);
  }

  async find(of: BlobHash): Promise<PresentBlob | undefined> {
    return present((await this.records.get(of))?.document);
  }

  /** Those of these contents that are present, by hash. */
  async findMany(hashes: readonly BlobHash[]): Promise<ReadonlyMap<string, PresentBlob>> {
    const found = await this.records.getMany(hashes);
    return new Map(found.flatMap(({ id, document }) => (document.state === 'present' ? [[id, document] as const] : [])));
  }

  /**
   * Reads, decides, writes; decides again when somebody else was faster.
   * @param decide may be asked several times; undefined leaves all as it is
   * @returns the record that was met last, and what was written instead of it, if anything was
   */
  async change(of: BlobHash, decide: (met: PresentBlob | undefined) => Promise<BlobRecord | undefined>): Promise<{ readonly met: PresentBlob | undefined; readonly written: BlobRecord | undefined }> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const before = await this.records.get(of);
      const met = present(before?.document);
      const written = await decide(met);
      if (written === undefined) return { met, written };
      if ((await this.records.put({ id: of, document: written, expectedVersion: before?.version ?? 0 })) === 'written') return { met, written };
      await sleep(this.random.between(0, 2 + 2 * Math.min(attempt, 20)));
    }
    throw new StoreUnavailable('blobs', 'failed', `the record of ${of} is written by too many at once`);
  }

  /** All that are present, by hash ascending. @param after only those above */
  async *list(after?: BlobHash): AsyncGenerator<PresentBlob, void, undefined> {
    let cursor: string | undefined;
    do {
      const page: Page<BlobRecord> = await this.records.find({
        where: { state: 'present' }, order: { field: 'hash', direction: 'ascending' }, limit: PAGE,
        ...(after === undefined ? {} : { range: { field: 'hash', above: after } }), ...(cursor === undefined ? {} : { after: cursor }),
      });
      for (const { document } of page.items) if (document.state === 'present') yield document;
      cursor = page.next;
    } while (cursor !== undefined);
  }

  /** Forgets what has been gone since before `before`. @returns how many */
  async forget(before: Millis): Promise<number> {
    let forgotten = 0;
    for (;;) {
      const page: { readonly items: readonly Versioned<BlobRecord>[] } = await this.records.find({ where: { state: 'gone' }, range: { field: 'goneAt', below: before }, order: { field: 'goneAt', direction: 'ascending' }, limit: PAGE });
      for (const { id, version } of page.items) if ((await this.records.delete(id, version)) === 'written') forgotten += 1;
      if (page.items.length < PAGE) return forgotten;
    }
  }

  /** Whether the caller is the one to sweep now: nobody has begun to within `everyMs`. Of several who ask at once, one is told so. */
  async claimSweep(now: Millis, everyMs: Millis): Promise<boolean> {
    const last = await this.sweeps.get('sweep');
    if (last !== undefined && last.document.at > now - everyMs) return false;
    return (await this.sweeps.put({ id: 'sweep', document: { at: now }, expectedVersion: last?.version ?? 0 })) === 'written';
  }
}

const present = (document: BlobRecord | undefined): PresentBlob | undefined => (document?.state === 'present' ? document : undefined);
