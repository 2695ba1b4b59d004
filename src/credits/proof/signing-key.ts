import { createHash, createPrivateKey, createPublicKey, hash as digest, sign } from 'node:crypto';
import { z } from 'zod';
import { canonicalJson } from '../../kernel/event-sourcing/canonical.js';
import { keyFor } from '../../platform/data-folder/installation-secret.js';
import { rootText, thumbprintText, type PublicKey, type RootContent, type SignedRoot } from './root.shared.js';

/** PKCS #8 prefix of a 32-byte private Ed25519 key (RFC 8410, 7). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');
const jwk = z.object({ x: z.string() });

/** Kinds of documents that the key signs besides roots. The kind is signed too. */
export type SignedKind = 'kinora-month-close';

/** Signs roots. The key depends only on the secret, so it is the same in every process and after every restart. */
export interface SigningKey {
  readonly publicKey: PublicKey;
  /** Serializes and signs a root. Ed25519 is deterministic: the same root always gets the same signature. */
  sign(root: RootContent): SignedRoot;
  /** Serializes a document as canonical JSON, with its kind and the key's id, and signs it. */
  signDocument(kind: SignedKind, content: Readonly<Record<string, unknown>>): SignedRoot;
}

/** @param secret the installation's secret */
export function signingKey(secret: string): SigningKey {
  const key = createPrivateKey({
    key: Buffer.concat([PKCS8, keyFor(secret, 'daily roots of the ledger')]),
    format: 'der',
    type: 'pkcs8',
  });
  const { x } = jwk.parse(createPublicKey(key).export({ format: 'jwk' }));
  const kid = createHash('sha256').update(thumbprintText(x)).digest('base64url');
  const signed = (body: string): SignedRoot => ({
    body,
    signature: sign(null, Buffer.from(body), key).toString('base64url'),
  });
  return {
    publicKey: { kty: 'OKP', crv: 'Ed25519', x, kid },
    sign: (root) => signed(rootText({ ...root, kid })),
    signDocument: (kind, content) => signed(canonicalJson({ ...content, kid, kind })),
  };
}

/** SHA-256 (hex) of a root's body. The next root chains to it. */
export function bodyHash(body: string): string {
  return digest('sha256', body, 'hex');
}
