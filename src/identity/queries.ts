import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { createHash } from 'node:crypto';
import type { Caller } from '../kernel/permissions.shared.js';
import type { MailPage, MailPort, OutgoingMail } from '../platform/mail/port.js';
import type { SessionUser, UserId } from '../platform/http/security/session-user.js';
import { MAIL } from '../platform/tokens.js';
import { SUPPORT } from './contact/support.js';
import { keyOfText } from './accounts/email.js';
import { maskLetter, maskSecrets } from './letters/mails/mask.js';
import { Sessions } from './sessions/sessions.js';
import { isGone, userView, type UserView } from './accounts/user.js';
import { Users } from './accounts/users.js';

/** What a user may see of their own record; undefined for a user that is gone. */
export class FindUser extends Query<UserView | undefined> {
  constructor(readonly userId: UserId) {
    super();
  }
}

/** Where people write to the operator; undefined where no address is set. */
export class FindSupportAddress extends Query<string | undefined> {}

/** Whether someone has left: `left` may still take their account back, `gone` never. Who is not known here has not left. */
export class FindDeparture extends Query<'here' | 'left' | 'gone'> {
  constructor(readonly userId: UserId) {
    super();
  }
}

/**
 * Who someone is now, for what is done in their name while they are away: as a session would say it. `moving` for a visitor who has become part of an account,
 * which hears of it; undefined for whoever has left, or is no one.
 */
export class FindCaller extends Query<Caller | 'moving' | undefined> {
  constructor(readonly userId: UserId) {
    super();
  }
}

/** One of a user's sessions, as the user may see it. */
export interface SessionListing {
  /** Names it in lists; worth nothing otherwise. */
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  /** To the day. */
  readonly lastSeenAt: number;
  /** A family, e.g. `Firefox`; null when the browser does not say. */
  readonly browser: string | null;
  readonly system: string | null;
  /** Whether it is the caller's. */
  readonly current: boolean;
}

/** The sessions of a user that stand, the latest first. */
export class ListSessions extends Query<readonly SessionListing[]> {
  constructor(readonly user: SessionUser) {
    super();
  }
}

/** Letters that stayed here, newest first, without the codes of others than the reader's; `kept` is false where letters go out. */
export class ListMails extends Query<MailPage & { readonly kept: boolean }> {
  constructor(
    readonly reader: SessionUser,
    readonly limit: number,
    readonly cursor?: string,
  ) {
    super();
  }
}

/** A letter as it is shown: `masked` when it is another's, whose codes and tokens are left out. */
export interface ShownMail extends OutgoingMail {
  readonly masked: boolean;
}

/** A letter that stayed here: the reader's own whole, another's without what would let the reader act as the other. */
export class GetMail extends Query<ShownMail | null> {
  constructor(
    readonly reader: SessionUser,
    readonly id: string,
  ) {
    super();
  }
}

const isOwn = ({ email }: SessionUser, { to }: Pick<OutgoingMail, 'to'>): boolean => email !== undefined && keyOfText(email) === keyOfText(to);

@QueryHandler(FindUser)
export class FindUserHandler implements IQueryHandler<FindUser> {
  constructor(private readonly users: Users) {}

  async execute({ userId }: FindUser): Promise<UserView | undefined> {
    const user = await this.users.find(userId);
    return user === undefined ? undefined : userView(user);
  }
}

@QueryHandler(FindCaller)
export class FindCallerHandler implements IQueryHandler<FindCaller> {
  constructor(private readonly users: Users) {}

  async execute({ userId }: FindCaller): Promise<Caller | 'moving' | undefined> {
    const user = await this.users.find(userId);
    if (user === undefined || isGone(user)) return user?.mergedInto === undefined || user.purgedAt !== undefined ? undefined : 'moving';
    return { email: user.email, roles: user.email === undefined ? [] : user.roles };
  }
}

@QueryHandler(FindDeparture)
export class FindDepartureHandler implements IQueryHandler<FindDeparture> {
  constructor(private readonly users: Users) {}

  async execute({ userId }: FindDeparture): Promise<'here' | 'left' | 'gone'> {
    const user = await this.users.find(userId);
    if (user?.purgedAt !== undefined) return 'gone';
    return user?.deletedAt === undefined ? 'here' : 'left';
  }
}

@QueryHandler(ListSessions)
export class ListSessionsHandler implements IQueryHandler<ListSessions> {
  constructor(private readonly sessions: Sessions) {}

  async execute({ user }: ListSessions): Promise<readonly SessionListing[]> {
    return (await this.sessions.of(user.id)).map(({ sid, session }) => ({
      // Not the sid: who reads it over a shoulder shall not be signed in by it.
      id: createHash('sha256').update(`session:${sid}`).digest('hex').slice(0, 16),
      createdAt: session.createdAt,
      lastSeenAt: session.prolongedAt,
      browser: session.agent?.browser ?? null,
      system: session.agent?.system ?? null,
      current: sid === user.sid,
    }));
  }
}

@QueryHandler(ListMails)
export class ListMailsHandler implements IQueryHandler<ListMails> {
  constructor(@Inject(MAIL) private readonly mail: MailPort) {}

  async execute({ reader, limit, cursor }: ListMails): Promise<MailPage & { readonly kept: boolean }> {
    const page = await this.mail.outbox?.list(limit, cursor);
    if (page === undefined) return { items: [], kept: false };
    return { ...page, items: page.items.map((mail) => (isOwn(reader, mail) ? mail : { ...mail, subject: maskSecrets(mail.subject) })), kept: true };
  }
}

@QueryHandler(GetMail)
export class GetMailHandler implements IQueryHandler<GetMail> {
  constructor(@Inject(MAIL) private readonly mail: MailPort) {}

  async execute({ reader, id }: GetMail): Promise<ShownMail | null> {
    const mail = await this.mail.outbox?.get(id);
    if (mail === undefined) return null;
    return isOwn(reader, mail) ? { ...mail, masked: false } : { ...maskLetter(mail), masked: true };
  }
}

@QueryHandler(FindSupportAddress)
export class FindSupportAddressHandler implements IQueryHandler<FindSupportAddress> {
  constructor(@Inject(SUPPORT) private readonly support: string | undefined) {}

  execute(): Promise<string | undefined> {
    return Promise.resolve(this.support);
  }
}
