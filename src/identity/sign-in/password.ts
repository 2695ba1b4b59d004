import { hash, parseOptions, verify } from '@node-rs/argon2';
import { bulkhead, BulkheadRejectedError } from 'cockatiel';
import { err, ok, type Result } from '../../kernel/result.js';
import { StoreUnavailable } from '../../platform/unavailable.js';
import { COMMON_PASSWORDS } from './common-passwords.js';

/** Characters, counted as Unicode code points after NFKC (NIST SP 800-63B, 5.1.1.2). */
export const PASSWORD_LENGTH = { min: 8, max: 128 } as const;

/** Argon2id is the library's default; memory in KiB (OWASP Password Storage Cheat Sheet). */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Each takes 19 MiB and a core; so many at once, so many more in the queue. */
const AT_ONCE = 2;
const QUEUE = 200;

/** A password in the form that is hashed, so that two keyboards write the same one. */
const normalForm = (password: string): string => password.normalize('NFKC');

/**
 * Checks a password that someone wants to have.
 * @param email in its normal form, which is no password
 * @returns the words' key of what is wrong
 */
export function checkPassword(password: string, email?: string): Result<void, 'short' | 'long' | 'common'> {
  const normal = normalForm(password);
  const length = [...normal].length;
  if (length < PASSWORD_LENGTH.min) return err('short');
  if (length > PASSWORD_LENGTH.max) return err('long');
  const lower = normal.toLowerCase();
  const isOneCharacter = new Set(lower).size === 1;
  return isOneCharacter || COMMON_PASSWORDS.has(lower) || lower === email ? err('common') : ok(undefined);
}

/** Hashes passwords and compares them, a few at a time. */
export class Passwords {
  private readonly gate = bulkhead(AT_ONCE, QUEUE);

  private constructor(private readonly dummy: string) {}

  /** @param chance any text that no one knows: the password of the hash that stands in for one that is not there */
  static async create(chance: string): Promise<Passwords> {
    return new Passwords(await hash(chance, PARAMETERS));
  }

  /** @returns the hash with its parameters and salt (PHC string). @throws StoreUnavailable when too many wait already */
  hash(password: string): Promise<string> {
    return this.inTurn(() => hash(normalForm(password), PARAMETERS));
  }

  /**
   * Whether it is the password of the hash. Without a hash the same work is done and the answer is no, so that how long it takes
   * tells nothing. @throws StoreUnavailable when too many wait already
   */
  async matches(password: string, stored: string | undefined): Promise<boolean> {
    // What no one can have chosen is not worth hashing, and takes as long for every address.
    if (password.length > 4 * PASSWORD_LENGTH.max) return false;
    const right = await this.inTurn(() => verify(stored ?? this.dummy, normalForm(password)));
    return right && stored !== undefined;
  }

  /** Whether a hash was made with other parameters than today's. */
  isOutdated(stored: string): boolean {
    const { memoryCost, timeCost, parallelism } = parseOptions(stored);
    return memoryCost !== PARAMETERS.memoryCost || timeCost !== PARAMETERS.timeCost || parallelism !== PARAMETERS.parallelism;
  }

  private async inTurn<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await this.gate.execute(work);
    } catch (error) {
      if (error instanceof BulkheadRejectedError) throw new StoreUnavailable('passwords', 'full', 'too many wait to be hashed');
      throw error;
    }
  }
}
