import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { createHash } from 'node:crypto';
import type { Caller } from '../kernel/permissions.shared.js';
import type { MailPage, MailPort, OutgoingMail } from '../platform/mail/port.js';
import type { SessionUser, UserId } from '../platform/http/security/session-user.js';
import { CONFIG, MAIL } from '../platform/tokens.js';
import { SUPPORT } from './contact/support.js';
import { Addresses } from './accounts/addresses.js';
import { keyOfText, parseEmail } from './accounts/email.js';
import { maskLetter, maskSecrets } from './letters/mails/mask.js';
import { Sessions } from './sessions/sessions.js';
import { isGone, userView, type UserView } from './accounts/user.js';
import { Users } from './accounts/users.js';

/** A user's own record as they may see it; undefined when the user does not exist. */
export class FindUser extends Query<UserView | undefined> {
  constructor(readonly userId: UserId) {
    super();
  }
}

/**
 * The user of an email address, for finance; the address is compared in its normal form. Undefined for an unknown
 * address, and for text that is no address. The answer holds the id only.
 */
export class FindUserByAddress extends Query<UserId | undefined> {
  constructor(readonly address: string) {
    super();
  }
}

/**
 * The BCP 47 language of emails to the user of an address; undefined for an unknown address, and for a user without
 * one.
 */
export class FindAddressLanguage extends Query<string | undefined> {
  constructor(readonly address: string) {
    super();
  }
}

/** When a user's address was verified, milliseconds since the epoch; undefined for visitors and unknown users. */
export class FindMembership extends Query<number | undefined> {
  constructor(readonly userId: UserId) {
    super();
  }
}

/** The operator's contact address; undefined when none is configured. */
export class FindSupportAddress extends Query<string | undefined> {}

/** What the legal pages say about this installation. */
export interface LegalFacts {
  /** Name and address of the operator, line by line, as on invoices. */
  readonly operator: readonly string[];
  readonly contact: string | null;
  /** Days after which inactive visitors are deleted; 0 for never. */
  readonly visitorsKeptDays: number;
}

/** The operator's name, address and settings that the legal pages state. */
export class GetLegalFacts extends Query<LegalFacts> {}

/** Whether a user has left: `left` can still restore the account, `gone` cannot. An unknown user counts as `here`. */
export class FindDeparture extends Query<'here' | 'left' | 'gone'> {
  constructor(readonly userId: UserId) {
    super();
  }
}

/** The public names of those users who are here; null for one who chose none. Each user is read once. */
export class FindPublicNames extends Query<ReadonlyMap<UserId, string | null>> {
  constructor(readonly userIds: readonly UserId[]) {
    super();
  }
}

/**
 * The current caller data of a user, for work done on their behalf while they are away; the same as in a session.
 * `moving` for a visitor that is being merged into an account, which will be notified; undefined for a user who has
 * left or does not exist.
 */
export class FindCaller extends Query<Caller | 'moving' | undefined> {
  constructor(readonly userId: UserId) {
    super();
  }
}

/** A session as its user may see it. */
export interface SessionListing {
  /** Identifies the session in lists; cannot be used to sign in. */
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  /** Rounded to the day. */
  readonly lastSeenAt: number;
  /** Browser family, e.g. `Firefox`; null when unknown. */
  readonly browser: string | null;
  readonly system: string | null;
  /** Whether it is the caller's session. */
  readonly current: boolean;
}

/** A user's active sessions, newest first. */
export class ListSessions extends Query<readonly SessionListing[]> {
  constructor(readonly user: SessionUser) {
    super();
  }
}

/**
 * Emails kept on this installation, newest first, without codes meant for other users; `kept` is false where emails are
 * sent out.
 */
export class ListMails extends Query<MailPage & { readonly kept: boolean }> {
  constructor(
    readonly reader: SessionUser,
    readonly limit: number,
    readonly cursor?: string,
  ) {
    super();
  }
}

/** An email as shown: `masked` when it belongs to another user, with codes and tokens removed. */
export interface ShownMail extends OutgoingMail {
  readonly masked: boolean;
}

