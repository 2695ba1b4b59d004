import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Clock, Millis } from '../../kernel/clock.js';
import { productError, type ProductError } from '../../kernel/errors.shared.js';
import { err, ok, type Result } from '../../kernel/result.js';
import type { SessionUser, UserId } from '../../platform/http/security/session-user.js';
import { WALL_CLOCK } from '../../platform/tokens.js';
import { GrantCaps } from '../grants/grant-caps.js';
import type { SignInOrigin } from '../sign-in/known-origins.js';
import { Limits } from '../sign-in/limits.js';
import { visitorGranted } from '../messages.js';
import { Sessions } from '../sessions/sessions.js';
import { grantWaits, promiseOf, type UserDocument } from '../accounts/user.js';
import { Users } from '../accounts/users.js';
import { HumanGate } from './gate.js';

/**
 * Grants a visitor the credits that were held back in the last fifth of a cap, once the human check is passed. Refused
 * with HUMAN_CHECK_WANTED, TOO_MANY_ATTEMPTS.
 * @returns whether they were granted: false when none wait, or beyond the cap
 */
export class ClaimVisitorGrant extends Command<Result<boolean, ProductError>> {
  constructor(
    readonly user: SessionUser,
    readonly from: Pick<SignInOrigin, 'ip' | 'human'>,
  ) {
    super();
  }
}

function withoutWait({ grantWaits: _waits, ...user }: UserDocument): UserDocument {
  return user;
}

@CommandHandler(ClaimVisitorGrant)
export class ClaimVisitorGrantHandler implements ICommandHandler<ClaimVisitorGrant> {
  constructor(
    private readonly users: Users,
    private readonly sessions: Sessions,
    private readonly caps: GrantCaps,
    private readonly human: HumanGate,
    private readonly limits: Limits,
    @Inject(WALL_CLOCK) private readonly clock: Clock,
  ) {}

  async execute({ user: { id }, from }: ClaimVisitorGrant): Promise<Result<boolean, ProductError>> {
    const user = await this.users.find(id);
    if (user === undefined || !grantWaits(user)) return ok(false);
    const allowed = await this.limits.account(from.ip);
    if (!allowed.ok) return allowed;
    if (!(await this.human.lets(from.human))) return err(productError('HUMAN_CHECK_WANTED'));
    const at = this.clock.now();
    const isGiven = await this.caps.take('visitor', from.ip, at);
    const isWritten = await this.write(id, from.ip, isGiven, at);
    this.sessions.forget(id);
    return ok(isGiven && isWritten);
  }

  /** @returns whether this call ended the wait; a concurrent one may have been faster */
  private async write(id: UserId, ip: string, isGiven: boolean, at: Millis): Promise<boolean> {
    let isWaiting = false;
    let isWritten = false;
    try {
      const changed = await this.users.change(id, (stored) => {
        isWaiting = grantWaits(stored);
        return isWaiting
          ? {
              document: { ...withoutWait(stored), ...promiseOf(isGiven, at) },
              outbox: isGiven ? [visitorGranted({ userId: id, at })] : [],
            }
          : 'unchanged';
      });
      isWritten = changed !== undefined && isWaiting;
      return isWritten;
    } finally {
      if (isGiven && !isWritten) await this.caps.giveBack('visitor', ip, at);
    }
  }
}
