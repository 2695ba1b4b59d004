import type { Clock } from '../../kernel/clock.js';
import { productError, type ProductError } from '../../kernel/errors.shared.js';
import { err, type Result } from '../../kernel/result.js';
import type { HumanGate } from '../human-check/gate.js';
import type { KnownOrigins, SignInOrigin } from './known-origins.js';
import type { Limits } from './limits.js';

/**
 * Who may try a password, or request a letter, from where. A place that an account knows has counts of its own, which no stranger can
 * use up: see docs/abuse.md, "Passwords and letters".
 */
export class PasswordTries {
  constructor(
    private readonly limits: Limits,
    private readonly knownOrigins: KnownOrigins,
    private readonly human: HumanGate,
    private readonly clock: Clock,
  ) {}

  /** Counts one try. Refused with TOO_MANY_ATTEMPTS for what this place itself has tried, HUMAN_CHECK_WANTED for a stranger after many others. @param account the e-mail's key. @throws StoreUnavailable */
  take(account: string, from: SignInOrigin): Promise<Result<void, ProductError>> {
    return this.count(account, from, () => this.stranger(account, from));
  }

  /** As `take`, for whoever came by a letter's link: its token says more than work would, so that none is requested. @throws StoreUnavailable */
  takeByLetter(account: string, from: SignInOrigin): Promise<Result<void, ProductError>> {
    return this.count(account, from, () => this.limits.strangersPassword(account, from.ip));
  }

  private async count(account: string, from: SignInOrigin, stranger: () => Promise<Result<void, ProductError>>): Promise<Result<void, ProductError>> {
    const known = await this.knownOrigins.find(account, from, this.clock.now());
    switch (known.is) {
      case 'device': return this.limits.devicesPassword(account, known.device);
      case 'address': return this.limits.password(account, from.ip);
      case 'stranger': return stranger();
      default: return known satisfies never;
    }
  }

  private async stranger(account: string, from: SignInOrigin): Promise<Result<void, ProductError>> {
    const few = await this.limits.strangersPasswordUnasked(account);
    if (!few.ok && !(await this.human.lets(from.human))) return err(productError('HUMAN_CHECK_WANTED'));
    return this.limits.strangersPassword(account, from.ip);
  }

  /**
   * The password was right, or a letter came back: wrong ones of this place are forgotten, and the place is known.
   * @returns what the browser is to keep. @throws StoreUnavailable
   */
  async right(account: string, from: SignInOrigin): Promise<string> {
    const device = await this.knownOrigins.remember(account, from, this.clock.now());
    await this.limits.rightPassword(account, from.ip, device);
    return device;
  }

  /**
   * Has a letter to a new password written when it is time for one. A known place that has used up its own letters gets one by the strangers' count.
   * So who gets none has a link of the last 30 minutes, that is good for an hour; they are answered as if there were another. A letter that cannot
   * be written counts for nothing. @throws StoreUnavailable, and what `write` throws
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
