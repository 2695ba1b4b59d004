import { keyFor } from '../../platform/installation-secret.js';

/** Keys for one use each, drawn from the installation's one secret (HKDF, RFC 5869). */
export interface Secrets {
  /** Signs session tokens. */
  readonly session: Buffer;
  /** Goes into the hash of the CSRF cookie. */
  readonly csrf: Buffer;
  /** Salts addresses before they are counted. */
  readonly address: Buffer;
  /** Makes the tokens and codes of letters. */
  readonly links: Buffer;
  /** Makes what an attempt to sign in by a provider is held to. */
  readonly attempts: Buffer;
  /** Signs challenges of the human check. */
  readonly human: Buffer;
  /** Names mailboxes that were given credits. */
  readonly grants: Buffer;
}

/** The keys of an installation's secret. @param secret at least 32 characters of chance */
export function deriveSecrets(secret: string): Secrets {
  const key = (use: string): Buffer => keyFor(secret, use);
  return { session: key('session token'), csrf: key('csrf cookie'), address: key('address'), links: key('links in letters'), attempts: key('sign-in attempts'), grants: key('sign-up grants'), human: key('human check') };
}
