import { Inject } from '@nestjs/common';
import {
  Command,
  CommandHandler,
  Query,
  QueryBus,
  QueryHandler,
  type ICommandHandler,
  type IQueryHandler,
} from '@nestjs/cqrs';
import { FindMembership, FindSamePerson, type BrowserTrace } from '../../identity/index.js';
import type { Clock } from '../../kernel/clock.js';
import { productError, type ProductError } from '../../kernel/errors.shared.js';
import type { UserId } from '../../kernel/ids.js';
import { err, type Result } from '../../kernel/result.js';
import type { RateLimit, RateRule } from '../../platform/rate-limit/port.js';
import { RATE_LIMIT, WALL_CLOCK } from '../../platform/tokens.js';
import { accept } from './invite.js';
import { InviteStore } from './invite.store.js';
import type { AcceptedInvite, InvitesView } from './invites.shared.js';

/**
 * Accepts a friend's invite, before the sign-up or soon after it. WRONG_INVITE_CODE for an unknown code, INVITE_SELF,
 * INVITE_ALREADY_SIGNED_UP, INVITE_ALREADY_SUBSCRIBED as `accept` of `invite.ts`; TOO_MANY_ATTEMPTS {seconds} for a
 * flood of requests.
 */
export class AcceptInvite extends Command<Result<AcceptedInvite, ProductError>> {
  constructor(
    readonly userId: UserId,
    readonly code: string,
    readonly from: BrowserTrace,
  ) {
    super();
  }
}

/** A member's invite code and figures. */
export class GetInvites extends Query<InvitesView> {
  constructor(readonly userId: UserId) {
    super();
  }
}

/** Codes that a user, and everybody at one address, may try in an hour. Guessing one of 2^60 stays hopeless. */
const RATES: Readonly<Record<'user' | 'address', RateRule>> = {
  user: { limit: 20, windowMs: 3_600_000 },
  address: { limit: 200, windowMs: 3_600_000 },
};

@CommandHandler(AcceptInvite)
export class AcceptInviteHandler implements ICommandHandler<AcceptInvite> {
  constructor(
    private readonly invites: InviteStore,
    private readonly queries: QueryBus,
    @Inject(RATE_LIMIT) private readonly rateLimit: RateLimit,
    @Inject(WALL_CLOCK) private readonly clock: Clock,
  ) {}

  async execute({ userId, code, from }: AcceptInvite): Promise<Result<AcceptedInvite, ProductError>> {
    for (const [key, rule] of [
      [`invite:${userId}`, RATES.user],
      [`invite-address:${from.ip}`, RATES.address],
    ] as const) {
      const rate = await this.rateLimit.take(key, rule);
      if (!rate.allowed)
        return err(productError('TOO_MANY_ATTEMPTS', { seconds: Math.ceil(rate.retryAfterMs / 1_000) }));
    }
    const inviter = await this.invites.ownerOf(code);
    if (inviter === undefined) return err(productError('WRONG_INVITE_CODE'));
    const [memberSince, isSamePerson] = await Promise.all([
      this.queries.execute(new FindMembership(userId)),
      this.queries.execute(new FindSamePerson(inviter, userId, from)),
    ]);
    const acceptance = { inviter, memberSince, isSamePerson, at: this.clock.now() };
    return this.invites.change(userId, (before) => accept(before, acceptance));
  }
}

@QueryHandler(GetInvites)
export class GetInvitesHandler implements IQueryHandler<GetInvites> {
  constructor(private readonly invites: InviteStore) {}

  async execute({ userId }: GetInvites): Promise<InvitesView> {
    return { code: await this.invites.codeOf(userId), ...(await this.invites.figuresOf(userId)) };
  }
}
