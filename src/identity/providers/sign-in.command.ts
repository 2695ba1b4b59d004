import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Clock } from '../../kernel/clock.js';
import { defined } from '../../kernel/defined.shared.js';
import { productError, type ProductError } from '../../kernel/errors.shared.js';
import { err, type Result } from '../../kernel/result.js';
import type { SessionUser, UserId } from '../../platform/http/security/session-user.js';
import type { Random } from '../../platform/random.js';
import { RANDOM, WALL_CLOCK } from '../../platform/tokens.js';
import { Addresses } from '../accounts/addresses.js';
import { SessionIssuer, type SignedIn, type SignInFrom } from '../sessions/session-issuer.js';
import { SignUpGate } from '../accounts/countries.js';
import { isDisposable, parseEmail, type EmailAddress } from '../accounts/email.js';
import { Limits } from '../sign-in/limits.js';
import { SignUpGrants } from '../grants/sign-up-grants.js';
import { nameOf, SignUps } from '../sign-in/sign-ups.js';
import type { SessionDocument } from '../sessions/sessions.js';
import type { UserDocument } from '../accounts/user.js';
import { Users } from '../accounts/users.js';
import { Identities, identityOf, type LinkedIdentity } from './identities.js';
import type { FederatedId, Profile } from './port.js';

/** The result of a sign-in at a provider, with the options that it started with. */
export interface FederatedSignIn {
  readonly provider: FederatedId;
  readonly profile: Profile;
  /** The interface language, for an email. */
  readonly language: string;
  readonly restore: boolean;
}

/**
 * Signs in a person whom a provider has authenticated. A known person is the same user as before. Otherwise, if the
 * provider has verified the address, the person becomes the user of that address, or a new account when it has none. An
 * unverified address must first be confirmed by email: EMAIL_NOT_VERIFIED, and the email is sent. Also refused with
 * VALIDATION_ERROR {field: email} (the provider supplies no valid address), DISPOSABLE_EMAIL, PERMISSION_ERROR
 * {reason: country}, USER_DELETED, TOO_MANY_ATTEMPTS.
 */
export class SignInWithProvider extends Command<Result<SignedIn, ProductError>> {
  constructor(
    readonly signIn: FederatedSignIn,
    readonly from: SignInFrom,
    readonly previous?: SessionUser,
  ) {
    super();
  }
}

type Found = { readonly user: UserDocument; readonly trigger: SessionDocument['trigger'] };

@CommandHandler(SignInWithProvider)
export class SignInWithProviderHandler implements ICommandHandler<SignInWithProvider> {
  constructor(
    private readonly users: Users,
    private readonly addresses: Addresses,
    private readonly identities: Identities,
    private readonly signUps: SignUps,
    private readonly grants: SignUpGrants,
    private readonly sessionIssuer: SessionIssuer,
    private readonly gate: SignUpGate,
    private readonly limits: Limits,
    @Inject(RANDOM) private readonly random: Random,
    @Inject(WALL_CLOCK) private readonly clock: Clock,
  ) {}

  async execute({ signIn, from, previous }: SignInWithProvider): Promise<Result<SignedIn, ProductError>> {
    const allowed = await this.limits.signIn(from.ip);
    if (!allowed.ok) return allowed;
    const found = await this.find(signIn, from, previous);
    if (!found.ok) return found;
    const { user, trigger } = found.value;
    return this.sessionIssuer.of(user, { trigger, from, previous, restore: signIn.restore });
  }

  private async find(
    signIn: FederatedSignIn,
    from: SignInFrom,
    previous: SessionUser | undefined,
  ): Promise<Result<Found, ProductError>> {
    const { provider, profile } = signIn;
    const identity = identityOf(provider, profile.subject);
    const known = await this.identities.owner(identity);
    const user = known === undefined ? undefined : await this.users.find(known);
    if (user !== undefined) return { ok: true, value: { user, trigger: 'signIn' } };
    const email = profile.email === undefined ? undefined : parseEmail(profile.email);
    if (email === undefined) return err(productError('VALIDATION_ERROR', { field: 'email' }));
    if (!profile.emailVerified) return this.ask(signIn, identity, email, from, previous);
    const owner = await this.addresses.owner(email.key);
    if (owner === undefined) return this.signUp(signIn, identity, email, from, previous);
    await this.identities.link(identity, owner.id, this.clock.now());
    return { ok: true, value: { user: owner, trigger: 'signIn' } };
  }

  private async signUp(
    signIn: FederatedSignIn,
    identity: LinkedIdentity,
    email: EmailAddress,
    from: SignInFrom,
    previous: SessionUser | undefined,
  ): Promise<Result<Found, ProductError>> {
    const refused = this.refused(email, from);
    if (refused !== undefined) return err(refused);
    const keeps = previous?.anonymous === true ? [previous.sid] : [];
    const facts = this.facts(signIn, identity, email, from, previous);
    const now = this.clock.now();
    const grantAllowed = await this.grants.allow({ email: email.normal, userId: facts.userId, ip: from.ip }, now);
    const claimed = await this.addresses.claim({ ...facts, keeps, grantAllowed }, now);
    // Another request may have claimed the same address first. Its user is then the right one, because the address is
    // verified.
    const owner = await this.addresses.owner(email.key);
    if (owner === undefined) return err(productError('TRY_AGAIN'));
    await this.identities.link(identity, owner.id, this.clock.now());
    return { ok: true, value: { user: owner, trigger: claimed === 'claimed' ? 'signUp' : 'signIn' } };
  }

  /** Sends a confirmation email, because the provider has not verified the address. */
  private async ask(
    signIn: FederatedSignIn,
    identity: LinkedIdentity,
    email: EmailAddress,
    from: SignInFrom,
    previous: SessionUser | undefined,
  ): Promise<Result<Found, ProductError>> {
    const refused = this.refused(email, from);
    if (refused !== undefined) return err(refused);
    const letter = await this.limits.letter(email.key, from.ip);
    if (!letter.ok) return letter;
    await this.signUps.begin(
      {
        ...this.facts(signIn, identity, email, from, previous),
        ...defined({ by: previous?.sid }),
        ...(previous?.anonymous === true ? { asker: previous.sid } : {}),
      },
      this.clock.now(),
    );
    return err(productError('EMAIL_NOT_VERIFIED'));
  }

  private refused(email: EmailAddress, { country }: SignInFrom): ProductError | undefined {
    return isDisposable(email) ? productError('DISPOSABLE_EMAIL') : this.gate.refusal(country);
  }

  private facts(
    { profile, language }: FederatedSignIn,
    identity: LinkedIdentity,
    email: EmailAddress,
    { country }: SignInFrom,
    previous: SessionUser | undefined,
  ) {
    const name = nameOf(profile.name);
    const visitor = previous?.anonymous === true ? previous.id : undefined;
    return {
      emailKey: email.key,
      email: email.normal,
      given: email.given,
      language,
      identity,
      userId: visitor ?? (this.random.uuid() as UserId), // the brand is applied when the id is created
      ...defined({ name }),
      ...(profile.names === undefined
        ? {}
        : {
            names: { firstName: nameOf(profile.names.firstName) ?? '', lastName: nameOf(profile.names.lastName) ?? '' },
          }),
      ...defined({ country }),
    };
  }
}
