import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { codeOf } from '../../kernel/thrown.js';
import type { Clock } from '../../kernel/clock.js';
import { defined } from '../../kernel/defined.shared.js';
import { productError, type ProductError } from '../../kernel/errors.shared.js';
import type { UserId } from '../../kernel/ids.js';
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
import { admit, begin, blobsOf, end, isFinal, name, prolonged, referenceOf, refusal, refuse, stored, uploadView, type Ready, type Upload, type UploadFile, type UploadId } from './upload.js';
import type { UploadStore } from './upload.store.js';

export interface UploadsDeps {
  readonly store: UploadStore;
  readonly blobs: Blobs;
  readonly inspector: Pick<Inspector, 'take' | 'cut'>;
  readonly rateLimit: RateLimit;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: FailureLog;
  /** Where files lie while they are looked at; this process's own. */
  readonly folder: string;
  /** Where files in parts arrive. */
  readonly incomingFiles: IncomingFiles;
  /** Bytes that can still be written where uploads and all the other data lie. */
  readonly freeBytes: () => Promise<number>;
}

/** What a task is told of an upload it works on. `hash` names the blob. */
export interface SourceFacts {
  readonly hash: BlobHash;
  readonly type: UploadType;
  readonly kind: 'image' | 'video' | 'audio';
  readonly width: number;
  readonly height: number;
  readonly seconds?: number;
  readonly bytes: number;
  /** The first image of a video. */
  readonly poster?: { readonly hash: BlobHash; readonly bytes: number };
}

/** Files of one user that may wait to be looked at. */
const MAX_WAITING = 16;

const notFound = (): ProductError => productError('IMAGE_NOT_FOUND');

