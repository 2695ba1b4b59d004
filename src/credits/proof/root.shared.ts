import { z } from 'zod';

const hash = z.string().regex(/^[0-9a-f]{64}$/);
/** A day in UTC, `2026-11-20`. */
export const utcDay = z.iso.date();
const DAY_MS = 86_400_000;

/** Kind and version of what is signed: a signature for one purpose is none for another. */
const KIND = 'kinora-ledger-root';

/** What a daily root says. Its members stand in the order of the alphabet, so that it is written canonically (RFC 8785). */
export const rootBody = z.strictObject({
  /** The UTC day that it ends. */
  day: utcDay,
  /** How many events of accounts, in the order of the log, it covers: the first so many. */
  events: z.int().min(0),
  /** Of the key that signed it. */
  kid: z.string().min(1).max(100),
  kind: z.literal(KIND),
  /** SHA-256 (hex) of the body of the root before it; 64 zeros for the first. */
  previous: hash,
  /** Accounts that have an event: leaves of the tree. */
  streams: z.int().min(0),
  /** Root of the Merkle tree over the accounts' heads (hex). */
  tree: hash,
  version: z.literal(1),
});
export type RootBody = z.infer<typeof rootBody>;

/** A root as it is published: the very bytes that were signed, and the Ed25519 signature over them (RFC 8032; base64url). */
export const signedRoot = z.strictObject({ body: z.string().max(1_000), signature: z.string().regex(/^[\w-]{86}$/) });
export type SignedRoot = z.infer<typeof signedRoot>;

/** A public key as it is published (RFC 8037); `kid` is its thumbprint (RFC 7638). */
export const publicKey = z.object({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: z.string().regex(/^[\w-]{43}$/), kid: z.string().max(100) });
export type PublicKey = z.infer<typeof publicKey>;

/** Answer of `/.well-known/kinora/ledger-key`, a set of keys (RFC 7517, 5): every key that ever signed a root. */
export const keySet = z.object({ keys: z.array(publicKey).max(1_000) });
/** Answer of `/.well-known/kinora/ledger-roots`, newest first. */
export const rootsPage = z.object({
  roots: z.array(signedRoot.extend({ day: utcDay })).max(1_000),
  /** Given as `before`, it answers the page after this one; absent on the last. */
  next: utcDay.exactOptional(),
});
export type RootsPage = z.infer<typeof rootsPage>;

/** The bytes that are signed, as text. */
export function rootText({ day, events, kid, previous, streams, tree }: Omit<RootBody, 'kind' | 'version'>): string {
  return JSON.stringify({ day, events, kid, kind: KIND, previous, streams, tree, version: 1 } satisfies RootBody);
}

/** A leaf of the tree: where an account's stream stands. Canonical JSON, for its members are in order and hold no odd text. */
export function leafText({ stream, revision, hash: head }: { readonly stream: string; readonly revision: number; readonly hash: string }): string {
  return JSON.stringify({ hash: head, revision, stream });
}

/** What a key's thumbprint is the SHA-256 of (RFC 7638, 3; RFC 8037, 2). @param x the public key, base64url */
export function thumbprintText(x: string): string {
  return `{"crv":"Ed25519","kty":"OKP","x":"${x}"}`;
}

/** The UTC day of a time. @param at milliseconds since the epoch */
export function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** When a UTC day is over: the first millisecond after it. */
export function endOfDay(day: string): number {
  return Date.parse(`${day}T00:00:00.000Z`) + DAY_MS;
}

/** The UTC day after another. */
export function dayAfter(day: string): string {
  return dayOf(endOfDay(day));
}
