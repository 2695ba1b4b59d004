import { createHash, type Hash } from 'node:crypto';
import type { Blobs, ListedBlob } from '../blobs/port.js';
import { StoreUnavailable } from '../unavailable.js';
import type { Progress } from './progress.js';
import { MigrationRefused } from './side.js';

/** Result of copying blobs. */
export interface BlobsCopied {
  /** Blobs in the source. */
  readonly blobs: number;
  readonly bytes: number;
  /** Blobs that the target did not have. */
  readonly copied: number;
  /** Blobs that only the target had. */
  readonly removed: number;
  /** Digest over hash, size and references of all blobs, in order: `digestOfBlobs` of the source. */
  readonly digest: string;
}

/**
 * Makes the target's blobs equal to the source's: copies missing ones, verifies their hashes, and aligns references.
 * Both lists are read in order of hash side by side, so memory use does not grow.
 * @throws StoreUnavailable; run it again. MigrationRefused with the blob whose bytes do not match its hash
 */
export async function copyBlobs(from: Blobs, to: Blobs, progress: Progress): Promise<BlobsCopied> {
  const done = { blobs: 0, bytes: 0, copied: 0, removed: 0 };
  const digest = createHash('sha256');
  const target = to.list()[Symbol.asyncIterator]();
  try {
    let there = await next(target);
    for await (const blob of from.list()) {
      for (; there !== undefined && there.hash < blob.hash; there = await next(target)) {
        await release(to, there, there.references);
        done.removed += 1;
      }
      if (there?.hash === blob.hash) {
        if (!(await hasBytes(to, blob))) {
          await copy(from, to, blob);
          done.copied += 1;
        }
        await align(to, blob, there);
        there = await next(target);
      } else {
        await copy(from, to, blob);
        done.copied += 1;
      }
      take(digest, blob);
      done.blobs += 1;
      done.bytes += blob.size;
      progress.soon(() => `blobs: ${done.blobs} seen, ${done.copied} copied …`);
    }
    for (; there !== undefined; there = await next(target)) {
      await release(to, there, there.references);
      done.removed += 1;
    }
  } finally {
    await target.return?.();
  }
  return { ...done, digest: digest.digest('hex') };
}

/**
 * A digest over hash, size and references of all blobs.
 * @throws StoreUnavailable
 */
export async function digestOfBlobs(blobs: Pick<Blobs, 'list'>): Promise<string> {
  const digest = createHash('sha256');
  for await (const blob of blobs.list()) take(digest, blob);
  return digest.digest('hex');
}

function take(digest: Hash, { hash, size, references }: ListedBlob): void {
  digest.update(`${JSON.stringify([hash, size, references])}\n`);
}

/**
 * Compares both lists side by side.
 * @returns number of blobs in either list without an equal one (size and references) in the other
 */
export async function compareBlobs(from: Blobs, to: Blobs): Promise<number> {
  let different = 0;
  const target = to.list()[Symbol.asyncIterator]();
  try {
    let there = await next(target);
    for await (const blob of from.list()) {
      for (; there !== undefined && there.hash < blob.hash; there = await next(target)) different += 1;
      if (there?.hash !== blob.hash) different += 1;
      else {
        if (there.size !== blob.size || there.references.join('\n') !== blob.references.join('\n')) different += 1;
        there = await next(target);
      }
    }
    for (; there !== undefined; there = await next(target)) different += 1;
  } finally {
    await target.return?.();
  }
  return different;
}

async function next(list: AsyncIterator<ListedBlob>): Promise<ListedBlob | undefined> {
  const step = await list.next();
  return step.done === true ? undefined : step.value;
}

async function copy(from: Blobs, to: Blobs, { hash, size, references: [first, ...more] }: ListedBlob): Promise<void> {
  const content = await from.read(hash);
  if (content === undefined || first === undefined)
    throw new MigrationRefused(
      `Blob ${hash} disappeared while it was being copied. Stop whatever writes to the source and run this again.`,
    );
  const stored = await to.put(content, first);
  if (stored.hash !== hash || stored.size !== size) {
    await to.removeReference(stored.hash, first);
    throw new MigrationRefused(
      `Blob ${hash} is damaged in the source: its ${stored.size} bytes have the hash ${stored.hash}. It belongs to ${[first, ...more].join(', ')}.`,
    );
  }
  await refer(to, { hash }, more);
}

/** A record is not enough: it may refer to another bucket or folder. */
async function hasBytes(to: Blobs, { hash, size }: ListedBlob): Promise<boolean> {
  if (size === 0) return true;
  try {
    const content = await to.read(hash, { start: 0, end: 0 });
    if (content === undefined) return false;
    for await (const bytes of content) return bytes.byteLength > 0;
    return false;
  } catch (error) {
    if (error instanceof StoreUnavailable && error.reason === 'failed') return false;
    throw error;
  }
}

/** The content exists: aligns its references, and never leaves it without any in between. */
async function align(to: Blobs, blob: ListedBlob, there: ListedBlob): Promise<void> {
  await refer(
    to,
    blob,
    blob.references.filter((reference) => !there.references.includes(reference)),
  );
  await release(
    to,
    there,
    there.references.filter((reference) => !blob.references.includes(reference)),
  );
}

async function refer(to: Blobs, { hash }: Pick<ListedBlob, 'hash'>, references: readonly string[]): Promise<void> {
  for (const reference of references) {
    if (!(await to.addReference(hash, reference)))
      throw new MigrationRefused(
        `Something else writes to the target: blob ${hash} disappeared. Stop it and run this again.`,
      );
  }
}

async function release(to: Blobs, { hash }: ListedBlob, references: readonly string[]): Promise<void> {
  for (const reference of references) await to.removeReference(hash, reference);
}