/**
 * What users bring along: taken in, kept for a while, given to tasks, and removed. Each upload is a document; a file is named in
 * it before it is stored, so that whoever ends the upload knows what to remove, wherever a crash may have left it.
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

  /** Makes the folders, and clears away what a killed process left in them. */
  async open(): Promise<void> {
    await rm(this.work, { recursive: true, force: true });
    await mkdir(this.work, { recursive: true, mode: 0o700 });
    await this.incomingFiles.open(async (id) => {
      const state = (await this.deps.store.get(id))?.document.state;
      return state === 'arriving' || state === 'storing';
    });
  }

  /**
   * Takes in a file that came whole.
   * @returns the upload; or the inspector's refusal, or that the user has too many, too much, or was too fast
   */
  async create(owner: UserId, content: Blob, purpose: UploadPurpose): Promise<Result<UploadView, ProductError>> {
    const begun = await this.begin(owner, purpose, content.size, 'whole');
    if (!begun.ok) return begun;
    const { id } = begun.value;
    return this.mutex.run(id, async () => {
      const taken = await this.takeIn(owner, id, purpose, async (folder) => {
        const from = join(folder, 'arrived');
        await writeFile(from, content.stream(), { flag: 'wx' });
        return from;
      });
      // No one knows its name, so no one requests its refusal again.
      if (!taken.ok) await this.remove(id);
      return taken;
    });
  }

  /**
   * Makes an upload of a part of what its owner has: an image that is cropped, a video that is trimmed. It counts like every other
   * upload does; what it was cut out of stays as it was.
   * @param from the blob that it is cut out of: until those of the part are known, an image's bytes count, and the most that a part of a video may have
   * @param signal that whoever asked has gone: what is begun ends, and nothing is kept of it
   * @returns the upload; IMAGE_NOT_FOUND or VIDEO_NOT_FOUND when the blob is gone; CROP_FAILED for a crop that could not be made; TRY_AGAIN to no one; else as `create`
   */
  async cut(owner: UserId, from: Pick<SourceFacts, 'hash' | 'bytes' | 'kind'>, cutting: Cutting, signal?: AbortSignal): Promise<Result<UploadView, ProductError>> {
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
        // What is brought along meanwhile does not wait for a video that is trimmed.
        const taken = await this.lookedAt(owner, id, look, isTrim ? { line: `trim ${owner}` } : { fault: 'CROP_FAILED' });
        isKept = taken.ok && signal?.aborted !== true;
        return taken.ok && !isKept ? err(productError('TRY_AGAIN')) : taken;
      } catch (error) {
        if (signal?.aborted !== true) throw error;
        return err(productError('TRY_AGAIN'));
      } finally {
        // No one knows its name.
        if (!isKept) await this.remove(id);
      }
    });
  }

  /**
   * Lets an upload begin whose bytes are on their way.
   * @param bytes as announced
   */
  async begin(owner: UserId, purpose: UploadPurpose, bytes: number, way: 'whole' | 'parts'): Promise<Result<Upload, ProductError>> {
    const { store, clock, random, rateLimit } = this.deps;
    if (!(await this.hasRoom(bytes))) return err(productError('IMAGE_UPLOAD_FAILED'));
    const rate = await rateLimit.take(`upload:${owner}`, UPLOAD_LIMITS.rate);
    if (!rate.allowed) return err(productError('AI_RATE_LIMIT', { seconds: Math.ceil(rate.retryAfterMs / 1_000) }));
    return this.owners.run(owner, async () => {
      const admitted = admit(await store.of(owner), bytes, clock.now());
      if (!admitted.ok) return admitted;
      // A UUID just drawn: this is the id.
      const document = begin({ id: random.uuid() as UploadId, owner, purpose, bytes }, way, clock.now());
      if ((await store.create(document)) !== 'written') return err(productError('TRY_AGAIN'));
      return ok(document);
    });
  }

  /**
   * Takes in a file that has arrived in parts. May be asked again: the answer is the same, be it the upload or why it was
   * refused.
   * @returns the upload; IMAGE_NOT_FOUND when there is none of this user's; the inspector's refusal
   */
  async finish(owner: UserId, id: string): Promise<Result<UploadView, ProductError>> {
    // Before anything is requested in its name.
    const known = await this.own(owner, id);
    if (!known.ok) return known;
    return this.alone(known.value.id, async () => {
      const found = await this.own(owner, id);
      if (!found.ok) return found;
      const upload = found.value;
      switch (upload.state) {
        case 'ready': return ok(uploadView(upload));
        case 'refused': return err(upload.error);
        case 'ending': return err(notFound());
        case 'arriving':
        case 'storing': {
          const size = await this.incomingFiles.sizeOf(upload.id);
          if (size === undefined || (upload.state === 'arriving' && size !== upload.bytes)) return err(refusal('incomplete'));
          const taken = await this.takeIn(owner, upload.id, upload.purpose, (folder) => this.incomingFiles.fetch(upload.id, join(folder, 'arrived')));
          if (taken.ok || (await this.rememberRefusal(upload.id, taken.error))) await this.incomingFiles.drop(upload.id);
          return taken;
        }
        default: return upload satisfies never;
      }
    });
  }

  /** An upload of the user's; someone else's, one not finished and none at all are the same: IMAGE_NOT_FOUND. */
  async get(owner: UserId, id: string): Promise<Result<UploadView, ProductError>> {
    const found = await this.ready(owner, id);
    return found.ok ? ok(uploadView(found.value)) : found;
  }

  /** What made the file, as it says itself; undefined when it says nothing. */
  async recipe(owner: UserId, id: string): Promise<Result<RecipeV1 | null, ProductError>> {
    const found = await this.ready(owner, id);
    return found.ok ? ok(found.value.file.recipe ?? null) : found;
  }

  /** The file itself, to be served to its owner. */
  async file(owner: UserId, id: string): Promise<Result<UploadFile, ProductError>> {
    const found = await this.ready(owner, id);
    return found.ok ? ok(found.value.file) : found;
  }

  /** Removes an upload; tasks that work on it keep the file by references of their own. */
  async delete(owner: UserId, id: string): Promise<Result<UploadId, ProductError>> {
    const found = await this.own(owner, id);
    if (!found.ok) return found;
    await this.alone(found.value.id, () => this.remove(found.value.id));
    return ok(found.value.id);
  }

  /**
   * What a task needs to know to work on an upload. Being used, it lives for its whole time again; the task then takes a
   * reference of its own.
   */
  async source(owner: UserId, id: string): Promise<Result<SourceFacts, ProductError>> {
    const found = await this.ready(owner, id);
    if (!found.ok) return found;
    const now = this.deps.clock.now();
    if (prolonged(found.value, now) !== undefined) {
      const kept = await this.deps.store.change(found.value.id, (upload) => (upload.state === 'ready' ? ok(prolonged(upload, now) ?? upload) : err('gone')));
      if (!kept.ok) return err(notFound());
    }
    const { hash, type, kind, width, height, seconds, bytes, poster } = found.value.file;
    const first = poster && (await this.deps.blobs.info(poster));
    return ok({ hash, type, kind, width, height, ...defined({ seconds }), bytes, ...(poster && first ? { poster: { hash: poster, bytes: first.size } } : {}) });
  }

  /** Whether so many bytes more leave the ledger and everything else enough of the disk. */
  async hasRoom(bytes: number): Promise<boolean> {
    const free = await this.deps.freeBytes();
    const has = free - bytes >= UPLOAD_LIMITS.freeBytes;
    if (!has) this.deps.log.error({ free }, 'uploads are refused: the disk is nearly full');
    return has;
  }

  /** Whether this user may go on sending an upload. */
  async isArriving(owner: UserId, id: string): Promise<boolean> {
    const found = await this.own(owner, id);
    return found.ok && found.value.state === 'arriving';
  }

  /**
   * A visitor's uploads become another user's: for one who signs in to an account there was before. Idempotent. Does not
   * wait for files that are being looked at: every step of an upload carries on the owner it finds.
   */
  async adopt(from: UserId, to: UserId): Promise<void> {
    for (const { id } of await this.deps.store.of(from)) await this.deps.store.change(id, (upload) => (upload.owner === from ? ok({ ...upload, owner: to }) : err('gone')));
  }

  /**
   * A user is gone permanently: nothing of their uploads can be reached from now on, and the sweeper removes the bytes. Does not wait for
   * files that are being looked at: each step after it finds the upload ended. Idempotent.
   */
  async purge(owner: UserId): Promise<void> {
    for (const { id } of await this.deps.store.of(owner)) await this.deps.store.change(id, (upload) => (upload.state === 'ending' || upload.owner !== owner ? err('gone') : ok(end(upload, this.deps.clock.now()))));
  }

  /** Removes what is over: unused for a day, half arrived, half removed. */
  async sweep(): Promise<void> {
    for (const { id } of await this.deps.store.due(this.deps.clock.now())) {
      try {
        await this.alone(id, () => this.removeIfDue(id));
      } catch (error) {
        this.deps.log.warn({ err: error, uploadId: id }, 'an upload could not be removed and will be tried again');
      }
    }
  }

  private async removeIfDue(id: UploadId): Promise<void> {
    const found = await this.deps.store.get(id);
    if (found !== undefined && found.document.expiresAt < this.deps.clock.now()) await this.remove(id);
  }

  /** Ends it, lets go of all it holds, then forgets it; wherever this breaks off, the sweeper continues. */
  private async remove(id: UploadId): Promise<void> {
    const ending = await this.deps.store.change(id, (upload) => ok(upload.state === 'ending' ? upload : end(upload, this.deps.clock.now())));
    if (!ending.ok) return;
    for (const hash of blobsOf(ending.value)) await this.deps.blobs.removeReference(hash, referenceOf(id));
    await this.incomingFiles.drop(id);
    await this.deps.store.forget(id);
  }

  /** In this process first, so that of several here only one asks the others. */
  private alone<T>(id: UploadId, work: () => Promise<T>): Promise<T> {
    return this.mutex.run(id, () => this.incomingFiles.alone(id, work));
  }

  /**
   * Looks at a file and stores it as it is to be kept. Under the upload's turn.
   * @param bring says where the file is, having put it into the work folder if it is nowhere yet
   */
  private takeIn(owner: UserId, id: UploadId, purpose: UploadPurpose, bring: (folder: string) => Promise<string>): Promise<Result<UploadView, ProductError>> {
    return this.lookedAt(owner, id, async (folder) => this.deps.inspector.take(await bring(folder), join(folder, 'kept'), purpose));
  }

  /** Stores what comes of a look at a file. Under the upload's turn. @param look is given the work folder @param line in which one of this user's goes at a time @param fault of the disk that it is looked at on */
  private async lookedAt(owner: UserId, id: UploadId, look: (folder: string) => Promise<Result<Taken, ProductError>>, { line = `look ${owner}`, fault = 'IMAGE_UPLOAD_FAILED' }: { readonly line?: string; readonly fault?: 'IMAGE_UPLOAD_FAILED' | 'CROP_FAILED' } = {}): Promise<Result<UploadView, ProductError>> {
    if (this.owners.pending(line) >= MAX_WAITING) return err(productError('AI_RATE_LIMIT', { seconds: 5 }));
    const folder = join(this.work, id);
    try {
      // One of a user's at a time, so that no one keeps everybody else waiting; counted as waiting before anything is awaited, so that a burst is held to the limit.
      const taken = await this.owners.run(line, async () => {
        await mkdir(folder, { recursive: true });
        return look(folder);
      });
      return taken.ok ? await this.keep(id, taken.value) : taken;
    } catch (error) {
      if (codeOf(error) === undefined) throw error;
      // The disk that files lie on while they are looked at is full, or not to be written.
      this.deps.log.error({ err: error, uploadId: id }, 'an upload could not be looked at');
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
      ...facts, hash: await digest(path), bytes: (await stat(path)).size, ...(posterPath === undefined ? {} : { poster: await digest(posterPath) }),
    };
    const before = await store.get(id);
    const mine: readonly BlobHash[] = [file.hash, ...(file.poster === undefined ? [] : [file.poster])];
    // What a try before this one may have stored, while it is still named: the file may come out otherwise this time.
    for (const hash of before?.document.state === 'storing' ? blobsOf(before.document) : []) if (!mine.includes(hash)) await blobs.removeReference(hash, reference);
    const named = await store.change(id, (upload) => name(upload, file, clock.now()));
    if (!named.ok) return err(notFound());
    await blobs.put(createReadStream(path), reference);
    if (posterPath !== undefined) await blobs.put(createReadStream(posterPath), reference);
    const ready = await store.change(id, (upload) => stored(upload, file.hash, clock.now()));
    if (ready.ok) return ok(uploadView(ready.value));
    const now = (await store.get(id))?.document;
    for (const hash of mine) if (now === undefined || !blobsOf(now).includes(hash) || now.state === 'ending') await blobs.removeReference(hash, reference);
    return err(notFound());
  }

  /** @returns whether the refusal is one that stands, so that the file is needed no more */
  private async rememberRefusal(id: UploadId, error: ProductError): Promise<boolean> {
    if (!isFinal(error)) return false;
    return (await this.deps.store.change(id, (upload) => refuse(upload, error, this.deps.clock.now()))).ok;
  }

  private async own(owner: UserId, id: string): Promise<Result<Upload, ProductError>> {
    // A text from outside: it is only compared.
    const found = await this.deps.store.get(id as UploadId);
    return found === undefined || found.document.owner !== owner || found.document.expiresAt <= this.deps.clock.now() ? err(notFound()) : ok(found.document);
  }

  private async ready(owner: UserId, id: string): Promise<Result<Ready, ProductError>> {
    const found = await this.own(owner, id);
    if (!found.ok) return found;
    return found.value.state === 'ready' ? ok(found.value) : err(notFound());
  }
}

async function digest(path: string): Promise<BlobHash> {
  const hash = createHash('sha256');
  for await (const part of createReadStream(path)) hash.update(part as Uint8Array); // a stream without an encoding gives bytes
  // A digest in lower-case hex is what the brand represents.
  return hash.digest('hex') as BlobHash;
}
