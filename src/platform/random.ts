import { randomBytes, randomInt } from 'node:crypto';
import { v7 } from 'uuid';

/** Source of randomness. Only the outer layers use it; the core receives the drawn values. */
export interface Random {
  /** A new UUID, version 7 (RFC 9562): sorted by time. */
  uuid(): string;
  /** A uniformly distributed integer from `from` to `to`, both inclusive. */
  between(from: number, to: number): number;
  /** This many random bytes as lower-case hexadecimal. */
  hex(bytes: number): string;
}

/** The system's cryptographic random source. */
export const systemRandom: Random = {
  uuid: () => v7(),
  between: (from, to) => randomInt(from, to + 1),
  hex: (bytes) => randomBytes(bytes).toString('hex'),
};
