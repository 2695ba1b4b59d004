import { randomBytes, randomInt } from 'node:crypto';
import { v7 } from 'uuid';

/** Where chance comes from. Only the edges hold it; the core is given what it drew. */
export interface Random {
  /** A new UUID, version 7 (RFC 9562): grows with time. */
  uuid(): string;
  /** A whole number from `from` to `to`, both included, each as likely. */
  between(from: number, to: number): number;
  /** So many random bytes as lower-case hex (two digits each). */
  hex(bytes: number): string;
}

/** Chance from the system's cryptographic source. */
export const systemRandom: Random = {
  uuid: () => v7(),
  between: (from, to) => randomInt(from, to + 1),
  hex: (bytes) => randomBytes(bytes).toString('hex'),
};
