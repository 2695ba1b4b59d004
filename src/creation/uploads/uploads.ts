import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { codeOf } from '../../kernel/thrown.js';
import type { Clock } from '../../kernel/clock.js';
import { defined } from '../../kernel/defined.shared.js';
import { productError, type ProductError } from '../../kernel/errors.shared.js';
import { derivedId, type UserId } from '../../kernel/ids.js';
import { err, ok, type Result } from '../../kernel/result.js';
import type { BlobHash, Blobs } from '../../platform/blobs/port.js';
import type { Random } from '../../platform/random.js';
import type { RateLimit } from '../../platform/rate-limit/port.js';
import type { RecipeV1 } from '../provenance/recipe.shared.js';
import type { FailureLog } from '../../platform/http/logs.js';
import type { IncomingFiles } from './incoming-files.js';
import type { Inspector } from './inspect/inspector.js';
import type { Taken } from './inspect/taken.js';
import { trimBytes } from './inspect/trim.js';
import { KeyedMutex } from '../../platform/concurrency/keyed-mutex.js';
import type { Cutting } from './cutting.shared.js';
import { UPLOAD_LIMITS, type UploadPurpose, type UploadType, type UploadView } from './upload.shared.js';
import {
  admit,
  begin,
  blobsOf,
  end,
  isFinal,
  name,
  prolonged,
  referenceOf,
  refusal,
  refuse,
  stored,
  uploadView,
  type Ready,
  type Upload,
  type UploadFile,
  type UploadId,
} from './upload.js';
import type { UploadStore } from './upload.store.js';

export interface UploadsDeps {
  readonly store: UploadStore;
  readonly blobs: Blobs;
  readonly inspector: Pick<Inspector, 'take' | 'cut'>;
  readonly rateLimit: RateLimit;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: FailureLog;
  /** Private folder of this process for files under inspection. */
  readonly folder: string;
  /** Storage of resumable uploads. */
  readonly incomingFiles: IncomingFiles;
  /** Free bytes on the disk of the uploads and the other data. */
  readonly freeBytes: () => Promise<number>;
}

/** Facts about an upload that a task uses. `hash` names the blob. */
export interface SourceFacts {
  readonly hash: BlobHash;
  readonly type: UploadType;
  readonly kind: 'image' | 'video' | 'audio';
  readonly width: number;
  readonly height: number;
  readonly seconds?: number;
  readonly bytes: number;
  /** First frame of a video. */
  readonly poster?: { readonly hash: BlobHash; readonly bytes: number };
}

/** Maximum files of one user that wait for inspection. */
const MAX_WAITING = 16;

const notFound = (): ProductError => productError('IMAGE_NOT_FOUND');

/**
 * Users' uploads: inspected, kept for a while, passed to tasks, and removed. Each upload is a document. A file is
 * recorded in it before it is stored, so that after a crash at any point whoever ends the upload knows what to remove.
 * @throws StoreUnavailable from every call
 */
export class Uploads {
  readonly incomingFiles: IncomingFiles;
  private readonly work: string;
  private readonly mutex = new KeyedMutex<UploadId>();
  private readonly owners = new KeyedMutex<string>();

  constructor(private readonly deps: UploadsDeps) {
    this.incomingFiles = deps.incomingFiles;
    this.work = join(deps.folder, 'work');
  }

  /** Creates the folders, and removes what a killed process left in them. */
  async open(): Promise<void> {
    await rm(this.work, { recursive: true, force: true });
    await mkdir(this.work, { recursive: true, mode: 0o700 });
    await this.incomingFiles.open(async (id) => {
      const state = (await this.deps.store.get(id))?.document.state;
      return state === 'arriving' || state === 'storing';
    });
  }

