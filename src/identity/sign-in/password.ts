import { hash, parseOptions, verify } from '@node-rs/argon2';
import { bulkhead, BulkheadRejectedError } from 'cockatiel';
import { err, ok, type Result } from '../../kernel/result.js';
import { StoreUnavailable } from '../../platform/unavailable.js';
import { COMMON_PASSWORDS } from './common-passwords.js';

/** Length in Unicode code points after NFKC (NIST SP 800-63B, 5.1.1.2). */
export const PASSWORD_LENGTH = { min: 8, max: 128 } as const;

/**
 * Argon2id parameters (OWASP Password Storage Cheat Sheet); memory in KiB. Argon2id is the library's default variant.
 */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Concurrent and queued hashes. Each takes 19 MiB and a core. */
const AT_ONCE = 2;
const QUEUE = 200;

/** Normalizes a password before hashing, because keyboards compose characters differently. */
const normalForm = (password: string): string => password.normalize('NFKC');

/**
 * Checks a new password.
 * @param email normalized address of the user, which is refused as a password
 * @returns the message key of the problem
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

/** Hashes and verifies passwords with limited concurrency. */
export class Passwords {
  private readonly gate = bulkhead(AT_ONCE, QUEUE);

  private constructor(private readonly dummy: string) {}

  /** @param chance unpredictable text; its hash replaces a missing one in `matches` */
  static async create(chance: string): Promise<Passwords> {
    return new Passwords(await hash(chance, PARAMETERS));
  }

  /**
   * @returns the hash with its parameters and salt (PHC string)
   * @throws StoreUnavailable when the queue is full
   */
  hash(password: string): Promise<string> {
    return this.inTurn(() => hash(normalForm(password), PARAMETERS));
  }

  /**
   * Whether the password matches the hash. Without a hash it does the same work and returns false, so that the response
   * time reveals nothing.
   * @throws StoreUnavailable when the queue is full
   */
  async matches(password: string, stored: string | undefined): Promise<boolean> {
    // No stored password is this long. Skipping the hash takes the same time for every address.
    if (password.length > 4 * PASSWORD_LENGTH.max) return false;
    const right = await this.inTurn(() => verify(stored ?? this.dummy, normalForm(password)));
    return right && stored !== undefined;
  }

  /** Whether a hash was made with parameters other than the current ones. */
  isOutdated(stored: string): boolean {
    const { memoryCost, timeCost, parallelism } = parseOptions(stored);
    return (
      memoryCost !== PARAMETERS.memoryCost || timeCost !== PARAMETERS.timeCost || parallelism !== PARAMETERS.parallelism
    );
  }

  private async inTurn<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await this.gate.execute(work);
    } catch (error) {
      if (error instanceof BulkheadRejectedError)
        throw new StoreUnavailable('passwords', 'full', 'too many passwords are waiting to be hashed');
      throw error;
    }
  }
}
