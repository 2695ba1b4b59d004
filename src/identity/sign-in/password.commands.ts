import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Clock, Millis } from '../../kernel/clock.js';
import { productError, type ProductError } from '../../kernel/errors.shared.js';
import { err, ok, type Result } from '../../kernel/result.js';
import type { OutboxMessage } from '../../platform/documents/port.js';
import type { SessionUser } from '../../platform/http/security/session-user.js';
import { WALL_CLOCK } from '../../platform/tokens.js';
import { Addresses } from '../accounts/addresses.js';
import { parseEmail } from '../accounts/email.js';
import { Limits } from './limits.js';
import { letterDue } from '../messages.js';
import { checkPassword, Passwords } from './password.js';
import { PasswordTries } from './password-tries.js';
import { Resets } from './resets.js';
import { Sessions } from '../sessions/sessions.js';
import { over, type Caller, type KnownBrowser } from './sign-up.commands.js';
import type { UserDocument } from '../accounts/user.js';
import { Users } from '../accounts/users.js';

/**
 * Requests a password reset email. Answer and response time do not reveal whether the address has an account, or
 * whether the limits suppress the email.
 */
export class ForgotPassword extends Command<Result<void, ProductError>> {
  constructor(
    readonly email: string,
    readonly caller: Caller,
  ) {
    super();
  }
}

/**
 * Sets a new password by an emailed link; ends every session. VERIFICATION_EXPIRED {reason},
 * VALIDATION_ERROR {field, reason}, TOO_MANY_ATTEMPTS.
 */
export class ResetPassword extends Command<Result<KnownBrowser, ProductError>> {
  constructor(
    readonly token: string,
    readonly password: string,
    readonly caller: Caller,
  ) {
    super();
  }
}

/**
 * Changes the current password; ends every other session. WRONG_CREDENTIALS, VALIDATION_ERROR {field, reason},
 * TOO_MANY_ATTEMPTS.
 */
export class ChangePassword extends Command<Result<void, ProductError>> {
  constructor(
    readonly user: SessionUser,
    readonly current: string,
    readonly password: string,
    readonly ip: string,
  ) {
    super();
  }
}

/** Sets the password, starts a new session epoch, and requests the notification email. */
function withPassword(
  user: UserDocument,
  passwordHash: string,
  at: Millis,
): { readonly document: UserDocument; readonly outbox: readonly OutboxMessage[] } {
  const sessionEpoch = (user.sessionEpoch ?? 0) + 1;
  const letter = letterDue(`${user.id}.${sessionEpoch}`, { kind: 'password-changed', userId: user.id, at });
  return { document: { ...user, passwordHash, passwordChangedAt: at, sessionEpoch }, outbox: [letter] };
}

const refusedPassword = (reason: string): { readonly ok: false; readonly error: ProductError } =>
  err(productError('VALIDATION_ERROR', { field: 'password', reason }));

@CommandHandler(ForgotPassword)
export class ForgotPasswordHandler implements ICommandHandler<ForgotPassword> {
  constructor(
    private readonly resets: Resets,
    private readonly limits: Limits,
    private readonly tries: PasswordTries,
    @Inject(WALL_CLOCK) private readonly clock: Clock,
  ) {}

  async execute({ email: text, caller }: ForgotPassword): Promise<Result<void, ProductError>> {
    const email = parseEmail(text);
    if (email === undefined) return err(productError('VALIDATION_ERROR', { field: 'email' }));
    const allowed = await this.limits.account(caller.ip);
    if (!allowed.ok) return allowed;
    await this.tries.resetLetter(email.key, caller, () =>
      this.resets.begin(email.key, caller.language, this.clock.now()),
    );
    return ok(undefined);
  }
}

@CommandHandler(ResetPassword)
export class ResetPasswordHandler implements ICommandHandler<ResetPassword> {
  constructor(
    private readonly resets: Resets,
    private readonly addresses: Addresses,
    private readonly users: Users,
    private readonly sessions: Sessions,
    private readonly passwords: Passwords,
    private readonly limits: Limits,
    private readonly tries: PasswordTries,
    @Inject(WALL_CLOCK) private readonly clock: Clock,
  ) {}

  async execute({ token, password, caller }: ResetPassword): Promise<Result<KnownBrowser, ProductError>> {
    const allowed = await this.limits.token(caller.ip);
    if (!allowed.ok) return allowed;
    const reset = await this.resets.byToken(token, this.clock.now());
    const user = reset === undefined ? undefined : await this.addresses.owner(reset.emailKey);
    if (reset === undefined || user === undefined) return over('expired');
    // A link works once. A password that was changed after the request invalidates this and all earlier links.
    const isUsed = (stored: UserDocument): boolean => (stored.passwordChangedAt ?? 0) >= reset.createdAt;
    if (isUsed(user)) return over('used');
    const checked = checkPassword(password, user.email);
    if (!checked.ok) return refusedPassword(checked.error);
    const passwordHash = await this.passwords.hash(password);
    const changed = await this.users.change(user.id, (stored) =>
      isUsed(stored) ? 'unchanged' : withPassword(stored, passwordHash, Math.max(this.clock.now(), reset.createdAt)),
    );
    if (changed?.passwordHash !== passwordHash) return over('used');
    await this.sessions.end(user.id, changed.sessionEpoch ?? 0);
    return ok({ device: await this.tries.right(reset.emailKey, caller), at: this.clock.now() });
  }
}

@CommandHandler(ChangePassword)
export class ChangePasswordHandler implements ICommandHandler<ChangePassword> {
  constructor(
    private readonly users: Users,
    private readonly sessions: Sessions,
    private readonly passwords: Passwords,
    private readonly limits: Limits,
    @Inject(WALL_CLOCK) private readonly clock: Clock,
  ) {}

  async execute({ user: caller, current, password, ip }: ChangePassword): Promise<Result<void, ProductError>> {
    const allowed = await this.limits.password(caller.id, ip);
    if (!allowed.ok) return allowed;
    const before = (await this.users.find(caller.id))?.passwordHash;
    if (!(await this.passwords.matches(current, before))) return err(productError('WRONG_CREDENTIALS'));
    await this.limits.rightPassword(caller.id, ip);
    const checked = checkPassword(password, caller.email);
    if (!checked.ok) return refusedPassword(checked.error);
    const passwordHash = await this.passwords.hash(password);
    const changed = await this.users.change(caller.id, (stored) =>
      stored.passwordHash === before ? withPassword(stored, passwordHash, this.clock.now()) : 'unchanged',
    );
    // The password changed meanwhile, so the caller's password was no longer the current one.
    if (changed?.passwordHash !== passwordHash) return err(productError('WRONG_CREDENTIALS'));
    const epoch = changed.sessionEpoch ?? 0;
    await this.sessions.keep(caller.sid, epoch);
    await this.sessions.end(caller.id, epoch);
    return ok(undefined);
  }
}
