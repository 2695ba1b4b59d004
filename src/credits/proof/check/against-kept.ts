import { createPublicKey, verify } from 'node:crypto';
import type { EventStore } from '../../../platform/event-store/port.js';
import { StoreUnavailable } from '../../../platform/unavailable.js';
import { HeadsOfLog, treeOf } from '../heads.js';
import { prefixesOf, type PublicKey } from '../root.shared.js';
import type { ReadRoot, RootStore } from '../root-store.js';

/**
 * A kept root that does not fit this installation. `not-signed`: its signature is not that of its key; `unknown-key`:
 * the key is not known; `missing`: this installation has no root for the day; `rewritten`: it has another root for the
 * day; `unreached`: the log does not lead to the root, because events that it covers are missing or were rewritten.
 */
export interface KeptFault {
  readonly day: string;
  readonly what: 'not-signed' | 'unknown-key' | 'missing' | 'rewritten' | 'unreached';
}

/** Whether a root, or another document, is signed by its key, given the known keys. */
export function signatureOf(
  { signed, body: { kid } }: { readonly signed: ReadRoot['signed']; readonly body: Pick<ReadRoot['body'], 'kid'> },
  keys: readonly PublicKey[],
): 'valid' | 'not-signed' | 'unknown-key' {
  const key = keys.find((one) => one.kid === kid);
  if (key === undefined) return 'unknown-key';
  const isSigned = verify(
    null,
    Buffer.from(signed.body),
    createPublicKey({ key: { ...key }, format: 'jwk' }),
    Buffer.from(signed.signature, 'base64url'),
  );
  return isSigned ? 'valid' : 'not-signed';
}

/**
 * Compares the log and the signed roots of this installation with roots that were kept elsewhere. The log is compared
 * with the newest kept root and with each that differs from the installation's own; if it does not lead to the newest,
 * with all of them. Older roots that are the installation's own follow from the newest, because each stream is chained.
 * @param kept oldest first
 * @param keys those that a kept root may be signed with
 * @returns the faults, oldest day first
 * @throws StoreUnavailable
 */
export async function verifyAgainstKept(
  log: Pick<EventStore, 'follow'>,
  store: Pick<RootStore, 'signedOf'>,
  kept: readonly ReadRoot[],
  keys: readonly PublicKey[],
): Promise<readonly KeptFault[]> {
  const faults: KeptFault[] = [];
  const signed: ReadRoot[] = [];
  const differing = new Set<ReadRoot>();
  for (const root of kept) {
    const { day } = root.body;
    const signature = signatureOf(root, keys);
    if (signature !== 'valid') {
      faults.push({ day, what: signature });
      continue;
    }
    signed.push(root);
    const own = await store.signedOf(day);
    if (own?.signed.body === root.signed.body) continue;
    differing.add(root);
    faults.push({ day, what: own === undefined ? 'missing' : 'rewritten' });
  }
  const newest = signed.at(-1);
  const first = await unreached(
    log,
    signed.filter((root) => root === newest || differing.has(root)),
  );
  const missed = newest !== undefined && first.includes(newest) ? await unreached(log, signed) : first;
  faults.push(...missed.map(({ body: { day } }) => ({ day, what: 'unreached' as const })));
  return faults.sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
}

/**
 * The roots that the log does not lead to. One walk along the log for each set of streams that the roots cover.
 * @throws StoreUnavailable
 */
export async function unreached(
  log: Pick<EventStore, 'follow'>,
  roots: readonly ReadRoot[],
): Promise<readonly ReadRoot[]> {
  const missed: ReadRoot[] = [];
  for (const scope of new Set(roots.map(({ body }) => prefixesOf(body).join(' ')))) {
    const heads = new HeadsOfLog(log, scope.split(' '));
    try {
      const own = roots.filter(({ body }) => prefixesOf(body).join(' ') === scope);
      for (const root of own.sort((a, b) => a.body.events - b.body.events))
        if (!(await reaches(heads, root))) missed.push(root);
    } finally {
      await heads.close();
    }
  }
  return missed;
}

async function reaches(heads: HeadsOfLog, { body: { events, tree } }: ReadRoot): Promise<boolean> {
  try {
    return (await heads.takeUpTo(events)) && Buffer.from((await treeOf(heads.all)).tree.root).toString('hex') === tree;
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error;
    // An unreadable event: the chain check reports it.
    return false;
  }
}
