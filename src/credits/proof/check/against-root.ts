import { hash as digest } from 'node:crypto';
import { decodeMetadata } from '../../../kernel/event-sourcing/chain.js';
import type { Revision, StreamName } from '../../../kernel/event-sourcing/event.js';
import type { EventStore } from '../../../platform/event-store/port.js';
import { signatureOf, unreached } from './against-kept.js';
import { leafBytes, rootOfPath } from '../merkle.shared.js';
import { leafText } from '../root.shared.js';
import type { ProofDocument, RootStore } from '../root-store.js';

/**
 * A stream that differs from a signed root. `revision` is the first missing event, or the event that the root of `day`
 * covers and that has changed.
 */
export interface RootPosition {
  readonly stream: StreamName;
  readonly revision: Revision;
  readonly day: string;
  readonly what: 'missing' | 'another';
}

/** Result of comparing the log with the newest signed root. */
export type RootVerdict =
  | { readonly outcome: 'none' }
  | { readonly outcome: 'reached'; readonly day: string }
  | { readonly outcome: 'not-signed'; readonly day: string }
  /** `places` lists the affected streams, as far as the stored proofs can identify them. */
  | { readonly outcome: 'missed'; readonly day: string; readonly places: readonly RootPosition[] };

/**
 * Checks whether the log still produces the newest signed root (adr/0024). This detects a stream that was truncated or
 * rewritten, although its own chain still verifies.
 * @param heads the last revision of each stream whose chain is intact
 * @throws StoreUnavailable
 */
export async function verifyAgainstRoot(
  log: Pick<EventStore, 'follow' | 'readStream'>,
  store: RootStore,
  heads: ReadonlyMap<StreamName, Revision>,
): Promise<RootVerdict> {
  const newest = await store.newest();
  if (newest === undefined) return { outcome: 'none' };
  const { day } = newest.body;
  if (signatureOf(newest, await store.published()) !== 'valid') return { outcome: 'not-signed', day };
  if ((await unreached(log, [newest])).length === 0) return { outcome: 'reached', day };
  const places = new Map<StreamName, RootPosition>();
  for await (const proof of store.proofs()) {
    const stream = proof.stream as StreamName; // the roots cover only streams of this log
    const place = await placeOf(log, store, proof, heads.get(stream) ?? -1);
    const before = places.get(stream);
    if (place !== undefined && (before === undefined || place.revision < before.revision)) places.set(stream, place);
  }
  return { outcome: 'missed', day, places: [...places.values()] };
}

/** Where a stream differs from its proof for a day. */
async function placeOf(
  log: Pick<EventStore, 'readStream'>,
  store: RootStore,
  { stream: name, revision, day, index, path }: ProofDocument,
  head: Revision,
): Promise<RootPosition | undefined> {
  const stream = name as StreamName; // the roots cover only streams of this log
  if (revision > head) return { stream, revision: head + 1, day, what: 'missing' };
  const root = (await store.signedOf(day))?.body;
  const [event] = await log.readStream(stream, { from: revision, limit: 1 });
  if (root === undefined || event === undefined) return undefined;
  const leaf = sha256(
    leafBytes(Buffer.from(leafText({ stream, revision, hash: decodeMetadata(event.metadata).hash }))),
  );
  const reached = await rootOfPath(
    leaf,
    index,
    root.streams,
    path.match(/.{64}/g)?.map((one) => Buffer.from(one, 'hex')) ?? [],
    async (bytes) => sha256(bytes),
  );
  return reached !== undefined && Buffer.from(reached).toString('hex') === root.tree
    ? undefined
    : { stream, revision, day, what: 'another' };
}

const sha256 = (bytes: Uint8Array): Uint8Array => digest('sha256', bytes, 'buffer');
