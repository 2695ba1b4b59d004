import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { JwtService } from '@nestjs/jwt';
import type { Clock, Millis } from '../../kernel/clock.js';
import { defined } from '../../kernel/defined.shared.js';
import { productError, type ProductError } from '../../kernel/errors.shared.js';
import { err, ok, type Result } from '../../kernel/result.js';
import type { SessionId, SessionUser, UserId } from '../../platform/http/security/session-user.js';
import type { Random } from '../../platform/random.js';
import { RANDOM, WALL_CLOCK } from '../../platform/tokens.js';
import { Addresses } from '../accounts/addresses.js';
import { SessionIssuer } from '../sessions/session-issuer.js';
import { SignUpGate } from '../accounts/countries.js';
import { isDisposable, keyOfText, parseEmail } from '../accounts/email.js';
import { GrantCaps } from '../grants/grant-caps.js';
import { HumanGate } from '../human-check/gate.js';
import type { SignInOrigin } from './known-origins.js';
import { Limits } from './limits.js';
import { PasswordTries } from './password-tries.js';
import { checkPassword, Passwords } from './password.js';
import { signSession } from '../sessions/session-token.js';
import { SignUpGrants } from '../grants/sign-up-grants.js';
import { nameOf, SignUps, type SignUp as PendingSignUp } from './sign-ups.js';

/** The caller, as known from the request. */
export interface Caller extends SignInOrigin {
  readonly country?: string;
  /** The interface language, from the `user-language` header. */
  readonly language: string;
  readonly user?: SessionUser | undefined;
}

/** Refusal of a link or code that is not valid any more. */
export const over = (reason: 'expired' | 'used'): { readonly ok: false; readonly error: ProductError } =>
  err(productError('VERIFICATION_EXPIRED', { reason }));

/**
 * Requests an account. Neither the answer nor the response time reveals whether the address has one; only the email
 * does. Refused with EMAIL_AND_PASSWORD_REQUIRED, VALIDATION_ERROR {field, reason}, DISPOSABLE_EMAIL, PERMISSION_ERROR
 * {reason: country}, HUMAN_CHECK_WANTED when the day's free credits are nearly used up, TOO_MANY_ATTEMPTS.
 */
export class SignUp extends Command<Result<void, ProductError>> {
  constructor(
    readonly request: { readonly email: string; readonly password: string; readonly name?: string },
    readonly caller: Caller,
  ) {
    super();
  }
}

/**
 * Verifies an address by the emailed code (in the browser that signed up) or by the link (another browser also needs
 * the sign-up's password, if it has one). If the account comes from the calling visitor, the response replaces the
 * visitor's session. Refused with WRONG_EMAIL_CODE, EMAIL_AND_PASSWORD_REQUIRED (the link was opened in another
 * browser, without the password), WRONG_CREDENTIALS, VERIFICATION_EXPIRED {reason}, EMAIL_ALREADY_REGISTERED,
 * TOO_MANY_ATTEMPTS.
 */
export class VerifyEmail extends Command<Result<Verified, ProductError>> {
  constructor(
    readonly proof: { readonly email: string; readonly code: string } | LinkProof,
    readonly caller: Caller,
  ) {
    super();
  }
}

/** Result of a verification: the device cookie and, if the session is replaced, the token of the new session. */
export interface Verified {
  readonly known: KnownBrowser;
  readonly session?: { readonly token: string; readonly expiresAt: Millis };
}

/** Content of the device cookie, by which the account recognises the browser (known-origins.ts). */
export interface KnownBrowser {
  readonly device: string;
  readonly at: Millis;
}

/** The token of a link, and the sign-up's password when the link is opened in another browser. */
interface LinkProof {
  readonly token: string;
  readonly password?: string;
}

/** Sends another email for the sign-up that this browser started. The answer is the same when there is none. */
export class ResendVerification extends Command<Result<void, ProductError>> {
  constructor(
    readonly email: string,
    readonly caller: Caller,
  ) {
    super();
  }
}

/** The calling visitor, who will become the account; undefined when the caller is not a visitor. */
const visitorOf = (user: SessionUser | undefined): UserId | undefined =>
  user?.anonymous === true ? user.id : undefined;

@CommandHandler(SignUp)
export class SignUpHandler implements ICommandHandler<SignUp> {
  constructor(
    private readonly signUps: SignUps,
    private readonly passwords: Passwords,
    private readonly gate: SignUpGate,
    private readonly caps: GrantCaps,
    private readonly human: HumanGate,
    private readonly limits: Limits,
    @Inject(RANDOM) private readonly random: Random,
    @Inject(WALL_CLOCK) private readonly clock: Clock,
  ) {}

  async execute({ request, caller }: SignUp): Promise<Result<void, ProductError>> {
    if (request.email.trim() === '' || request.password === '') return err(productError('EMAIL_AND_PASSWORD_REQUIRED'));
    const email = parseEmail(request.email);
    if (email === undefined) return err(productError('VALIDATION_ERROR', { field: 'email' }));
    if (isDisposable(email)) return err(productError('DISPOSABLE_EMAIL'));
    const refused = this.gate.refusal(caller.country);
    if (refused !== undefined) return err(refused);
    const checked = checkPassword(request.password, email.normal);
    if (!checked.ok) return err(productError('VALIDATION_ERROR', { field: 'password', reason: checked.error }));
    const allowed = await this.limits.account(caller.ip);
    if (!allowed.ok) return allowed;
    if ((await this.caps.isNear('signUp', caller.ip, this.clock.now())) && !(await this.human.lets(caller.human)))
      return err(productError('HUMAN_CHECK_WANTED'));
    const letter = await this.limits.letter(email.key, caller.ip);
    if (!letter.ok) return letter;
    const visitor = visitorOf(caller.user);
    const name = nameOf(request.name);
    await this.signUps.begin(
      {
        emailKey: email.key,
        email: email.normal,
        given: email.given,
        language: caller.language,
        passwordHash: await this.passwords.hash(request.password),
        userId: visitor ?? (this.random.uuid() as UserId), // the brand is applied when the id is created
        ...defined({ by: caller.user?.sid }),
        ...(visitor === undefined || caller.user === undefined ? {} : { asker: caller.user.sid }),
        ...defined({ name, country: caller.country }),
      },
      this.clock.now(),
    );
    return ok(undefined);
  }
}

