import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import type { Clock } from '../../../kernel/clock.js';
import { wordsOf } from '../../../kernel/thrown.js';
import type { Random } from '../../../platform/random.js';
import { StoreUnavailable } from '../../../platform/unavailable.js';
import { createWriteOnceFolder } from '../../../platform/write-once/folder.js';
import type { WriteOnce } from '../../../platform/write-once/port.js';
import { signatureOf } from '../check/against-kept.js';
import { parseRoots } from '../check/root-files.js';
import type { PublicKey } from '../root.shared.js';
import type { ReadRoot } from '../root-store.js';
import type { RootsSettings } from './settings.shared.js';

/** The `RootsCopy`s outside this installation. */
export const COPIES = Symbol('COPIES');

const DAY_FILE = /^\d{4}-\d\d-\d\d\.json$/;

/** The name of a root's file. */
export const fileOf = (day: string): string => `${day}.json`;

/** The name of the file with a root's time stamp. */
export const stampFileOf = (day: string): string => `${day}.tsr`;

/** A copy of the signed roots outside the installation. */
export interface RootsCopy {
  readonly name: 'folder' | 'bucket';
  /** Tells a place from another of its kind: a short hash of its path or address. */
  readonly place: string;
  readonly files: WriteOnce;
}

const placeOf = (...address: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(address)).digest('hex').slice(0, 12);

/** Opens the configured copies. No request is made yet. The driver of S3 is loaded on demand. */
export async function openCopies(
  { folder, bucket }: RootsSettings,
  { random, clock }: { readonly random: Random; readonly clock: Clock },
): Promise<readonly RootsCopy[]> {
  const copies: RootsCopy[] = [];
  if (folder !== undefined)
    copies.push({ name: 'folder', place: placeOf(resolve(folder)), files: createWriteOnceFolder({ folder, random }) });
  if (bucket !== undefined) {
    const { createWriteOnceBucket } = await import('../../../platform/write-once/s3.js');
    const { lockDays, ...s3 } = bucket;
    copies.push({
      name: 'bucket',
      place: placeOf(bucket.endpoint ?? '', bucket.region, bucket.bucket),
      files: createWriteOnceBucket({ s3, lockDays, clock }),
    });
  }
  return copies;
}

/** Copies that cannot be read. Nobody knows what they would tell, so nothing is signed until they can. */
export class CopiesUnread extends StoreUnavailable {
  /** @param read the newest roots of the copies that can be read */
  constructor(
    copies: readonly string[],
    reasons: string,
    readonly read: readonly ReadRoot[],
  ) {
    super(`copy of the ledger roots (${copies.join(', ')})`, 'failed', reasons);
    this.name = 'CopiesUnread';
  }
}

/**
 * The newest root in each copy that has one.
 * @throws CopiesUnread
 */
export async function newestInEach(
  copies: readonly RootsCopy[],
  keys: readonly PublicKey[],
): Promise<readonly ReadRoot[]> {
  const looks = await Promise.allSettled(copies.map((copy) => newestIn(copy, keys)));
  const read = looks.flatMap((look) => (look.status === 'fulfilled' && look.value !== undefined ? [look.value] : []));
  const reasons = looks.flatMap((look): readonly unknown[] => (look.status === 'rejected' ? [look.reason] : []));
  if (reasons.length === 0) return read;
  throw new CopiesUnread(
    copies.filter((_copy, index) => looks[index]?.status === 'rejected').map(({ name }) => name),
    reasons.map(wordsOf).join('; '),
    read,
  );
}

/**
 * The newest root in a copy that is signed by a known key. Files of other origin are ignored, so that nobody who can
 * write to the copy stops the signing.
 * @throws StoreUnavailable
 */
export async function newestIn({ files }: RootsCopy, keys: readonly PublicKey[]): Promise<ReadRoot | undefined> {
  const days = (await files.names()).filter((name) => DAY_FILE.test(name)).reverse();
  for (const name of days) {
    const [root] = parseRoots(await files.get(name)) ?? [];
    if (root !== undefined && fileOf(root.body.day) === name && signatureOf(root, keys) === 'valid') return root;
  }
  return undefined;
}
