import { leafBytes, rootOfPath } from './merkle.shared.js';
import {
  eventMetadata,
  linkText,
  partOf,
  receiptShape,
  type Receipt,
  type ReceiptMetadata,
  type StoryType,
} from './receipt.shared.js';
import { leafText, rootBody, thumbprintText, type PublicKey, type RootBody } from './root.shared.js';

/** Verification steps in order. Verification stops at the first fault. */
export const STEPS = ['file', 'events', 'line', 'inclusion', 'signature', 'key', 'published'] as const;
export type Step = (typeof STEPS)[number];

/** Why a receipt fails. `revision` is the first faulty event. */
export type Fault =
  | { readonly what: 'not-a-receipt' }
  | { readonly what: 'event-changed' | 'link-broken'; readonly revision: number }
  | { readonly what: 'line-incomplete' }
  | { readonly what: 'proof-wrong' }
  | { readonly what: 'signature-wrong' }
  /** The signature is valid, but the key is not trusted. */
  | { readonly what: 'unknown-key'; readonly kid: string }
  /** For that day, the installation publishes a different root than the one it signed for this receipt. */
  | { readonly what: 'root-rewritten'; readonly day: string }
  /**
   * This browser or runtime lacks Ed25519, or Web Crypto because the page was not loaded over HTTPS. Nothing is
   * disproved and nothing is proved.
   */
  | { readonly what: 'unsupported' };

/** An event of the line, verified by the chain. `amount` is in credits, for events that have one. */
export interface StoryStep {
  readonly type: StoryType;
  readonly at: number;
  readonly amount?: number;
}

/** `steps` are those that passed. `pending`: the events are consistent, but no root covers them yet. */
export type Verdict =
  | { readonly outcome: 'failed'; readonly steps: readonly Step[]; readonly fault: Fault }
  | {
      readonly outcome: 'pending';
      readonly steps: readonly Step[];
      readonly line: Receipt['line'];
      readonly story: readonly StoryStep[];
    }
  /** `day` is the day of the root; the line is shown as of the end of that day. */
  | {
      readonly outcome: 'proved';
      readonly steps: readonly Step[];
      readonly line: Receipt['line'];
      readonly story: readonly StoryStep[];
      readonly day: string;
      readonly kid: string;
    };

/** What the verifier trusts. */
export interface Trust {
  /**
   * Keys known to belong to the installation. `own`: none is known, so the receipt's own key is used and must be
   * compared by hand.
   */
  readonly keys: readonly PublicKey[] | 'own';
  /** The published root body of a day; undefined when unknown. */
  readonly published?: (day: string) => string | undefined;
}

/** Ends the verification with the first fault. */
class Unfit extends Error {
  constructor(readonly fault: Fault) {
    super(fault.what);
  }
}

const encoder = new TextEncoder();
const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
const fromHex = (text: string): Uint8Array =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
const fromBase64Url = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
const toBase64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
const sha256 = async (bytes: Uint8Array): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(bytes)));

/**
 * Verifies a receipt offline, with only its content and the trusted keys. Uses Web Crypto, so it runs in browsers and
 * in Node.
 * @param receipt the parsed file, any JSON
 * @returns the passed steps and the first fault; never throws, whatever the receipt contains
 */