  /**
   * Stores a file that arrived in one request.
   * @param requestId a repeated request with it answers with the upload of the first one, while that exists
   * @returns the upload; or the inspector's refusal; or that the user has too many uploads, too many bytes, or was too
   * fast; TRY_AGAIN while an equal request is in progress
   */
  async create(
    owner: UserId,
    content: Blob,
    purpose: UploadPurpose,
    requestId?: string,
  ): Promise<Result<UploadView, ProductError>> {
    // Derived from a UUID, or a new one: an upload id by definition.
    const id = (
      requestId === undefined ? this.deps.random.uuid() : derivedId('upload-request', owner, requestId.toLowerCase())
    ) as UploadId;
    return this.mutex.run(id, async () => {
      const known = requestId === undefined ? undefined : await this.ready(owner, id);
      if (known?.ok === true) return ok(uploadView(known.value));
      const begun = await this.begin(owner, purpose, content.size, 'whole', id);
      if (!begun.ok) return begun;
      const taken = await this.takeIn(owner, id, purpose, async (folder) => {
        const from = join(folder, 'arrived');
        await writeFile(from, content.stream(), { flag: 'wx' });
        return from;
      });
      // No client knows the id, so no one can ask for the refusal again.
      if (!taken.ok) await this.remove(id);
      return taken;
    });
  }

  /**
   * Creates an upload from a part of a user's media: a cropped image or a trimmed video. It counts like every other
   * upload, and the source is unchanged.
   * @param from the source blob; until the size of the part is known, an image counts with its own bytes and a video
   * with the maximum of a part
   * @param signal aborts when the client disconnects; nothing is kept then
   * @returns the upload; IMAGE_NOT_FOUND or VIDEO_NOT_FOUND if the blob no longer exists; CROP_FAILED if cropping
   * failed; TRY_AGAIN after an abort, which no one receives; otherwise as `create`
   */
  async cut(
    owner: UserId,
    from: Pick<SourceFacts, 'hash' | 'bytes' | 'kind'>,
    cutting: Cutting,
    signal?: AbortSignal,
  ): Promise<Result<UploadView, ProductError>> {
    const isTrim = cutting.kind === 'trim';
    const begun = await this.begin(owner, from.kind, isTrim ? trimBytes(cutting) : from.bytes, 'whole');
    if (!begun.ok) return begun;
    const { id } = begun.value;
    const look = async (folder: string): Promise<Result<Taken, ProductError>> => {
      signal?.throwIfAborted();
      const whole = join(folder, 'whole');
      const content = await this.deps.blobs.read(from.hash);
      if (content === undefined) return err(from.kind === 'video' ? productError('VIDEO_NOT_FOUND') : notFound());
      await pipeline(content, createWriteStream(whole, { flags: 'wx' }));
      return this.deps.inspector.cut(whole, join(folder, 'kept'), cutting, signal);
    };
    return this.mutex.run(id, async () => {
      let isKept = false;
      try {
        // A trim has its own queue, so that it does not delay the user's other uploads.
        const taken = await this.lookedAt(
          owner,
          id,
          look,
          isTrim ? { line: `trim ${owner}` } : { fault: 'CROP_FAILED' },
        );
        isKept = taken.ok && signal?.aborted !== true;
        return taken.ok && !isKept ? err(productError('TRY_AGAIN')) : taken;
      } catch (error) {
        if (signal?.aborted !== true) throw error;
        return err(productError('TRY_AGAIN'));
      } finally {
        // No client knows the id.
        if (!isKept) await this.remove(id);
      }
    });
  }

