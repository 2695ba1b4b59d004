import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { createHash } from 'node:crypto';
import type { Clock } from '../kernel/clock.js';
import { productError, type ProductError } from '../kernel/errors.shared.js';
import { err, ok, type Result } from '../kernel/result.js';
import type { SessionId, SessionUser, UserId } from '../platform/http/security/session-user.js';
import { WALL_CLOCK } from '../platform/tokens.js';
import { Addresses } from './accounts/addresses.js';
import { SessionIssuer, type SignedIn, type SignInFrom } from './sessions/session-issuer.js';
import { DEVICE_NUMBER_PREFIX, deviceCredentials } from './sessions/device.shared.js';
import { keyOfText } from './accounts/email.js';
import type { SignInOrigin } from './sign-in/known-origins.js';
import { Limits } from './sign-in/limits.js';
import { PasswordTries } from './sign-in/password-tries.js';
import { Passwords } from './sign-in/password.js';
import { Sessions } from './sessions/sessions.js';
import { SignUps, type SignUp as PendingSignUp } from './sign-in/sign-ups.js';
import type { UserDocument } from './accounts/user.js';
import { Users } from './accounts/users.js';

/**
 * Signs a device in as its visitor; the first visit creates the user. Ends the browser's previous session. Refused with
 * DEVICE_ID_ERROR for inconsistent credentials and for a device that belongs to an account (the browser then creates a
 * new device id), or TOO_MANY_ATTEMPTS per address.
 */
export class SignInVisitor extends Command<Result<SignedIn, ProductError>> {
  constructor(
    /** As the browser sent them; validated here. */
    readonly credentials: unknown,
    readonly from: SignInFrom,
    readonly previous?: SessionUser,
  ) {
    super();
  }
}

/**
 * Signs in with email address and password. A visitor who signs in from their own browser is merged into the account,
 * see `VisitorMerged`. Refused with EMAIL_AND_PASSWORD_REQUIRED or TOO_MANY_ATTEMPTS. With EMAIL_NOT_VERIFIED (for the
 * password of a pending sign-up) or WRONG_CREDENTIALS, whether or not the account exists. With USER_DELETED for the
 * correct password of a deleted account, unless `restore` is set.
 */
export class SignInWithPassword extends Command<Result<SignedIn, ProductError>> {
  constructor(
    /** `restore` restores an account that its owner deleted. */
    readonly credentials: { readonly email: unknown; readonly password: unknown; readonly restore?: unknown },
    readonly from: SignInFrom,
    readonly previous?: SessionUser,
  ) {
    super();
  }
}

/** Ends a session permanently; a session that has already ended is no error. */
export class RevokeSession extends Command<void> {
  constructor(readonly sid: SessionId) {
    super();
  }
}

/** Ends every session of a user, including the caller's. */
export class SignOutEverywhere extends Command<void> {
  constructor(readonly userId: UserId) {
    super();
  }
}

/** Whether a form option was selected. */
export const isChecked = (option: unknown): boolean => option === 'true' || option === true;

@CommandHandler(SignInVisitor)
export class SignInVisitorHandler implements ICommandHandler<SignInVisitor> {
  constructor(
    private readonly users: Users,
    private readonly sessionIssuer: SessionIssuer,
    private readonly limits: Limits,
    @Inject(WALL_CLOCK) private readonly clock: Clock,
  ) {}

  async execute({ credentials, from, previous }: SignInVisitor): Promise<Result<SignedIn, ProductError>> {
    const allowed = await this.limits.signIn(from.ip);
    if (!allowed.ok) return allowed;
    const device = deviceCredentials.safeParse(credentials);
    if (!device.success) return err(productError('DEVICE_ID_ERROR'));
    const { deviceId, deviceNumber } = device.data;
    if (deviceNumber !== createHash('sha256').update(DEVICE_NUMBER_PREFIX).update(deviceId).digest('hex'))
      return err(productError('DEVICE_ID_ERROR'));
    const { agent: _, device: _device, human: _human, ...visit } = from;
    const visitor = await this.users.visitor({ deviceId, ...visit, at: this.clock.now() });
    if (visitor === 'claimed') return err(productError('DEVICE_ID_ERROR'));
    const { user, isNew } = visitor;
    return this.sessionIssuer.at(user, { trigger: isNew ? 'signUp' : 'signIn', from, previous });
  }
}

