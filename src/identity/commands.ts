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
 * Signs a device in as its visitor, making the user at the first visit. What was the browser's session before is retired.
 * Refused with DEVICE_ID_ERROR for credentials that do not agree and for a device that has become an account's (the browser makes
 * itself a new device id), TOO_MANY_ATTEMPTS by address.
 */
export class SignInVisitor extends Command<Result<SignedIn, ProductError>> {
  constructor(
    /** As the browser sent them; checked here. */
    readonly credentials: unknown,
    readonly from: SignInFrom,
    readonly previous?: SessionUser,
  ) {
    super();
  }
}

/**
 * Signs someone in with e-mail address and password. A visitor who does so in their own browser becomes part of the account: see
 * `VisitorMerged`. Refused with EMAIL_AND_PASSWORD_REQUIRED, TOO_MANY_ATTEMPTS, and whether or not there is such an account with
 * EMAIL_NOT_VERIFIED (for the password of a sign-up that waits) and WRONG_CREDENTIALS; with the right password of a deleted account
 * USER_DELETED, unless `restore` takes it back.
 */
export class SignInWithPassword extends Command<Result<SignedIn, ProductError>> {
  constructor(
    /** With `restore` an account that its owner has deleted is taken back. */
    readonly credentials: { readonly email: unknown; readonly password: unknown; readonly restore?: unknown },
    readonly from: SignInFrom,
    readonly previous?: SessionUser,
  ) {
    super();
  }
}

/** Ends a session permanently; a session that has gone already is no error. */
export class RevokeSession extends Command<void> {
  constructor(readonly sid: SessionId) {
    super();
  }
}

/** Ends every session of a user, the caller's too. */
export class SignOutEverywhere extends Command<void> {
  constructor(readonly userId: UserId) {
    super();
  }
}

/** Whether an option of a form was chosen. */
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
    if (deviceNumber !== createHash('sha256').update(DEVICE_NUMBER_PREFIX).update(deviceId).digest('hex')) return err(productError('DEVICE_ID_ERROR'));
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
    if (typeof email !== 'string' || typeof password !== 'string' || email.trim() === '' || password === '') return err(productError('EMAIL_AND_PASSWORD_REQUIRED'));
    const key = keyOfText(email);
    const allowed = await this.allowed(key, from);
    if (!allowed.ok) return allowed;
    const user = await this.addresses.owner(key);
    const signUp = await this.signUps.newest(key, previous?.sid, this.clock.now());
    // What became this account is not waiting any more: its password may have been changed since.
    const waiting = signUp === undefined || signUp.document.userId === user?.id ? undefined : signUp;
    const [opens, isWaiting] = await Promise.all([this.passwords.matches(password, user?.passwordHash), this.passwords.matches(password, waiting?.document.passwordHash)]);
    if (user === undefined || !opens) return err(productError(await this.whyNot(isWaiting ? waiting : undefined, previous)));
    const device = await this.tries.right(key, from);
    await this.renew(user, password);
    const signedIn = await this.sessionIssuer.of(user, { trigger: 'signIn', from, previous, restore: isChecked(restore) });
    return signedIn.ok ? ok({ ...signedIn.value, device }) : signedIn;
  }

  /**
   * Who knows a sign-up's password has signed up, whether or not the address has an account meanwhile, which is not theirs to be told.
   * From now on this browser may type the code in, and request another letter. The count of passwords continues: anybody can sign up
   * with an address and begin it again.
   */
  private async whyNot(waiting: PendingSignUp | undefined, previous: SessionUser | undefined): Promise<'WRONG_CREDENTIALS' | 'EMAIL_NOT_VERIFIED'> {
    if (waiting === undefined) return 'WRONG_CREDENTIALS';
    await this.signUps.hand(waiting.id, previous?.sid);
    return 'EMAIL_NOT_VERIFIED';
  }

  private async allowed(key: string, from: SignInOrigin): Promise<Result<void, ProductError>> {
    const place = await this.limits.signIn(from.ip);
    return place.ok ? this.tries.take(key, from) : place;
  }

  /** Hashes the password as it would be today, when it was with other parameters. */
  private async renew(user: UserDocument, password: string): Promise<void> {
    if (user.passwordHash === undefined || !this.passwords.isOutdated(user.passwordHash)) return;
    const passwordHash = await this.passwords.hash(password);
    await this.users.change(user.id, (stored) => (stored.passwordHash === user.passwordHash ? { document: { ...stored, passwordHash } } : 'unchanged'));
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
    const user = await this.users.change(userId, (stored) => ({ document: { ...stored, sessionEpoch: (stored.sessionEpoch ?? 0) + 1 } }));
    await this.sessions.end(userId, user?.sessionEpoch ?? 0);
  }
}
