import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Inject } from '@nestjs/common';
import type { Clock } from '../../kernel/clock.js';
import type { UserId } from '../../platform/http/security/session-user.js';
import type { SetsCookies } from '../../platform/http/trpc/trpc.js';
import { WALL_CLOCK } from '../../platform/tokens.js';
import { emailKey } from '../accounts/email.js';
import { Users } from '../accounts/users.js';
import { readDevice } from '../sessions/cookies.js';
import { KnownOrigins } from '../sign-in/known-origins.js';
import { mailboxOf } from './sign-up-grants.js';

/** A request, as far as it shows which browser sent it. */
export interface BrowserTrace {
  readonly ip: string;
  readonly cookies: Pick<SetsCookies, 'sent' | 'secure'> | undefined;
}

/**
 * Whether two users are likely to be one person: they have the same device or the same mailbox, or the request comes
 * from a browser in which the account of the first was signed in.
 */
export class FindSamePerson extends Query<boolean> {
  /** @param from the request of the second user; absent where there is none */
  constructor(
    readonly first: UserId,
    readonly second: UserId,
    readonly from?: BrowserTrace,
  ) {
    super();
  }
}

@QueryHandler(FindSamePerson)
export class FindSamePersonHandler implements IQueryHandler<FindSamePerson> {
  constructor(
    private readonly users: Users,
    private readonly knownOrigins: KnownOrigins,
    @Inject(WALL_CLOCK) private readonly clock: Clock,
  ) {}

  async execute({ first, second, from }: FindSamePerson): Promise<boolean> {
    const [one, other] = await Promise.all([this.users.find(first), this.users.find(second)]);
    if (one === undefined || other === undefined) return false;
    if (one.deviceId !== undefined && one.deviceId === other.deviceId) return true;
    if (one.email === undefined) return false;
    if (other.email !== undefined && mailboxOf(one.email) === mailboxOf(other.email)) return true;
    const device = from?.cookies && readDevice(from.cookies.sent, from.cookies.secure);
    if (from === undefined || device === undefined) return false;
    const known = await this.knownOrigins.find(emailKey(one.email), { ip: from.ip, device }, this.clock.now());
    return known.is === 'device';
  }
}
