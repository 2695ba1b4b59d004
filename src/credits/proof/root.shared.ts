import { z } from 'zod';

const hash = z.string().regex(/^[0-9a-f]{64}$/);
/** A day in UTC, `2026-11-20`. */
export const utcDay = z.iso.date();
const DAY_MS = 86_400_000;

/** Kind and version are signed too, so that a signature for one purpose is invalid for another. */
const KIND = 'kinora-ledger-root';

const common = {
  /** The UTC day that the root closes. */
  day: utcDay,
  /** Number of events covered, counted from the start of the log. */
  events: z.int().min(0),
  /** Key id of the signing key. */
  kid: z.string().min(1).max(100),
  kind: z.literal(KIND),
  /** SHA-256 (hex) of the previous root's body; 64 zeros for the first root. */
  previous: hash,
  /** Number of streams with an event: the leaves of the tree. */
  streams: z.int().min(0),
  /** Root of the Merkle tree over the streams' heads (hex). */
  tree: hash,
};

/** What a root covers of one kind of stream: all streams whose name begins with `prefix`, and the events in them. */
const cover = z.strictObject({ events: z.int().min(0), prefix: z.string().min(1).max(100), streams: z.int().min(0) });
export type Cover = z.infer<typeof cover>;

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

/** Version 1 covers accounts alone. */
const bodyV1 = z.strictObject({ ...common, version: z.literal(1) });
/** Version 2 names the streams that it covers, sorted by prefix. */
const bodyV2 = z
  .strictObject({ covers: z.array(cover).min(1).max(20), ...common, version: z.literal(2) })
  .refine(
    ({ covers, events, streams }) =>
      sum(covers.map((one) => one.events)) === events && sum(covers.map((one) => one.streams)) === streams,
    'the parts do not add up',
  );

/** Body of a daily root. Members are in alphabetical order, so that its JSON is canonical (RFC 8785). */
export const rootBody = z.discriminatedUnion('version', [bodyV1, bodyV2]);
export type RootBody = z.infer<typeof rootBody>;
/** A root before it is signed: of version 2 when it has `covers`. */
export type RootContent = Omit<z.infer<typeof bodyV1>, 'kid' | 'kind' | 'version'> & {
  readonly covers?: readonly Cover[];
};

/** Prefix of the account streams, the only ones that roots of version 1 cover. */
const ACCOUNTS = 'credits-';

/** Prefixes of the streams that a root covers, sorted. */
export function prefixesOf(body: RootBody): readonly string[] {
  return body.version === 1 ? [ACCOUNTS] : body.covers.map(({ prefix }) => prefix);
}

/** Number of accounts that a root covers. */
export function accountsOf(body: RootBody): number {
  return body.version === 1 ? body.streams : (body.covers.find(({ prefix }) => prefix === ACCOUNTS)?.streams ?? 0);
}

/** A published root: the exact bytes that were signed, and their Ed25519 signature (RFC 8032; base64url). */
export const signedRoot = z.strictObject({ body: z.string().max(4_000), signature: z.string().regex(/^[\w-]{86}$/) });
export type SignedRoot = z.infer<typeof signedRoot>;

/**
 * The content of a root's file, which is delivered, served and time-stamped. Every copy of a root has the same bytes.
 * @param day the root's own
 */
export function rootFile(day: string, { body, signature }: SignedRoot): string {
  return `${JSON.stringify({ day, body, signature })}\n`;
}

/** A published public key (RFC 8037); `kid` is its thumbprint (RFC 7638). */
export const publicKey = z.object({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  x: z.string().regex(/^[\w-]{43}$/),
  kid: z.string().max(100),
});
export type PublicKey = z.infer<typeof publicKey>;

/** Response of `/.well-known/kinora/ledger-key`, a JWK set (RFC 7517, 5): every key that ever signed a root. */
export const keySet = z.object({ keys: z.array(publicKey).max(1_000) });
/** Response of `/.well-known/kinora/ledger-roots`, newest first. */
export const rootsPage = z.object({
  roots: z.array(signedRoot.extend({ day: utcDay })).max(1_000),
  /** Pass as `before` to get the next page; absent on the last page. */
  next: utcDay.exactOptional(),
});
export type RootsPage = z.infer<typeof rootsPage>;

/** The body that is signed for a root, with its members in canonical order. */
export function bodyOf({ covers, day, events, previous, streams, tree }: RootContent, kid: string): RootBody {
  if (covers === undefined) return { day, events, kid, kind: KIND, previous, streams, tree, version: 1 };
  const parts = covers.map(({ events: own, prefix, streams: ownStreams }) => ({
    events: own,
    prefix,
    streams: ownStreams,
  }));
  return { covers: parts, day, events, kid, kind: KIND, previous, streams, tree, version: 2 };
}

/** The text whose bytes are signed. */
export function rootText(root: RootContent & { readonly kid: string }): string {
  return JSON.stringify(bodyOf(root, root.kid));
}

/**
 * A leaf of the tree: the head of a stream. The JSON is canonical, because its members are sorted and need
 * no escaping.
 */
export function leafText({
  stream,
  revision,
  hash: head,
}: {
  readonly stream: string;
  readonly revision: number;
  readonly hash: string;
}): string {
  return JSON.stringify({ hash: head, revision, stream });
}

/**
 * The text whose SHA-256 is the key's thumbprint (RFC 7638, 3; RFC 8037, 2).
 * @param x the public key, base64url
 */
export function thumbprintText(x: string): string {
  return `{"crv":"Ed25519","kty":"OKP","x":"${x}"}`;
}

/** The UTC day of a time. @param at milliseconds since the epoch */
export function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** End of a UTC day: the first millisecond after it. */
export function endOfDay(day: string): number {
  return Date.parse(`${day}T00:00:00.000Z`) + DAY_MS;
}

/** The next UTC day. */
export function dayAfter(day: string): string {
  return dayOf(endOfDay(day));
}
