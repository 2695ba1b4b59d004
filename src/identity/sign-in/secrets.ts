import { keyFor } from '../../platform/data-folder/installation-secret.js';

/** Keys for one purpose each, derived from the installation's secret (HKDF, RFC 5869). */
export interface Secrets {
  /** Signs session tokens. */
  readonly session: Buffer;
  /** Key for the hash in the CSRF cookie. */
  readonly csrf: Buffer;
  /** Key for hashing IP addresses before they are counted. */
  readonly address: Buffer;
  /** Derives the tokens and codes in emails. */
  readonly links: Buffer;
  /** Derives state, nonce and code verifier of a sign-in at a provider. */
  readonly attempts: Buffer;
  /** Signs human check challenges. */
  readonly human: Buffer;
  /** Key for hashing mailboxes that received credits. */
  readonly grants: Buffer;
}

/**
 * Derives the keys from an installation's secret.
 * @param secret at least 32 random characters
 */
export function deriveSecrets(secret: string): Secrets {
  const key = (use: string): Buffer => keyFor(secret, use);
  return {
    session: key('session token'),
    csrf: key('csrf cookie'),
    address: key('address'),
    links: key('links in letters'),
    attempts: key('sign-in attempts'),
    grants: key('sign-up grants'),
    human: key('human check'),
  };
}
