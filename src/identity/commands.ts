import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { createHash } from 'node:crypto';
import type { Clock } from '../kernel/clock.js';
import { productError, type ProductError } from '../kernel/errors.shared.js';
import { err, ok, type Result } from '../kernel/result.js';
import type { SessionId } from '../platform/http/session-user.js';
import type { RateLimit, RateRule } from '../platform/rate-limit/port.js';
import { CLOCK, RATE_LIMIT } from '../platform/tokens.js';
import { DEVICE_NUMBER_PREFIX, deviceCredentials } from './device.shared.js';
import type { Secrets } from './secrets.js';
import { Sessions, type SessionDocument } from './sessions.js';
import { SECRETS } from './tokens.js';
import { Users } from './users.js';
import { addressHash } from './visitor-grants.js';

/** Sign-ins an address may try: enough for a school behind one address, too few for a machine that mints visitors. */
export const SIGN_IN_RULE: RateRule = { limit: 120, windowMs: 60_000 };

/** A session just begun. */
export interface SignedIn {
  readonly sid: SessionId;
  readonly session: SessionDocument;
}

/**
 * Signs a device in as its visitor, making the user at the first visit. What was the browser's session before is retired.
 * Refused with DEVICE_ID_ERROR for credentials that do not agree, TOO_MANY_ATTEMPTS by address.
 */
export class SignInVisitor extends Command<Result<SignedIn, ProductError>> {
  constructor(
    /** As the browser sent them; checked here. */
    readonly credentials: unknown,
    readonly from: { readonly ip: string; readonly country?: string },
    readonly previous?: SessionId,
  ) {
    super();
  }
}

/** Ends a session for good; a session that has gone already is no error. */
export class RevokeSession extends Command<void> {
  constructor(readonly sid: SessionId) {
    super();
  }
}

@CommandHandler(SignInVisitor)
export class SignInVisitorHandler implements ICommandHandler<SignInVisitor> {
  constructor(
    private readonly users: Users,
    private readonly sessions: Sessions,
    @Inject(RATE_LIMIT) private readonly rateLimit: RateLimit,
    @Inject(SECRETS) private readonly secrets: Secrets,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async execute({ credentials, from, previous }: SignInVisitor): Promise<Result<SignedIn, ProductError>> {
    const attempt = await this.rateLimit.take(`sign-in:${addressHash(from.ip, this.secrets.address)}`, SIGN_IN_RULE);
    if (!attempt.allowed) return err(productError('TOO_MANY_ATTEMPTS', { seconds: Math.ceil(attempt.retryAfterMs / 1000) }));
    const device = deviceCredentials.safeParse(credentials);
    if (!device.success) return err(productError('DEVICE_ID_ERROR'));
    const { deviceId, deviceNumber } = device.data;
    if (deviceNumber !== createHash('sha256').update(DEVICE_NUMBER_PREFIX).update(deviceId).digest('hex')) return err(productError('DEVICE_ID_ERROR'));
    const { user, isNew } = await this.users.visitor({ deviceId, ...from, at: this.clock.now() });
    const begun = await this.sessions.begin(user.id, isNew ? 'signUp' : 'signIn');
    if (previous !== undefined) await this.sessions.retire(previous);
    return ok(begun);
  }
}

@CommandHandler(RevokeSession)
export class RevokeSessionHandler implements ICommandHandler<RevokeSession> {
  constructor(private readonly sessions: Sessions) {}

  execute({ sid }: RevokeSession): Promise<void> {
    return this.sessions.revoke(sid);
  }
}
