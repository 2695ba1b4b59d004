import type { Clock } from '../../../kernel/clock.js';
import type { Random } from '../../../platform/random.js';
import { createWriteOnceFolder } from '../../../platform/write-once/folder.js';
import type { WriteOnce } from '../../../platform/write-once/port.js';
import { signatureOf } from '../check/against-kept.js';
import { parseRoots } from '../check/root-files.js';
import type { PublicKey } from '../root.shared.js';
import type { ReadRoot } from '../root-store.js';
import type { RootsSettings } from './settings.shared.js';

const DAY_FILE = /^\d{4}-\d\d-\d\d\.json$/;

/** The name of a root's file. */
export const fileOf = (day: string): string => `${day}.json`;

/** A copy of the signed roots outside the installation. */
export interface RootsCopy {
  readonly name: 'folder' | 'bucket';
  readonly files: WriteOnce;
}

/** Opens the configured copies. No request is made yet. The driver of S3 is loaded on demand. */
export async function openCopies({ folder, bucket }: RootsSettings, { random, clock }: { readonly random: Random; readonly clock: Clock }): Promise<readonly RootsCopy[]> {
  const copies: RootsCopy[] = [];
  if (folder !== undefined) copies.push({ name: 'folder', files: createWriteOnceFolder({ folder, random }) });
  if (bucket !== undefined) {
    const { createWriteOnceBucket } = await import('../../../platform/write-once/s3.js');
    const { lockDays, ...s3 } = bucket;
    copies.push({ name: 'bucket', files: createWriteOnceBucket({ s3, lockDays, clock }) });
  }
  return copies;
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