  /**
   * Admits an upload whose bytes are arriving.
   * @param bytes as announced
   */
  async begin(
    owner: UserId,
    purpose: UploadPurpose,
    bytes: number,
    way: 'whole' | 'parts',
    // A new UUID is an upload id by definition.
    id = this.deps.random.uuid() as UploadId,
  ): Promise<Result<Upload, ProductError>> {
    const { store, clock, rateLimit } = this.deps;
    if (!(await this.hasRoom(bytes))) return err(productError('IMAGE_UPLOAD_FAILED'));
    const rate = await rateLimit.take(`upload:${owner}`, UPLOAD_LIMITS.rate);
    if (!rate.allowed) return err(productError('AI_RATE_LIMIT', { seconds: Math.ceil(rate.retryAfterMs / 1_000) }));
    return this.owners.run(owner, async () => {
      const admitted = admit(await store.of(owner), bytes, clock.now());
      if (!admitted.ok) return admitted;
      const document = begin({ id, owner, purpose, bytes }, way, clock.now());
      if ((await store.create(document)) !== 'written') return err(productError('TRY_AGAIN'));
      return ok(document);
    });
  }

  /**
   * Completes a resumable upload. Repeating the call gives the same upload or refusal.
   * @returns the upload; IMAGE_NOT_FOUND if the user has no such upload; the inspector's refusal
   */
  async finish(owner: UserId, id: string): Promise<Result<UploadView, ProductError>> {
    // Ownership is checked before any lock on this id is requested.
    const known = await this.own(owner, id);
    if (!known.ok) return known;
    return this.alone(known.value.id, async () => {
      const found = await this.own(owner, id);
      if (!found.ok) return found;
      const upload = found.value;
      switch (upload.state) {
        case 'ready':
          return ok(uploadView(upload));
        case 'refused':
          return err(upload.error);
        case 'ending':
          return err(notFound());
        case 'arriving':
        case 'storing': {
          const size = await this.incomingFiles.sizeOf(upload.id);
          if (size === undefined || (upload.state === 'arriving' && size !== upload.bytes))
            return err(refusal('incomplete'));
          const taken = await this.takeIn(owner, upload.id, upload.purpose, (folder) =>
            this.incomingFiles.fetch(upload.id, join(folder, 'arrived')),
          );
          if (taken.ok || (await this.rememberRefusal(upload.id, taken.error)))
            await this.incomingFiles.drop(upload.id);
          return taken;
        }
        default:
          return upload satisfies never;
      }
    });
  }

  /** Gets one of the user's uploads. Another user's, an unfinished one and an unknown id all give IMAGE_NOT_FOUND. */
  async get(owner: UserId, id: string): Promise<Result<UploadView, ProductError>> {
    const found = await this.ready(owner, id);
    return found.ok ? ok(uploadView(found.value)) : found;
  }

  /** The recipe embedded in the file; null if there is none. */
  async recipe(owner: UserId, id: string): Promise<Result<RecipeV1 | null, ProductError>> {
    const found = await this.ready(owner, id);
    return found.ok ? ok(found.value.file.recipe ?? null) : found;
  }

  /** The stored file, for its owner. */
  async file(owner: UserId, id: string): Promise<Result<UploadFile, ProductError>> {
    const found = await this.ready(owner, id);
    return found.ok ? ok(found.value.file) : found;
  }

  /** Deletes an upload. Tasks that use it keep the file by their own references. */
  async delete(owner: UserId, id: string): Promise<Result<UploadId, ProductError>> {
    const found = await this.own(owner, id);
    if (!found.ok) return found;
    await this.alone(found.value.id, () => this.remove(found.value.id));
    return ok(found.value.id);
  }

  /**
   * Facts about an upload for a task that will use it. The use extends the upload's life; the task then takes its own
   * reference.
   */
  async source(owner: UserId, id: string): Promise<Result<SourceFacts, ProductError>> {
    const found = await this.ready(owner, id);
    if (!found.ok) return found;
    const now = this.deps.clock.now();
    if (prolonged(found.value, now) !== undefined) {
      const kept = await this.deps.store.change(found.value.id, (upload) =>
        upload.state === 'ready' ? ok(prolonged(upload, now) ?? upload) : err('gone'),
      );
      if (!kept.ok) return err(notFound());
    }
    const { hash, type, kind, width, height, seconds, bytes, poster } = found.value.file;
    const first = poster && (await this.deps.blobs.info(poster));
    return ok({
      hash,
      type,
      kind,
      width,
      height,
      ...defined({ seconds }),
      bytes,
      ...(poster && first ? { poster: { hash: poster, bytes: first.size } } : {}),
    });
  }

