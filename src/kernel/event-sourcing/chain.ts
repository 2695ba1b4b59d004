import { hash as digest } from 'node:crypto';
import type { EventMetadata, NewEvent, RecordedEvent, Revision, StreamName } from './event.js';
import { isTraceparent, type Traceparent } from '../trace.js';

/** The previous hash of a stream's first event. */
export const GENESIS_HASH = '0'.repeat(64);

/** Fields of an event that are hashed together with the previous hash. */
export interface Link {
  readonly stream: StreamName;
  readonly revision: Revision;
  readonly type: string;
  readonly version: number;
  readonly at: number;
  readonly causedBy?: string | undefined;
  readonly traceparent?: Traceparent | undefined;
  /** Canonical JSON, as stored. */
  readonly data: string;
}

const MEMBERS: ReadonlySet<string> = new Set(['at', 'causedBy', 'hash', 'previousHash', 'traceparent', 'version']);

/**
 * Parses an event's stored metadata. Checked by hand for speed, because it runs for every event read. @throws
 * SyntaxError or TypeError for invalid metadata
 */
export function decodeMetadata(stored: string): EventMetadata {
  const read: unknown = JSON.parse(stored);
  if (isMetadata(read)) return read;
  throw new TypeError('not the metadata of an event');
}

function isMetadata(read: unknown): read is EventMetadata {
  if (typeof read !== 'object' || read === null || Array.isArray(read)) return false;
  for (const name in read) if (!MEMBERS.has(name)) return false;
  const { at, causedBy, hash, previousHash, traceparent, version }: { [Name in keyof EventMetadata]?: unknown } = read;
  return (
    Number.isSafeInteger(at) &&
    isHash(hash) &&
    isHash(previousHash) &&
    Number.isSafeInteger(version) &&
    Number(version) >= 1 &&
    (causedBy === undefined || typeof causedBy === 'string') &&
    (traceparent === undefined || isTraceparent(traceparent))
  );
}

const isHash = (value: unknown): boolean => typeof value === 'string' && value.length === 64;

/**
 * The SHA-256 (hex) that chains an event to the previous one. Fields are separated by line breaks: only `data` could
 * contain one, and canonical JSON escapes it. The trace follows a tab, which JSON escapes too.
 */
export function linkHash(previousHash: string, link: Link): string {
  const head = `${previousHash}\n${link.stream}\n${link.revision}\n${link.type}\n${link.version}\n${link.at}\n`;
  const trace = link.traceparent === undefined ? '' : `\t${link.traceparent}`;
  return digest(
    'sha256',
    `${head}${link.causedBy === undefined ? '' : JSON.stringify(link.causedBy)}${trace}\n${link.data}`,
    'hex',
  );
}

/**
 * The id of an event, a UUID of version 8 (RFC 9562): the first 128 bits of its hash, so that the chain covers it too.
 */
export function linkId(hash: string): string {
  const variant = '89ab'.charAt(Number.parseInt(hash.charAt(16), 16) & 3);
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-${variant}${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}

/** Chains an event to the previous one. @returns the event for the store, and the hash for the next event */
export function chainEvent(previousHash: string, link: Link): { readonly event: NewEvent; readonly hash: string } {
  const hash = linkHash(previousHash, link);
  const causedBy = link.causedBy === undefined ? '' : `"causedBy":${JSON.stringify(link.causedBy)},`;
  // Written by hand with sorted keys, because it runs for every event.
  const trace = link.traceparent === undefined ? '' : `"traceparent":"${link.traceparent}",`;
  const metadata = `{"at":${link.at},${causedBy}"hash":"${hash}","previousHash":"${previousHash}",${trace}"version":${link.version}}`;
  return { event: { id: linkId(hash), type: link.type, data: link.data, metadata }, hash };
}

export type ChainVerdict =
  | { readonly intact: true; readonly revision: Revision; readonly hash: string }
  | {
      readonly intact: false;
      readonly revision: Revision;
      readonly eventId: string;
      readonly reason: 'unreadable' | 'out of order' | 'not chained' | 'altered';
    };

/**
 * Verifies the hash chain of one stream in order and reports the first altered event. A truncated stream still
 * verifies: compare the returned revision and hash with a head stored elsewhere.
 * @param after end of a part that was verified before
 */
export function verifyChain(
  events: Iterable<RecordedEvent>,
  after: { readonly revision: Revision; readonly hash: string } = { revision: -1, hash: GENESIS_HASH },
): ChainVerdict {
  let { revision, hash } = after;
  for (const event of events) {
    const reason = fault(event, revision, hash);
    if (typeof reason === 'string') return { intact: false, revision: revision + 1, eventId: event.id, reason };
    ({ hash } = reason);
    revision += 1;
  }
  return { intact: true, revision, hash };
}

function fault(
  event: RecordedEvent,
  before: Revision,
  previousHash: string,
): 'unreadable' | 'out of order' | 'not chained' | 'altered' | { readonly hash: string } {
  let metadata: EventMetadata;
  try {
    metadata = decodeMetadata(event.metadata);
  } catch {
    return 'unreadable';
  }
  if (event.revision !== before + 1) return 'out of order';
  if (metadata.previousHash !== previousHash) return 'not chained';
  const { stream, revision, type, data } = event;
  const written = chainEvent(previousHash, {
    stream,
    revision,
    type,
    version: metadata.version,
    at: metadata.at,
    causedBy: metadata.causedBy,
    traceparent: metadata.traceparent,
    data,
  });
  const same =
    written.hash === metadata.hash && written.event.id === event.id && written.event.metadata === event.metadata;
  return same ? { hash: written.hash } : 'altered';
}