@CommandHandler(SignInWithPassword)
export class SignInWithPasswordHandler implements ICommandHandler<SignInWithPassword> {
  constructor(
    private readonly users: Users,
    private readonly addresses: Addresses,
    private readonly signUps: SignUps,
    private readonly sessionIssuer: SessionIssuer,
    private readonly passwords: Passwords,
    private readonly limits: Limits,
    private readonly tries: PasswordTries,
    @Inject(WALL_CLOCK) private readonly clock: Clock,
  ) {}

  async execute({ credentials, from, previous }: SignInWithPassword): Promise<Result<SignedIn, ProductError>> {
    const { email, password, restore } = credentials;
    if (typeof email !== 'string' || typeof password !== 'string' || email.trim() === '' || password === '')
      return err(productError('EMAIL_AND_PASSWORD_REQUIRED'));
    const key = keyOfText(email);
    const allowed = await this.allowed(key, from);
    if (!allowed.ok) return allowed;
    const user = await this.addresses.owner(key);
    const signUp = await this.signUps.newest(key, previous?.sid, this.clock.now());
    // A sign-up that became this account is no longer pending: the password may have changed since.
    const waiting = signUp === undefined || signUp.document.userId === user?.id ? undefined : signUp;
    const [opens, isWaiting] = await Promise.all([
      this.passwords.matches(password, user?.passwordHash),
      this.passwords.matches(password, waiting?.document.passwordHash),
    ]);
    if (user === undefined || !opens)
      return err(productError(await this.whyNot(isWaiting ? waiting : undefined, previous)));
    const device = await this.tries.right(key, from);
    await this.renew(user, password);
    const signedIn = await this.sessionIssuer.of(user, {
      trigger: 'signIn',
      from,
      previous,
      restore: isChecked(restore),
    });
    return signedIn.ok ? ok({ ...signedIn.value, device }) : signedIn;
  }

  /**
   * Whoever knows the password of a sign-up is the one who signed up. The answer is the same whether or not the address
   * has an account meanwhile, because that must not be revealed. From now on this browser may enter the code and
   * request another email. Password attempts keep counting, because anyone can start a sign-up for an address again.
   */
  private async whyNot(
    waiting: PendingSignUp | undefined,
    previous: SessionUser | undefined,
  ): Promise<'WRONG_CREDENTIALS' | 'EMAIL_NOT_VERIFIED'> {
    if (waiting === undefined) return 'WRONG_CREDENTIALS';
    await this.signUps.hand(waiting.id, previous?.sid);
    return 'EMAIL_NOT_VERIFIED';
  }

  private async allowed(key: string, from: SignInOrigin): Promise<Result<void, ProductError>> {
    const place = await this.limits.signIn(from.ip);
    return place.ok ? this.tries.take(key, from) : place;
  }

  /** Rehashes the password if it was hashed with other parameters than today's. */
  private async renew(user: UserDocument, password: string): Promise<void> {
    if (user.passwordHash === undefined || !this.passwords.isOutdated(user.passwordHash)) return;
    const passwordHash = await this.passwords.hash(password);
    await this.users.change(user.id, (stored) =>
      stored.passwordHash === user.passwordHash ? { document: { ...stored, passwordHash } } : 'unchanged',
    );
  }
}

@CommandHandler(RevokeSession)
export class RevokeSessionHandler implements ICommandHandler<RevokeSession> {
  constructor(private readonly sessions: Sessions) {}

  execute({ sid }: RevokeSession): Promise<void> {
    return this.sessions.revoke(sid);
  }
}

@CommandHandler(SignOutEverywhere)
export class SignOutEverywhereHandler implements ICommandHandler<SignOutEverywhere> {
  constructor(
    private readonly users: Users,
    private readonly sessions: Sessions,
  ) {}

  async execute({ userId }: SignOutEverywhere): Promise<void> {
    const user = await this.users.change(userId, (stored) => ({
      document: { ...stored, sessionEpoch: (stored.sessionEpoch ?? 0) + 1 },
    }));
    await this.sessions.end(userId, user?.sessionEpoch ?? 0);
  }
}
