import { createHash } from 'node:crypto';
import type { Json } from '../documents/port.js';
import { digestOfBlobs } from './blobs.js';
import {
  collectionsOf,
  contentsOf,
  readNoted,
  sortCollections,
  TRANSLATED,
  type Collections,
  type Contents,
} from './documents.js';
import { walkLog } from './events.js';
import { readMark, type Mark } from './mark.js';
import { MigrationRefused, type Side } from './side.js';

/** Inputs of the check before a migration. */
export interface TakingIn {
  readonly from: Side;
  readonly to: Side;
  readonly projections: readonly string[];
  readonly isLeft: (collection: string, document: Json) => boolean;
}

/**
 * Id of an installation: its first event, which is unique; empty without events.
 * @throws StoreUnavailable
 */
export async function sourceId({ events }: Side): Promise<string> {
  for await (const { id } of walkLog(events)) return id;
  return '';
}

/**
 * One digest over what is copied unchanged: a side's documents and blobs.
 * @param collections by name, without empty ones
 * @param blobs `digestOfBlobs`
 */
export function contentsDigest(collections: ReadonlyMap<string, Contents>, blobs: string): string {
  const digest = createHash('sha256').update(`${blobs}\n`);
  for (const [name, { documents, messages, digest: own }] of [...collections].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (documents + messages > 0) digest.update(`${JSON.stringify([name, own])}\n`);
  }
  return digest.digest('hex');
}

/**
 * Checks whether the target's documents and blobs may be replaced. They may if there are none, if a migration from this
 * source was interrupted there, or if they are what a migration has left: either those of this target by an earlier
 * migration, or those of the migration's source from which the present source was filled (the old data folder on the
 * way back). Any use of the stores changes their documents, which the digest of the mark reveals. Whether the target's
 * events are a prefix of the source's is checked earlier.
 * @param source the source's collections
 * @param id `sourceId` of the source
 * @returns every collection that the migration may drop or write
 * @throws MigrationRefused if data of another installation, or later changes, would be lost; StoreUnavailable
 */
export async function assertTakesIn(
  { from, to, projections, isLeft }: TakingIn,
  source: Collections,
  id: string,
): Promise<readonly string[]> {
  const there = await collectionsOf(to.documents);
  const all = [...new Set([...there, ...source.carried, ...TRANSLATED])].sort();
  const mark = await readMark(to.documents);
  if (mark?.state === 'under way') {
    if (mark.source !== id && mark.source !== '')
      throw new MigrationRefused(
        `The ${to.name} stores hold part of another installation, from an interrupted migration. Nothing was changed. Empty them first, or name other stores.`,
      );
    const strange = there.filter((name) => !mark.collections.includes(name));
    if (strange.length > 0)
      throw new MigrationRefused(
        `The ${to.name} documents hold collections that the interrupted migration did not write: ${strange.join(', ')}. Nothing was changed. Remove these collections, empty the stores, or name other stores.`,
      );
    return [...new Set([...mark.collections, ...all])].sort();
  }
  const isEmpty = await assertMarkedOrEmpty(from, to, there, mark);
  if (isEmpty) return all;
  const { carried } = await sortCollections(to.documents, projections, await readNoted(to.documents));
  for (const earlier of [mark, await readMark(from.documents)]) {
    // Collections unknown to the migration did not exist when it ended.
    if (earlier?.state !== 'done' || carried.some((name) => !earlier.collections.includes(name))) continue;
    const contents = new Map<string, Contents>();
    for (const name of carried)
      contents.set(name, await contentsOf(to.documents, name, (document) => isLeft(name, document)));
    if (contentsDigest(contents, await digestOfBlobs(to.blobs)) === earlier.contents) return all;
  }
  throw new MigrationRefused(
    `The ${to.name} stores have been used since the last migration: they hold documents or blobs that would be lost. Nothing was changed. If the installation runs there now, start it there. To discard that data, empty all of these stores first, or name other stores.`,
  );
}

/**
 * @returns whether there are neither documents nor blobs
 * @throws MigrationRefused if there are some that no migration can have left
 */
async function assertMarkedOrEmpty(
  from: Side,
  to: Side,
  there: readonly string[],
  mark: Mark | undefined,
): Promise<boolean> {
  const isMarked = mark !== undefined || (await readMark(from.documents)) !== undefined;
  if (there.length > 0) {
    if (isMarked) return false;
    throw new MigrationRefused(
      `The ${to.name} documents are not empty, and no migration wrote them: ${there.join(', ')}. Nothing was changed. Empty them first, or name other stores.`,
    );
  }
  for await (const { hash } of to.blobs.list()) {
    if (isMarked) return false;
    throw new MigrationRefused(
      `The ${to.name} blobs are not empty, and no migration wrote them. They hold ${hash}. Nothing was changed. Empty them first, or name other stores.`,
    );
  }
  return true;
}
