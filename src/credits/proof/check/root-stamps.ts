import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { ReadRoot, RootStore } from '../root-store.js';
import type { Stamp, StampFault } from '../stamp/stamp.shared.js';
import { verifyStamp, type RootStamps } from '../stamp/stamps.js';

const DAY_MS = 86_400_000;
/** A root is stamped soon after the end of its day. An authority may be unavailable for this long unnoticed. */
const LATE_AFTER_MS = 2 * DAY_MS;
const STAMP_FILE = /^(\d{4}-\d\d-\d\d).*\.tsr$/;
/** A response with a long chain of certificates is still smaller. */
const MAX_BYTES = 1_048_576;

/** A time stamp and what it proves. `place` is its file, or its day if it is stored here. */
export type StampVerdict = { readonly place: string; readonly day: string } & (
  | { readonly stamp: Stamp }
  /** `no-root`: no root of that day was given. */
  | { readonly fault: StampFault | 'no-root' }
);

/**
 * Verifies the time stamps beside kept roots: every `.tsr` file in a folder, or the one beside a file with a root.
 * @param path a file with roots, or a folder to which roots are delivered
 * @param authorities PEM of trusted certificates; without one, any certificate for time stamps is accepted
 * @returns oldest day first
 */
export async function stampsBeside(
  path: string,
  kept: readonly ReadRoot[],
  authorities: readonly string[] | undefined,
): Promise<readonly StampVerdict[]> {
  const isFolder = (await stat(path)).isDirectory();
  const folder = isFolder ? path : dirname(path);
  const own = basename(path).replace(/\.json$/, '.tsr');
  const names = (await readdir(folder)).filter((name) => STAMP_FILE.test(name) && (isFolder || name === own)).sort();
  const verdicts: StampVerdict[] = [];
  for (const name of names) {
    const [, day = ''] = STAMP_FILE.exec(name) ?? [];
    const file = join(folder, name);
    const response = (await stat(file)).size > MAX_BYTES ? new Uint8Array() : await readFile(file);
    const roots = kept.filter(({ body }) => body.day === day);
    verdicts.push(await bestOf(roots, response, authorities, { place: file, day }));
  }
  return verdicts;
}

/** Verifies the time stamps that this installation has. @throws StoreUnavailable */
export async function storedStamps(
  stamps: Pick<RootStamps, 'all'>,
  store: Pick<RootStore, 'signedOf'>,
  authorities: readonly string[] | undefined,
): Promise<readonly StampVerdict[]> {
  const verdicts: StampVerdict[] = [];
  for await (const { day, response } of stamps.all()) {
    const root = await store.signedOf(day);
    // A root whose loss was accepted is not here any more.
    if (root !== undefined) verdicts.push(await bestOf([root], response, authorities, { place: day, day }));
  }
  return verdicts;
}

/** Several different roots may have been kept for a day. The stamp is of one of them. */
async function bestOf(
  roots: readonly ReadRoot[],
  response: Uint8Array,
  authorities: readonly string[] | undefined,
  of: Pick<StampVerdict, 'place' | 'day'>,
): Promise<StampVerdict> {
  let verdict: StampVerdict = { ...of, fault: 'no-root' };
  for (const root of roots) {
    const read = await verifyStamp(root, response, authorities);
    if (read.ok) return { ...of, stamp: read.value };
    verdict = { ...of, fault: read.error };
  }
  return verdict;
}

/**
 * Remarks about roots that a time stamp does not date to their day: those stamped more than two days after it ended,
 * and those without one since the first that has one. Neither is a fault, because an outage of the authority causes
 * both. So does a root that was made later with the signing key.
 * @param days of the roots that were verified
 * @returns in words for an operator or auditor
 */
export function stampRemarks(verdicts: readonly StampVerdict[], days: readonly string[]): readonly string[] {
  const remarks: string[] = [];
  for (const verdict of verdicts) {
    const ended = Date.parse(verdict.day) + DAY_MS;
    if (!('stamp' in verdict) || verdict.stamp.at <= ended + LATE_AFTER_MS) continue;
    remarks.push(
      `The root of ${verdict.day} was stamped ${Math.floor((verdict.stamp.at - ended) / DAY_MS)} days after its day ended. It may have been made later: compare it with copies that others kept, and with outages of the authority.`,
    );
  }
  const stamped = new Set(verdicts.map(({ day }) => day));
  const first = [...stamped].sort()[0];
  const without = [...new Set(days)].filter((day) => first !== undefined && day > first && !stamped.has(day)).sort();
  if (without.length > 0)
    remarks.push(
      `Without a time stamp, although earlier roots have one: ${without.join(', ')}. Only a later stamp covers them: compare them with copies that others kept, and with outages of the authority.`,
    );
  return remarks;
}

/** Describes a verdict for an operator or auditor. */
export function stampWords(verdict: StampVerdict): string {
  if ('stamp' in verdict) {
    const { at, authority, isTrusted } = verdict.stamp;
    return `The root of ${verdict.day} existed at ${new Date(at).toISOString()}, as the time-stamp authority with the certificate ${authority} confirms${isTrusted ? '' : '. That certificate was not compared with any: pass those of the authority as --authorities'}.`;
  }
  return `${verdict.place}: ${faultWords(verdict.fault, verdict.day)}`;
}

function faultWords(fault: StampFault | 'no-root', day: string): string {
  switch (fault) {
    case 'no-root':
      return `there is no root of ${day} for this time stamp.`;
    case 'rejected':
      return 'the authority refused to stamp the root.';
    case 'unreadable':
      return 'this is no time stamp.';
    case 'other-imprint':
      return `this is the time stamp of something else than the root of ${day}.`;
    case 'not-signed':
      return 'the time stamp is not signed by the certificate in it.';
    case 'unfit-certificate':
      return 'the certificate of the time stamp is not for time stamps, or was not valid then.';
    case 'untrusted':
      return 'the certificate of the time stamp is of none of the authorities given.';
    case 'other-nonce':
    case 'other-time':
      return 'the time stamp answers another request.';
    default:
      return fault satisfies never;
  }
}
