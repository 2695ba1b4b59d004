import { z } from 'zod';
import type { Millis } from '../../kernel/clock.js';
import { defined } from '../../kernel/defined.shared.js';
import { ERRORS, type ErrorIdentifier } from '../../kernel/errors.shared.js';
import type { UserId } from '../../kernel/ids.js';
import type { Result } from '../../kernel/result.js';
import { err } from '../../kernel/result.js';
import type { BlobHash } from '../../platform/blobs/port.js';
import type { Collection, DocumentStore, Page, Versioned } from '../../platform/documents/port.js';
import { decide } from '../../platform/documents/update.js';
import { recipeV1 } from '../provenance/recipe.shared.js';
import { UPLOAD_NOTES, UPLOAD_PURPOSES } from './upload.shared.js';
import type { Upload, UploadId } from './upload.js';

// Safe without a check: only our own writes are read here.
const name = <T extends string>(): z.ZodType<T> =>
  z.custom<T>((value) => typeof value === 'string' && value.length > 0);
const identifier = z.custom<ErrorIdentifier>((value) => typeof value === 'string' && value in ERRORS);
const file = z.object({
  hash: name<BlobHash>(),
  kind: z.enum(['image', 'video', 'audio']),
  type: z.enum(['image/png', 'image/jpeg', 'video/mp4', 'video/webm', 'audio/mp4']),
  width: z.int(),
  height: z.int(),
  seconds: z.number().exactOptional(),
  bytes: z.int(),
  animated: z.boolean(),
  notes: z.array(z.enum(UPLOAD_NOTES)),
  recipe: recipeV1.optional().catch(undefined),
  poster: name<BlobHash>().exactOptional(),
});
const facts = z.object({
  id: name<UploadId>(),
  owner: name<UserId>(),
  purpose: z.enum(UPLOAD_PURPOSES),
  bytes: z.int(),
  createdAt: z.int(),
  expiresAt: z.int(),
});
const upload: z.ZodType<Upload> = z.discriminatedUnion('state', [
  facts.extend({ state: z.literal('arriving') }),
  facts.extend({ state: z.literal('storing'), file }),
  facts.extend({ state: z.literal('ready'), file }),
  facts.extend({
    state: z.literal('refused'),
    error: z.object({ identifier, params: z.record(z.string(), z.union([z.string(), z.number()])) }),
  }),
  facts.extend({ state: z.literal('ending'), blobs: z.array(name<BlobHash>()) }),
]);

const DEFINITION = { name: 'uploads_v1', indexes: [['owner', 'createdAt'], ['expiresAt']] } as const;
const arriving = z.object({ state: z.literal('arriving') });

/**
 * Whether a stored document is an upload whose bytes are still arriving. Those bytes are a file of one machine, so a
 * migration does not include them.
 */
export function isArrivingUpload(collection: string, document: unknown): boolean {
  return collection === DEFINITION.name && arriving.safeParse(document).success;
}

const PAGE = 500;

/**
 * Uploads as documents; every write is a compare-and-set.
 * @throws StoreUnavailable from every call
 */
export class UploadStore {
  private constructor(private readonly uploads: Collection<Upload>) {}

  static async open(documents: DocumentStore): Promise<UploadStore> {
    return new UploadStore(await documents.collection<Upload>(DEFINITION, (value) => upload.parse(value)));
  }

  get(id: UploadId): Promise<Versioned<Upload> | undefined> {
    return this.uploads.get(id);
  }

  /** @returns `conflict` if the id exists */
  create(document: Upload): Promise<'written' | 'conflict'> {
    return this.uploads.put({ id: document.id, document, expectedVersion: 0 });
  }

  /**
   * Read-modify-write; retries after a conflict.
   * @returns the upload afterwards; `gone` if there is none, or if the decision says so
   */
  change<T extends Upload>(id: UploadId, change: (upload: Upload) => Result<T, 'gone'>): Promise<Result<T, 'gone'>> {
    return decide<Upload, Result<T, 'gone'>>(this.uploads, id, (before) => {
      const answer = before === undefined ? err('gone' as const) : change(before.document);
      return answer.ok ? { answer, write: { document: answer.value } } : { answer };
    });
  }

  /** Removes an upload that holds no blobs any more. */
  async forget(id: UploadId): Promise<void> {
    const found = await this.uploads.get(id);
    if (found?.document.state === 'ending') await this.uploads.delete(id, found.version);
  }

  /** All uploads of an owner, oldest first. */
  async of(owner: UserId): Promise<readonly Upload[]> {
    const found: Upload[] = [];
    let after: string | undefined;
    do {
      const page: Page<Upload> = await this.uploads.find({
        where: { owner },
        order: { field: 'createdAt', direction: 'ascending' },
        limit: PAGE,
        ...defined({ after }),
      });
      found.push(...page.items.map(({ document }) => document));
      after = page.next;
    } while (after !== undefined);
    return found;
  }

  /** Uploads that expired before `at`, earliest first; at most 500. */
  async due(at: Millis): Promise<readonly Upload[]> {
    const page = await this.uploads.find({
      range: { field: 'expiresAt', below: at },
      order: { field: 'expiresAt', direction: 'ascending' },
      limit: PAGE,
    });
    return page.items.map(({ document }) => document);
  }
}