  /** Whether storing this many bytes leaves enough disk space for the ledger and everything else. */
  async hasRoom(bytes: number): Promise<boolean> {
    const free = await this.deps.freeBytes();
    const has = free - bytes >= UPLOAD_LIMITS.freeBytes;
    if (!has) this.deps.log.error({ free }, 'uploads are refused: the disk is nearly full');
    return has;
  }

  /** Whether this user may continue to send an upload. */
  async isArriving(owner: UserId, id: string): Promise<boolean> {
    const found = await this.own(owner, id);
    return found.ok && found.value.state === 'arriving';
  }

  /**
   * Moves a visitor's uploads to the existing account that they signed in to. Idempotent. It does not wait for
   * inspections, because every step of an upload keeps the current owner.
   */
  async adopt(from: UserId, to: UserId): Promise<void> {
    for (const { id } of await this.deps.store.of(from))
      await this.deps.store.change(id, (upload) =>
        upload.owner === from ? ok({ ...upload, owner: to }) : err('gone'),
      );
  }

  /**
   * Ends all uploads of a permanently deleted user: they become unreachable at once, and the sweeper removes the bytes.
   * It does not wait for inspections, because their next step finds the upload ended. Idempotent.
   */
  async purge(owner: UserId): Promise<void> {
    for (const { id } of await this.deps.store.of(owner))
      await this.deps.store.change(id, (upload) =>
        upload.state === 'ending' || upload.owner !== owner ? err('gone') : ok(end(upload, this.deps.clock.now())),
      );
  }

  /** Removes uploads that are unused for a day, incomplete, or partly removed. */
  async sweep(): Promise<void> {
    for (const { id } of await this.deps.store.due(this.deps.clock.now())) {
      try {
        await this.alone(id, () => this.removeIfDue(id));
      } catch (error) {
        this.deps.log.warn({ err: error, uploadId: id }, 'an upload could not be removed; it is retried');
      }
    }
  }

  private async removeIfDue(id: UploadId): Promise<void> {
    const found = await this.deps.store.get(id);
    if (found !== undefined && found.document.expiresAt < this.deps.clock.now()) await this.remove(id);
  }

  /** Ends the upload, releases its blobs, then deletes its document. The sweeper continues after a crash. */
  private async remove(id: UploadId): Promise<void> {
    const ending = await this.deps.store.change(id, (upload) =>
      ok(upload.state === 'ending' ? upload : end(upload, this.deps.clock.now())),
    );
    if (!ending.ok) return;
    for (const hash of blobsOf(ending.value)) await this.deps.blobs.removeReference(hash, referenceOf(id));
    await this.incomingFiles.drop(id);
    await this.deps.store.forget(id);
  }

  /** Takes the local lock first, so that of several callers in this process only one requests the shared lock. */
  private alone<T>(id: UploadId, work: () => Promise<T>): Promise<T> {
    return this.mutex.run(id, () => this.incomingFiles.alone(id, work));
  }

  /**
   * Inspects a file and stores it. Call it under the upload's lock.
   * @param bring returns the file's path; it puts the file into the work folder if it is not on disk yet
   */
  private takeIn(
    owner: UserId,
    id: UploadId,
    purpose: UploadPurpose,
    bring: (folder: string) => Promise<string>,
  ): Promise<Result<UploadView, ProductError>> {
    return this.lookedAt(owner, id, async (folder) =>
      this.deps.inspector.take(await bring(folder), join(folder, 'kept'), purpose),
    );
  }

