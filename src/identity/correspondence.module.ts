import { Inject, Module, type OnApplicationShutdown, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { CommandBus, EventBus } from '@nestjs/cqrs';
import type { Clock } from '../kernel/clock.js';
import { defined } from '../kernel/defined.shared.js';
import type { DocumentStore } from '../platform/documents/port.js';
import { Relay } from '../platform/documents/relay.js';
import { ExportParts } from '../platform/export-parts.js';
import type { Logs } from '../platform/http/logs.js';
import type { MailPort } from '../platform/mail/port.js';
import { PeriodicTask } from '../platform/concurrency/periodic-task.js';
import type { Signals } from '../platform/signals/port.js';
import { CLOCK, CONFIG, DOCUMENTS, LOGGER, MAIL, SIGNALS } from '../platform/tokens.js';
import {
  AnswerContactHandler,
  GetContactHandler,
  ListContactsHandler,
  SendContactHandler,
  SetContactStateHandler,
} from './contact/contact.commands.js';
import { contactDocument, Contacts, CONTACTS } from './contact/contacts.js';
import { ContactLetters } from './contact/letters.js';
import { CONTACT_ANSWERED, CONTACT_LETTER_DUE, contactAnsweredData, contactLetterDueData } from './contact/messages.js';
import { SUPPORT } from './contact/support.js';
import { correspondencePart } from './exports/correspondence.data-export.js';
import { letterOrigin } from './letters/letter-origin.js';
import {
  NOTICE_LETTER_DUE,
  noticeLetterDueData,
  USER_PURGED,
  USER_RESTORED,
  userLeftData,
  userPurgedData,
  VISITOR_MERGED,
  visitorMergedData,
  type UserPurged,
} from './messages.js';
import { isDecision, writtenDecision } from './letters/decisions/compose.js';
import { SendLetter, SendLetterHandler } from './letters/mails/send.command.js';
import {
  ListNoticesHandler,
  NotifyHandler,
  ReadNoticesHandler,
  WatchNoticesHandler,
} from './notices/notices.commands.js';
import { noticeDocument, Notices, NOTICES } from './notices/notices.js';
import { noticesBroadcast, NoticesChanged } from './notices/signals.js';
import { FindSupportAddressHandler, GetLegalFactsHandler } from './queries.js';
import { Users } from './accounts/users.js';

interface CorrespondenceConfig {
  readonly publicUrl?: string;
  readonly supportAddress?: string;
  readonly port: number;
}

const SWEEP_EVERY_MS = 3_600_000;
const FIRST_SWEEP_MS = 60_000;

/** Messages to the operator, and notifications (adr/0031). */
@Module({
  providers: [
    { provide: SUPPORT, inject: [CONFIG], useFactory: (config: CorrespondenceConfig) => config.supportAddress },
    {
      provide: Contacts,
      inject: [DOCUMENTS],
      useFactory: async (documents: DocumentStore) =>
        new Contacts(await documents.collection(CONTACTS, (stored) => contactDocument.parse(stored))),
    },
    {
      provide: ContactLetters,
      inject: [Contacts, MAIL, CLOCK, LOGGER, CONFIG, HttpAdapterHost],
      useFactory: (
        contacts: Contacts,
        mail: MailPort,
        clock: Clock,
        log: Logs,
        config: CorrespondenceConfig,
        host: HttpAdapterHost,
      ) =>
        new ContactLetters({
          contacts,
          mail,
          clock,
          log,
          origin: () => letterOrigin(config, host),
          ...defined({ support: config.supportAddress }),
        }),
    },
    {
      provide: Notices,
      inject: [DOCUMENTS, Users, EventBus, SIGNALS],
      useFactory: async (documents: DocumentStore, users: Users, events: EventBus, shared: Signals) => {
        const others = noticesBroadcast(shared);
        return new Notices(
          await documents.collection(NOTICES, (stored) => noticeDocument.parse(stored)),
          users,
          (userId) => {
            events.publish(new NoticesChanged(userId));
            others.publish({ userId });
          },
        );
      },
    },
    FindSupportAddressHandler,
    GetLegalFactsHandler,
    SendContactHandler,
    AnswerContactHandler,
    SetContactStateHandler,
    ListContactsHandler,
    GetContactHandler,
    SendLetterHandler,
    NotifyHandler,
    ReadNoticesHandler,
    ListNoticesHandler,
    WatchNoticesHandler,
  ],
})
export class CorrespondenceModule implements OnModuleInit, OnModuleDestroy, OnApplicationShutdown {
  private readonly sweeps: PeriodicTask;
  private stopHearing = (): void => undefined;

  constructor(
    private readonly contacts: Contacts,
    private readonly letters: ContactLetters,
    private readonly notices: Notices,
    private readonly relay: Relay,
    private readonly parts: ExportParts,
    private readonly events: EventBus,
    private readonly commands: CommandBus,
    @Inject(SIGNALS) private readonly shared: Signals,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) log: Logs,
  ) {
    this.sweeps = new PeriodicTask(() => this.sweep(), {
      log,
      failure: 'old messages and notices could not be deleted; retrying in an hour',
      everyMs: SWEEP_EVERY_MS,
      firstMs: FIRST_SWEEP_MS,
    });
  }

  onModuleInit(): void {
    this.parts.register(correspondencePart({ contacts: this.contacts, notices: this.notices }));
    this.relay.register({
      name: 'identity.contact-letters',
      types: [CONTACT_LETTER_DUE],
      handle: ({ id, data }) => this.letters.write(id, contactLetterDueData.parse(data)),
    });
    this.relay.register({
      name: 'identity.contact-answers',
      types: [CONTACT_ANSWERED],
      handle: ({ data }) => this.notifyOfAnswer(contactAnsweredData.parse(data)),
    });
    this.relay.register({
      name: 'identity.notices',
      types: [USER_RESTORED],
      handle: ({ id, data }) =>
        this.notices.add({
          userId: userLeftData.parse(data).userId,
          cause: id,
          at: this.clock.now(),
          content: { kind: 'account-restored' },
        }),
    });
    this.relay.register({
      name: 'identity.notice-letters',
      types: [NOTICE_LETTER_DUE],
      handle: ({ id, data }) => this.sendDecision(id, noticeLetterDueData.parse(data).noticeId),
    });
    this.relay.register({
      name: 'identity.correspondence',
      types: [VISITOR_MERGED, USER_PURGED],
      handle: ({ type, data }) =>
        type === VISITOR_MERGED
          ? this.mergeVisitor(visitorMergedData.parse(data))
          : this.forget(userPurgedData.parse(data)),
    });
    this.stopHearing = noticesBroadcast(this.shared).subscribe(({ userId }) => {
      this.events.publish(new NoticesChanged(userId));
    });
    this.sweeps.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.sweeps.stop();
  }

  onApplicationShutdown(): void {
    this.stopHearing();
  }

  private async notifyOfAnswer({
    contactId,
    answerId,
    at,
  }: {
    readonly contactId: string;
    readonly answerId: string;
    readonly at: number;
  }): Promise<void> {
    const userId = (await this.contacts.find(contactId))?.userId;
    if (userId !== undefined)
      await this.notices.add({
        userId,
        cause: `answer.${contactId}.${answerId}`,
        at,
        content: { kind: 'message-answered', contactId },
      });
  }

  private async sendDecision(id: string, noticeId: string): Promise<void> {
    const notice = await this.notices.find(noticeId);
    if (notice === undefined || !isDecision(notice.content)) return;
    const { userId, at, content } = notice;
    const written = writtenDecision(content);
    await this.commands.execute(
      new SendLetter({ userId, id, what: `decision-${content.kind}`, at, written, isDecision: true }),
    );
  }

  private async mergeVisitor({ from, to }: ReturnType<typeof visitorMergedData.parse>): Promise<void> {
    await this.contacts.mergeVisitor(from, to);
    await this.notices.mergeVisitor(from, to);
  }

  private async forget({ userId, emailKey }: UserPurged): Promise<void> {
    await this.contacts.forget(userId);
    if (emailKey !== undefined) await this.contacts.forgetAddress(emailKey);
    await this.notices.forget(userId);
  }

  private async sweep(): Promise<void> {
    const now = this.clock.now();
    await this.contacts.sweep(now);
    await this.notices.sweep(now);
  }
}