/**
 * An email kept here: complete for its recipient, and for others without anything that would let them act as the
 * recipient.
 */
export class GetMail extends Query<ShownMail | null> {
  constructor(
    readonly reader: SessionUser,
    readonly id: string,
  ) {
    super();
  }
}

const isOwn = ({ email }: SessionUser, { to }: Pick<OutgoingMail, 'to'>): boolean =>
  email !== undefined && keyOfText(email) === keyOfText(to);

@QueryHandler(FindUser)
export class FindUserHandler implements IQueryHandler<FindUser> {
  constructor(private readonly users: Users) {}

  async execute({ userId }: FindUser): Promise<UserView | undefined> {
    const user = await this.users.find(userId);
    return user === undefined ? undefined : userView(user);
  }
}

@QueryHandler(FindUserByAddress)
export class FindUserByAddressHandler implements IQueryHandler<FindUserByAddress> {
  constructor(private readonly addresses: Addresses) {}

  async execute({ address }: FindUserByAddress): Promise<UserId | undefined> {
    const email = parseEmail(address);
    return email === undefined ? undefined : (await this.addresses.owner(email.key))?.id;
  }
}

@QueryHandler(FindAddressLanguage)
export class FindAddressLanguageHandler implements IQueryHandler<FindAddressLanguage> {
  constructor(private readonly addresses: Addresses) {}

  async execute({ address }: FindAddressLanguage): Promise<string | undefined> {
    const email = parseEmail(address);
    return email === undefined ? undefined : (await this.addresses.owner(email.key))?.language;
  }
}

@QueryHandler(FindMembership)
export class FindMembershipHandler implements IQueryHandler<FindMembership> {
  constructor(private readonly users: Users) {}

  async execute({ userId }: FindMembership): Promise<number | undefined> {
    return (await this.users.find(userId))?.emailVerified;
  }
}

@QueryHandler(FindCaller)
export class FindCallerHandler implements IQueryHandler<FindCaller> {
  constructor(private readonly users: Users) {}

  async execute({ userId }: FindCaller): Promise<Caller | 'moving' | undefined> {
    const user = await this.users.find(userId);
    if (user === undefined || isGone(user))
      return user?.mergedInto === undefined || user.purgedAt !== undefined ? undefined : 'moving';
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

@QueryHandler(FindPublicNames)
export class FindPublicNamesHandler implements IQueryHandler<FindPublicNames> {
  constructor(private readonly users: Users) {}

  execute({ userIds }: FindPublicNames): Promise<ReadonlyMap<UserId, string | null>> {
    return this.users.publicNames(userIds);
  }
}

@QueryHandler(ListSessions)
export class ListSessionsHandler implements IQueryHandler<ListSessions> {
  constructor(private readonly sessions: Sessions) {}

  async execute({ user }: ListSessions): Promise<readonly SessionListing[]> {
    return (await this.sessions.of(user.id)).map(({ sid, session }) => ({
      // A hash instead of the session id, so that someone who sees the page cannot use it to sign in.
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
    return {
      ...page,
      items: page.items.map((mail) => (isOwn(reader, mail) ? mail : { ...mail, subject: maskSecrets(mail.subject) })),
      kept: true,
    };
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

@QueryHandler(GetLegalFacts)
export class GetLegalFactsHandler implements IQueryHandler<GetLegalFacts> {
  constructor(
    @Inject(CONFIG)
    private readonly config: {
      readonly invoiceSeller: readonly string[];
      readonly supportAddress?: string;
      readonly visitorsKeptDays: number;
    },
  ) {}

  execute(): Promise<LegalFacts> {
    const { invoiceSeller, supportAddress, visitorsKeptDays } = this.config;
    return Promise.resolve({ operator: invoiceSeller, contact: supportAddress ?? null, visitorsKeptDays });
  }
}

@QueryHandler(FindSupportAddress)
export class FindSupportAddressHandler implements IQueryHandler<FindSupportAddress> {
  constructor(@Inject(SUPPORT) private readonly support: string | undefined) {}

  execute(): Promise<string | undefined> {
    return Promise.resolve(this.support);
  }
}
