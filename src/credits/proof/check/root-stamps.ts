import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { ReadRoot, RootStore } from '../root-store.js';
import type { Stamp, StampFault } from '../stamp/stamp.shared.js';
import { verifyStamp, type RootStamps } from '../stamp/stamps.js';

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
export async function stampsBeside(path: string, kept: readonly ReadRoot[], authorities: readonly string[] | undefined): Promise<readonly StampVerdict[]> {
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
export async function storedStamps(stamps: Pick<RootStamps, 'all'>, store: Pick<RootStore, 'signedOf'>, authorities: readonly string[] | undefined): Promise<readonly StampVerdict[]> {
  const verdicts: StampVerdict[] = [];
  for await (const { day, response } of stamps.all()) {
    const root = await store.signedOf(day);
    // A root whose loss was accepted is not here any more.
    if (root !== undefined) verdicts.push(await bestOf([root], response, authorities, { place: day, day }));
  }
  return verdicts;
}

/** Several different roots may have been kept for a day. The stamp is of one of them. */
async function bestOf(roots: readonly ReadRoot[], response: Uint8Array, authorities: readonly string[] | undefined, of: Pick<StampVerdict, 'place' | 'day'>): Promise<StampVerdict> {
  let verdict: StampVerdict = { ...of, fault: 'no-root' };
  for (const root of roots) {
    const read = await verifyStamp(root, response, authorities);
    if (read.ok) return { ...of, stamp: read.value };
    verdict = { ...of, fault: read.error };
  }
  return verdict;
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
    case 'no-root': return `there is no root of ${day} for this time stamp.`;
    case 'rejected': return 'the authority refused to stamp the root.';
    case 'unreadable': return 'this is no time stamp.';
    case 'other-imprint': return `this is the time stamp of something else than the root of ${day}.`;
    case 'not-signed': return 'the time stamp is not signed by the certificate in it.';
    case 'unfit-certificate': return 'the certificate of the time stamp is not for time stamps, or was not valid then.';
    case 'untrusted': return 'the certificate of the time stamp is of none of the authorities given.';
    case 'other-nonce':
    case 'other-time': return 'the time stamp answers another request.';
    default: return fault satisfies never;
  }
}
