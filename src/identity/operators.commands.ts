import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Clock } from '../kernel/clock.js';
import type { ProductError } from '../kernel/errors.shared.js';
import { ok, type Result } from '../kernel/result.js';
import type { UserId } from '../platform/http/session-user.js';
import { WALL_CLOCK } from '../platform/tokens.js';
import { Limits } from './limits.js';
import { Operators } from './operators.js';
import { over, type Caller } from './sign-up.commands.js';

/** Makes the caller admin and finance by a link that the operator was given. VERIFICATION_EXPIRED {reason}, TOO_MANY_ATTEMPTS. */
export class ClaimAdmin extends Command<Result<void, ProductError>> {
  constructor(
    readonly token: string,
    readonly userId: UserId,
    readonly caller: Caller,
  ) {
    super();
  }
}

/** A token for the link to the administrator's roles, good once and for a day. For the operator's own eyes. */
export class IssueAdminLink extends Command<string> {}

/** A token for the first administrator of an installation: once in its life, and to one process alone. Nothing otherwise. */
export class OfferAdministration extends Command<string | undefined> {}

@CommandHandler(ClaimAdmin)
export class ClaimAdminHandler implements ICommandHandler<ClaimAdmin> {
  constructor(
    private readonly operators: Operators,
    private readonly limits: Limits,
    @Inject(WALL_CLOCK) private readonly clock: Clock,
  ) {}

  async execute({ token, userId, caller }: ClaimAdmin): Promise<Result<void, ProductError>> {
    const allowed = await this.limits.token(caller.ip);
    if (!allowed.ok) return allowed;
    const claimed = await this.operators.claim(token, userId, this.clock.now());
    return claimed === 'claimed' ? ok(undefined) : over(claimed);
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