@CommandHandler(VerifyEmail)
export class VerifyEmailHandler implements ICommandHandler<VerifyEmail> {
  constructor(
    private readonly signUps: SignUps,
    private readonly addresses: Addresses,
    private readonly grants: SignUpGrants,
    private readonly sessionIssuer: SessionIssuer,
    private readonly jwt: JwtService,
    private readonly passwords: Passwords,
    private readonly limits: Limits,
    private readonly tries: PasswordTries,
    @Inject(WALL_CLOCK) private readonly clock: Clock,
  ) {}

  async execute({ proof, caller }: VerifyEmail): Promise<Result<Verified, ProductError>> {
    const allowed = await this.limits.token(caller.ip);
    if (!allowed.ok) return allowed;
    const found =
      'token' in proof
        ? await this.byLink(proof, caller)
        : await this.byCode(proof.email, proof.code, caller.user?.sid);
    if (!found.ok) return found;
    const { id, document } = found.value;
    const isVisitors = caller.user?.id === document.userId;
    const keeps = [document.asker, isVisitors ? caller.user?.sid : undefined].filter((sid) => sid !== undefined);
    const now = this.clock.now();
    const grantAllowed = await this.grants.allow(
      { email: document.email, userId: document.userId, ip: caller.ip },
      now,
    );
    const claimed = await this.addresses.claim({ ...document, keeps: [...new Set(keeps)], grantAllowed }, now);
    switch (claimed) {
      case 'claimed': {
        const known = { device: await this.tries.right(document.emailKey, caller), at: now };
        return ok({ ...(await this.renewed(id, isVisitors ? caller.user : undefined)), known });
      }
      case 'used':
        return over('used');
      case 'taken':
        return err(productError('EMAIL_ALREADY_REGISTERED'));
      default:
        return claimed satisfies never;
    }
  }

  private async renewed(signUp: string, caller: SessionUser | undefined): Promise<Omit<Verified, 'known'>> {
    const renewed = caller === undefined ? undefined : await this.sessionIssuer.renew(caller.sid);
    if (renewed === undefined) return {};
    const {
      sid,
      session: { userId, expiresAt },
    } = renewed;
    // The email contains a code and a link. After one is used, this browser must see the other as used, not as wrong.
    await this.signUps.hand(signUp, sid);
    return { session: { token: signSession(this.jwt, { sid, userId }, this.clock.now(), expiresAt), expiresAt } };
  }

  private async byLink({ token, password }: LinkProof, caller: Caller): Promise<Result<PendingSignUp, ProductError>> {
    const signUp = await this.signUps.byToken(token, this.clock.now());
    if (signUp === undefined) return over('expired');
    const { by, emailKey, passwordHash } = signUp.document;
    const isOwn = by !== undefined && by === caller.user?.sid;
    // If the address already has an owner, the claim fails anyway, so no password is needed.
    if (isOwn || (await this.addresses.owner(emailKey)) !== undefined) return ok(signUp);
    // Following a link that a stranger's sign-up caused must not create an account with the stranger's password or
    // provider identity.
    if (passwordHash === undefined) return over('expired');
    if (password === undefined || password === '') return err(productError('EMAIL_AND_PASSWORD_REQUIRED'));
    const allowed = await this.tries.takeByLetter(emailKey, caller);
    if (!allowed.ok) return allowed;
    return (await this.passwords.matches(password, passwordHash)) ? ok(signUp) : err(productError('WRONG_CREDENTIALS'));
  }

  private async byCode(
    email: string,
    code: string,
    by: SessionId | undefined,
  ): Promise<Result<PendingSignUp, ProductError>> {
    const answer = await this.signUps.tryCode(keyOfText(email), code, by, this.clock.now());
    switch (answer.is) {
      case 'right':
        return ok(answer.signUp);
      case 'wrong':
        return err(productError('WRONG_EMAIL_CODE'));
      case 'over':
        return over('expired');
      default:
        return answer satisfies never;
    }
  }
}

@CommandHandler(ResendVerification)
export class ResendVerificationHandler implements ICommandHandler<ResendVerification> {
  constructor(
    private readonly signUps: SignUps,
    private readonly limits: Limits,
    @Inject(WALL_CLOCK) private readonly clock: Clock,
  ) {}

  async execute({ email, caller }: ResendVerification): Promise<Result<void, ProductError>> {
    const key = keyOfText(email);
    const allowed = await this.limits.account(caller.ip);
    if (!allowed.ok) return allowed;
    const letter = await this.limits.letter(key, caller.ip);
    if (!letter.ok) return letter;
    const now = this.clock.now();
    const [mine] = await this.signUps.of(key, caller.user?.sid, now);
    if (mine === undefined) return ok(undefined);
    const {
      seed: _seed,
      triesLeft: _tries,
      createdAt: _created,
      codeUntil: _code,
      until: _until,
      ...facts
    } = mine.document;
    await this.signUps.begin({ ...facts, language: caller.language }, now);
    return ok(undefined);
  }
}
