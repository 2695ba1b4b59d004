import type { Clock } from '../../kernel/clock.js';
import { productError, type ProductError } from '../../kernel/errors.shared.js';
import { err, type Result } from '../../kernel/result.js';
import type { HumanGate } from '../human-check/gate.js';
import type { KnownOrigins, SignInOrigin } from './known-origins.js';
import type { Limits } from './limits.js';

/**
 * Limits password attempts and reset emails by origin. A known origin has its own counts, which strangers cannot
 * exhaust; see docs/abuse.md, "Passwords and emails".
 */
export class PasswordTries {
  constructor(
    private readonly limits: Limits,
    private readonly knownOrigins: KnownOrigins,
    private readonly human: HumanGate,
    private readonly clock: Clock,
  ) {}

  /**
   * Counts one attempt. Refused with TOO_MANY_ATTEMPTS for attempts from this origin, or HUMAN_CHECK_WANTED for a
   * stranger after many attempts by other strangers.
   * @param account key of the email address
   * @throws StoreUnavailable
   */
  take(account: string, from: SignInOrigin): Promise<Result<void, ProductError>> {
    return this.count(account, from, () => this.stranger(account, from));
  }

  /**
   * Like `take`, for callers with the token of an emailed link. The token is stronger evidence than a human check, so
   * none is required.
   * @throws StoreUnavailable
   */
  takeByLetter(account: string, from: SignInOrigin): Promise<Result<void, ProductError>> {
    return this.count(account, from, () => this.limits.strangersPassword(account, from.ip));
  }

  private async count(
    account: string,
    from: SignInOrigin,
    stranger: () => Promise<Result<void, ProductError>>,
  ): Promise<Result<void, ProductError>> {
    const known = await this.knownOrigins.find(account, from, this.clock.now());
    switch (known.is) {
      case 'device':
        return this.limits.devicesPassword(account, known.device);
      case 'address':
        return this.limits.password(account, from.ip);
      case 'stranger':
        return stranger();
      default:
        return known satisfies never;
    }
  }

  private async stranger(account: string, from: SignInOrigin): Promise<Result<void, ProductError>> {
    const few = await this.limits.strangersPasswordUnasked(account);
    if (!few.ok && !(await this.human.lets(from.human))) return err(productError('HUMAN_CHECK_WANTED'));
    return this.limits.strangersPassword(account, from.ip);
  }

  /**
   * Records a correct password or a verified address: resets the counts of this origin and makes it known.
   * @returns the value for the browser's device cookie
   * @throws StoreUnavailable
   */
  async right(account: string, from: SignInOrigin): Promise<string> {
    const device = await this.knownOrigins.remember(account, from, this.clock.now());
    await this.limits.rightPassword(account, from.ip, device);
    return device;
  }

  /**
   * Requests a password reset email unless the limits forbid it. A known origin that has used up its own limit then
   * uses that of strangers. If no email is sent, the owner already has a link from the last 30 minutes that is valid
   * for an hour; the answer is the same. If `write` fails, the attempt is not counted.
   * @throws StoreUnavailable, and errors of `write`
   */
  async resetLetter(account: string, from: SignInOrigin, write: () => Promise<void>): Promise<void> {
    const known = await this.knownOrigins.find(account, from, this.clock.now());
    const own = known.is === 'device' ? known.device : known.is === 'address' ? from.ip : undefined;
    for (const place of own === undefined ? [undefined] : [own, undefined]) {
      if (!(await this.limits.resetLetter(account, place)).ok) continue;
      try {
        return await write();
      } catch (error) {
        await this.limits.giveBackResetLetter(account, place);
        throw error;
      }
    }
  }
}