export async function verifyReceipt(receipt: unknown, trust: Trust): Promise<Verdict> {
  const steps: Step[] = [];
  try {
    const read = receiptShape.safeParse(receipt);
    if (!read.success) throw new Unfit({ what: 'not-a-receipt' });
    steps.push('file');
    if (Reflect.get(crypto, 'subtle') === undefined) throw new Unfit({ what: 'unsupported' });
    const head = await walk(read.data);
    steps.push('events');
    const story = storyOf(read.data, head.metadata);
    steps.push('line');
    const { line, proof } = read.data;
    if (proof === undefined) return { outcome: 'pending', steps, line, story };
    const body = await included(read.data, proof, head.hash);
    steps.push('inclusion');
    await signed(proof, body);
    steps.push('signature');
    if (trust.keys !== 'own') {
      if (!trust.keys.some(({ x }) => x === proof.key.x)) throw new Unfit({ what: 'unknown-key', kid: proof.key.kid });
      steps.push('key');
    }
    const published = trust.published?.(body.day);
    if (published !== undefined) {
      if (published !== proof.root.body) throw new Unfit({ what: 'root-rewritten', day: body.day });
      steps.push('published');
    }
    return { outcome: 'proved', steps, line, story, day: body.day, kid: body.kid };
  } catch (error) {
    if (error instanceof Unfit) return { outcome: 'failed', steps, fault: error.fault };
    throw error;
  }
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Verifies each event's hash and its link to the event before it.
 * @returns the hash of the last event
 */
async function walk({
  stream,
  from,
  events,
}: Receipt): Promise<{ readonly hash: string; readonly metadata: readonly ReceiptMetadata[] }> {
  let previous = from === 0 ? '0'.repeat(64) : undefined;
  const read: ReceiptMetadata[] = [];
  for (const [index, event] of events.entries()) {
    const revision = from + index;
    const metadata = eventMetadata.safeParse(json(event.metadata));
    if (!metadata.success) throw new Unfit({ what: 'event-changed', revision });
    if (previous !== undefined && metadata.data.previousHash !== previous)
      throw new Unfit({ what: 'link-broken', revision });
    previous = hex(await sha256(encoder.encode(linkText(stream, revision, event, metadata.data))));
    if (previous !== metadata.data.hash) throw new Unfit({ what: 'event-changed', revision });
    read.push(metadata.data);
  }
  return { hash: previous ?? '', metadata: read };
}

/** The events of the line. The first must be its opening event. */
function storyOf({ line, events }: Receipt, metadata: readonly ReceiptMetadata[]): readonly StoryStep[] {
  let opened = false;
  const story = events.flatMap(({ type, data }, index): readonly StoryStep[] => {
    const value = json(data);
    const part = partOf(line, type, value);
    if (part === undefined) return [];
    opened ||= part.opens;
    const amount: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'amount') : undefined;
    return [{ type: part.type, at: metadata[index]?.at ?? 0, ...(typeof amount === 'number' ? { amount } : {}) }];
  });
  if (!opened) throw new Unfit({ what: 'line-incomplete' });
  return story;
}

type Proof = NonNullable<Receipt['proof']>;

/** Verifies that the account's head is a leaf of the root's tree. */
async function included(
  { stream, from, events }: Receipt,
  { index, path, root }: Proof,
  hash: string,
): Promise<RootBody> {
  const body = rootBody.safeParse(json(root.body));
  if (!body.success) throw new Unfit({ what: 'proof-wrong' });
  const leaf = await sha256(leafBytes(encoder.encode(leafText({ stream, revision: from + events.length - 1, hash }))));
  const reached = await rootOfPath(leaf, index, body.data.streams, path.map(fromHex), sha256);
  if (reached === undefined || hex(reached) !== body.data.tree) throw new Unfit({ what: 'proof-wrong' });
  return body.data;
}

/** Verifies that the root is signed by the key it names. */
async function signed({ root, key }: Proof, { kid }: RootBody): Promise<void> {
  if (key.kid !== kid || toBase64Url(await sha256(encoder.encode(thumbprintText(key.x)))) !== kid)
    throw new Unfit({ what: 'signature-wrong' });
  const imported = await crypto.subtle
    .importKey('raw', fromBase64Url(key.x), 'Ed25519', false, ['verify'])
    .catch((error: unknown) => {
      // DataError means that the bytes are not a key; any other error means that the platform does not support such
      // keys.
      throw new Unfit({
        what: error instanceof Error && error.name === 'DataError' ? 'signature-wrong' : 'unsupported',
      });
    });
  const signature = fromBase64Url(root.signature);
  // The last base64url character has unused bits. Only one spelling of a signature is accepted.
  const fits =
    toBase64Url(signature) === root.signature &&
    (await crypto.subtle.verify('Ed25519', imported, signature, encoder.encode(root.body)));
  if (!fits) throw new Unfit({ what: 'signature-wrong' });
}