  /**
   * Stores the result of an inspection. Call it under the upload's lock.
   * @param look receives the work folder
   * @param line key of the queue that runs one inspection of this user at a time
   * @param fault error to answer if the local disk fails
   */
  private async lookedAt(
    owner: UserId,
    id: UploadId,
    look: (folder: string) => Promise<Result<Taken, ProductError>>,
    {
      line = `look ${owner}`,
      fault = 'IMAGE_UPLOAD_FAILED',
    }: { readonly line?: string; readonly fault?: 'IMAGE_UPLOAD_FAILED' | 'CROP_FAILED' } = {},
  ): Promise<Result<UploadView, ProductError>> {
    if (this.owners.pending(line) >= MAX_WAITING) return err(productError('AI_RATE_LIMIT', { seconds: 5 }));
    const folder = join(this.work, id);
    try {
      // One file of a user at a time, so that nobody delays everybody else. It counts as waiting before the first
      // await, so that a burst cannot exceed the limit.
      const taken = await this.owners.run(line, async () => {
        await mkdir(folder, { recursive: true });
        return look(folder);
      });
      return taken.ok ? await this.keep(id, taken.value) : taken;
    } catch (error) {
      if (codeOf(error) === undefined) throw error;
      // The disk for inspections is full or not writable.
      this.deps.log.error({ err: error, uploadId: id }, 'an upload could not be inspected');
      return err(productError(fault));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  private async keep(id: UploadId, taken: Taken): Promise<Result<UploadView, ProductError>> {
    const { store, blobs, clock } = this.deps;
    const reference = referenceOf(id);
    const { path, posterPath, ...facts } = taken;
    const file: UploadFile = {
      ...facts,
      hash: await digest(path),
      bytes: (await stat(path)).size,
      ...(posterPath === undefined ? {} : { poster: await digest(posterPath) }),
    };
    const before = await store.get(id);
    const mine: readonly BlobHash[] = [file.hash, ...(file.poster === undefined ? [] : [file.poster])];
    // An earlier try may have stored blobs. They are released while still recorded, because the result may differ this
    // time.
    for (const hash of before?.document.state === 'storing' ? blobsOf(before.document) : [])
      if (!mine.includes(hash)) await blobs.removeReference(hash, reference);
    const named = await store.change(id, (upload) => name(upload, file, clock.now()));
    if (!named.ok) return err(notFound());
    await blobs.put(createReadStream(path), reference);
    if (posterPath !== undefined) await blobs.put(createReadStream(posterPath), reference);
    const ready = await store.change(id, (upload) => stored(upload, file.hash, clock.now()));
    if (ready.ok) return ok(uploadView(ready.value));
    const now = (await store.get(id))?.document;
    for (const hash of mine)
      if (now === undefined || !blobsOf(now).includes(hash) || now.state === 'ending')
        await blobs.removeReference(hash, reference);
    return err(notFound());
  }

  /** @returns whether the refusal is final, so that the file is no longer needed */
  private async rememberRefusal(id: UploadId, error: ProductError): Promise<boolean> {
    if (!isFinal(error)) return false;
    return (await this.deps.store.change(id, (upload) => refuse(upload, error, this.deps.clock.now()))).ok;
  }

  private async own(owner: UserId, id: string): Promise<Result<Upload, ProductError>> {
    // An id from outside; it is only compared.
    const found = await this.deps.store.get(id as UploadId);
    return found === undefined || found.document.owner !== owner || found.document.expiresAt <= this.deps.clock.now()
      ? err(notFound())
      : ok(found.document);
  }

  private async ready(owner: UserId, id: string): Promise<Result<Ready, ProductError>> {
    const found = await this.own(owner, id);
    if (!found.ok) return found;
    return found.value.state === 'ready' ? ok(found.value) : err(notFound());
  }
}

async function digest(path: string): Promise<BlobHash> {
  const hash = createHash('sha256');
  // a stream without an encoding yields bytes
  for await (const part of createReadStream(path)) hash.update(part as Uint8Array);
  // A lower-case hexadecimal digest is exactly this type.
  return hash.digest('hex') as BlobHash;
}
