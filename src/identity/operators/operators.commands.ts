import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { JwtService } from '@nestjs/jwt';
import type { Clock } from '../../kernel/clock.js';
import { productError, type ProductError } from '../../kernel/errors.shared.js';
import { err, ok, type Result } from '../../kernel/result.js';
import type { SessionUser } from '../../platform/http/security/session-user.js';
import type { MailPort } from '../../platform/mail/port.js';
import { MAIL, WALL_CLOCK } from '../../platform/tokens.js';
import { Addresses } from '../accounts/addresses.js';
import { SessionIssuer } from '../sessions/session-issuer.js';
import { parseEmail } from '../accounts/email.js';
import { Limits } from '../sign-in/limits.js';
import { Operators } from './operators.js';
import { PasswordTries } from '../sign-in/password-tries.js';
import { checkPassword, Passwords } from '../sign-in/password.js';
import { signSession } from '../sessions/session-token.js';
import { over, type Caller, type Verified } from '../sign-in/sign-up.commands.js';

/** The account to create for a visitor who follows an administrator link. */
export interface WantedAccount {
  readonly email: string;
  readonly password: string;
}

/**
 * Result of following an administrator link. An account created on the way remains even if someone else used the link
 * first; the browser then still gets its session.
 */
export interface Claimed {
  readonly made: Partial<Verified>;
  readonly answer: Result<void, ProductError>;
}

const refused = (answer: Claimed['answer']): Claimed => ({ made: {}, answer });

/**
 * Grants the caller the roles admin and finance by an administrator link. Roles require an account, so a visitor
 * chooses address and password. Where emails stay on this installation, the account is created at once, without a
 * confirmation email; otherwise the visitor must verify the address first. VERIFICATION_EXPIRED {reason},
 * EMAIL_AND_PASSWORD_REQUIRED, EMAIL_NOT_VERIFIED, EMAIL_ALREADY_REGISTERED, VALIDATION_ERROR {field, reason},
 * TOO_MANY_ATTEMPTS.
 */
export class ClaimAdmin extends Command<Claimed> {
  constructor(
    readonly token: string,
    readonly user: SessionUser,
    readonly account: WantedAccount | undefined,
    readonly caller: Caller,
  ) {
    super();
  }
}

/** Issues the token of an administrator link, valid once and for a day. The operator must keep it secret. */
export class IssueAdminLink extends Command<string> {}

/**
 * Issues the token for an installation's first administrator: once per installation, to one process. Undefined
 * otherwise.
 */
export class OfferAdministration extends Command<string | undefined> {}

@CommandHandler(ClaimAdmin)
export class ClaimAdminHandler implements ICommandHandler<ClaimAdmin> {
  constructor(
    private readonly operators: Operators,
    private readonly addresses: Addresses,
    private readonly sessionIssuer: SessionIssuer,
    private readonly passwords: Passwords,
    private readonly limits: Limits,
    private readonly tries: PasswordTries,
    private readonly jwt: JwtService,
    @Inject(MAIL) private readonly mail: MailPort,
    @Inject(WALL_CLOCK) private readonly clock: Clock,
  ) {}

  async execute({ token, user, account, caller }: ClaimAdmin): Promise<Claimed> {
    const allowed = await this.limits.token(caller.ip);
    if (!allowed.ok) return refused(allowed);
    const state = await this.operators.stateOf(token, this.clock.now());
    if (state !== 'open') return refused(over(state));
    const made = user.anonymous ? await this.account(user, account, caller) : ok({});
    if (!made.ok) return refused(made);
    const claimed = await this.operators.claim(token, user.id, this.clock.now());
    return { made: made.value, answer: claimed === 'claimed' ? ok(undefined) : over(claimed) };
  }

  /**
   * Creates the account without a confirmation email: the link proves the operator's authority, and without outgoing
   * email nobody else could confirm the address.
   */
  private async account(
    user: SessionUser,
    wanted: WantedAccount | undefined,
    caller: Caller,
  ): Promise<Result<Verified, ProductError>> {
    if (this.mail.outbox === undefined) return err(productError('EMAIL_NOT_VERIFIED'));
    if (wanted === undefined || wanted.email.trim() === '' || wanted.password === '')
      return err(productError('EMAIL_AND_PASSWORD_REQUIRED'));
    const email = parseEmail(wanted.email);
    if (email === undefined) return err(productError('VALIDATION_ERROR', { field: 'email' }));
    const checked = checkPassword(wanted.password, email.normal);
    if (!checked.ok) return err(productError('VALIDATION_ERROR', { field: 'password', reason: checked.error }));
    if ((await this.addresses.owner(email.key)) !== undefined) return err(productError('EMAIL_ALREADY_REGISTERED'));
    const passwordHash = await this.passwords.hash(wanted.password);
    const now = this.clock.now();
    // The address is unproved, so it gets no credits, and no email is sent to it.
    const facts = {
      email: email.normal,
      given: email.given,
      language: caller.language,
      passwordHash,
      keeps: [user.sid],
      grantAllowed: false,
      unproven: true as const,
    };
    if ((await this.addresses.claim({ ...facts, emailKey: email.key, userId: user.id }, now)) !== 'claimed')
      return err(productError('EMAIL_ALREADY_REGISTERED'));
    const known = { device: await this.tries.right(email.key, caller), at: now };
    const renewed = await this.sessionIssuer.renew(user.sid);
    if (renewed === undefined) return ok({ known });
    const {
      sid,
      session: { userId, expiresAt },
    } = renewed;
    return ok({ known, session: { token: signSession(this.jwt, { sid, userId }, now, expiresAt), expiresAt } });
  }
}

@CommandHandler(IssueAdminLink)
export class IssueAdminLinkHandler implements ICommandHandler<IssueAdminLink> {
  constructor(
    private readonly operators: Operators,
    @Inject(WALL_CLOCK) private readonly clock: Clock,
  ) {}

  execute(): Promise<string> {
    return this.operators.issue(this.clock.now());
  }
}

@CommandHandler(OfferAdministration)
export class OfferAdministrationHandler implements ICommandHandler<OfferAdministration> {
  constructor(
    private readonly operators: Operators,
    @Inject(WALL_CLOCK) private readonly clock: Clock,
  ) {}

  execute(): Promise<string | undefined> {
    return this.operators.offer(this.clock.now());
  }
}
