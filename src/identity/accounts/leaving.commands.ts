import { Inject } from '@nestjs/common';
import { Command, CommandHandler, Query, QueryHandler, type ICommandHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Clock, Millis } from '../../kernel/clock.js';
import { productError, type ProductError } from '../../kernel/errors.shared.js';
import { err, ok, type Result } from '../../kernel/result.js';
import type { SessionUser, UserId } from '../../platform/http/security/session-user.js';
import { WALL_CLOCK } from '../../platform/tokens.js';
import { parseEmail } from './email.js';
import { Leaving, RESTORABLE_MS } from './leaving.js';
import { Limits } from '../sign-in/limits.js';
import { Passwords } from '../sign-in/password.js';
import { Identities } from '../providers/identities.js';
import { FEDERATED, type FederatedId } from '../providers/port.js';
import { Users } from './users.js';

/** Ways in which a user can sign in. */
export interface SignInWays {
  /** False for a user who has only signed in through a provider; "forgotten password" sets a password. */
  readonly password: boolean;
  readonly providers: readonly { readonly id: FederatedId; readonly name: string }[];
}

/** How a user may sign in. */
export class GetSignInWays extends Query<SignInWays> {
  constructor(readonly userId: UserId) {
    super();
  }
}

/**
 * Deletes the caller's account; signing in within 30 days restores it. Confirmed by typing the address again, and by
 * the password if there is one. VALIDATION_ERROR {field: confirm}, WRONG_CREDENTIALS, TOO_MANY_ATTEMPTS.
 */
export class DeleteAccount extends Command<Result<{ readonly restorableUntil: Millis }, ProductError>> {
  constructor(
    readonly user: SessionUser,
    readonly confirmation: { readonly confirm: string; readonly password?: string },
    readonly ip: string,
  ) {
    super();
  }
}

/** Permanently deletes a visitor and all of their data. PERMISSION_ERROR for a user with an account. */
export class DeleteVisitor extends Command<Result<undefined, ProductError>> {
  constructor(readonly user: SessionUser) {
    super();
  }
}

@QueryHandler(GetSignInWays)
export class GetSignInWaysHandler implements IQueryHandler<GetSignInWays> {
  constructor(
    private readonly users: Users,
    private readonly identities: Identities,
  ) {}

  async execute({ userId }: GetSignInWays): Promise<SignInWays> {
    const linked = new Set(await this.identities.of(userId));
    return {
      password: (await this.users.find(userId))?.passwordHash !== undefined,
      providers: (['google', 'facebook'] as const)
        .filter((id) => linked.has(id))
        .map((id) => ({ id, name: FEDERATED[id] })),
    };
  }
}

@CommandHandler(DeleteAccount)
export class DeleteAccountHandler implements ICommandHandler<DeleteAccount> {
  constructor(
    private readonly users: Users,
    private readonly leaving: Leaving,
    private readonly passwords: Passwords,
    private readonly limits: Limits,
    @Inject(WALL_CLOCK) private readonly clock: Clock,
  ) {}

  async execute({
    user,
    confirmation: { confirm, password },
    ip,
  }: DeleteAccount): Promise<Result<{ readonly restorableUntil: Millis }, ProductError>> {
    if (user.email === undefined || parseEmail(confirm)?.normal !== user.email)
      return err(productError('VALIDATION_ERROR', { field: 'confirm' }));
    const allowed = await this.limits.password(user.id, ip);
    if (!allowed.ok) return allowed;
    const stored = (await this.users.find(user.id))?.passwordHash;
    if (stored !== undefined && !(await this.passwords.matches(password ?? '', stored)))
      return err(productError('WRONG_CREDENTIALS'));
    await this.limits.rightPassword(user.id, ip);
    const now = this.clock.now();
    await this.leaving.leave(user.id, now);
    return ok({ restorableUntil: now + RESTORABLE_MS });
  }
}

@CommandHandler(DeleteVisitor)
export class DeleteVisitorHandler implements ICommandHandler<DeleteVisitor> {
  constructor(
    private readonly leaving: Leaving,
    @Inject(WALL_CLOCK) private readonly clock: Clock,
  ) {}

  async execute({ user }: DeleteVisitor): Promise<Result<undefined, ProductError>> {
    if (!user.anonymous) return err(productError('PERMISSION_ERROR', { reason: 'account' }));
    // The visitor may have signed up or in since the session was read.
    return (await this.leaving.leaveAsVisitor(user.id, this.clock.now()))
      ? ok(undefined)
      : err(productError('PERMISSION_ERROR', { reason: 'account' }));
  }
}
