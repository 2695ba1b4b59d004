import { CommandBus } from '@nestjs/cqrs';
import { Inject, Injectable } from '@nestjs/common';
import { Notify, SendLetter } from '../../identity/index.js';
import type { Clock, Millis } from '../../kernel/clock.js';
import type { StreamName } from '../../kernel/event-sourcing/event.js';
import type { UserId } from '../../kernel/ids.js';
import { ok, type Result } from '../../kernel/result.js';
import type { Collection } from '../../platform/documents/port.js';
import { deleteWhere } from '../../platform/documents/update.js';
import type { EventStore } from '../../platform/event-store/port.js';
import type { Logs } from '../../platform/http/logs.js';
import { CLOCK, EVENT_STORE, LOGGER } from '../../platform/tokens.js';
import { invoiceCodec } from '../invoices/invoice.events.js';
import { InvoiceReads } from '../invoices/invoices.queries.js';
import { findProduct } from '../plans/products.seed.shared.js';
import { writtenIn } from './compose.js';
import { BILLING_NEWS, newsIdOf, OLD_NEWS_MS, type About, type News } from './news.js';
import { renewalsDue } from './renewals.js';
import { letterDraftOf, reportedTogether, type LetterDraft } from './letter-draft.js';

/** The `Collection<News>` of this process. */
export const NEWS_DOCUMENTS = Symbol('NEWS_DOCUMENTS');
/** How long a piece of news is remembered, so that a repeat does not notify again. */
const KEPT_MS = 90 * 86_400_000;

/** Notifications about payments and plans: recorded when the event arrives, sent when the message is processed. */
@Injectable()
export class Letters {
  constructor(
    private readonly invoices: InvoiceReads,
    private readonly commands: CommandBus,
    @Inject(NEWS_DOCUMENTS) private readonly news: Collection<News>,
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly log: Logs,
  ) {}

  /** Records upcoming yearly renewals and deletes old news. A failure is logged; the next sweep retries. */
  async sweep(): Promise<void> {
    try {
      const now = this.clock.now();
      for await (const renewal of renewalsDue(this.invoices.documents, now)) await this.record(renewal);
      await this.forget(now - KEPT_MS);
    } catch (error) {
      this.log.warn({ err: error }, 'yearly plans that renew soon could not be looked up; the next sweep retries');
    }
  }

  /**
   * Records a piece of news once.
   * @throws StoreUnavailable
   */
  async record(heard: News): Promise<Result<void, never>> {
    if (this.isOld(heard)) return ok(undefined);
    const id = newsIdOf(heard.stream, heard.about);
    await this.news.put({
      id,
      document: heard,
      expectedVersion: 0,
      outbox: [{ id: `billing-news.${id}`, type: BILLING_NEWS, data: heard }],
    });
    return ok(undefined);
  }

  private isOld({ at }: News): boolean {
    return this.clock.now() - at > OLD_NEWS_MS;
  }

  /**
   * Sends one piece of news, if it still holds.
   * @throws StoreUnavailable, which asks for a retry
   */
  async send(heard: News): Promise<void> {
    if (this.isOld(heard)) return;
    const { stream, about, at } = heard;
    const events = (await this.events.readStream(stream as StreamName)).map(
      (recorded) => invoiceCodec.decode(recorded).event,
    ); // from the policy
    for (const each of [about, ...reportedTogether(about, events)])
      await this.say(stream, at, each, letterDraftOf(each, events, findProduct));
  }

  /** @throws StoreUnavailable */
  private async say(stream: string, at: Millis, about: About, draft: LetterDraft | undefined): Promise<void> {
    if (draft === undefined) return;
    const { userId: user, notice, letter } = draft;
    const [userId, id] = [user as UserId, newsIdOf(stream, about)]; // the id that the stream was opened with
    await this.commands.execute(new Notify({ userId, cause: `billing.${id}`, at, content: notice }));
    if (letter !== null)
      await this.commands.execute(
        new SendLetter({ userId, id: `billing.${id}`, what: `billing-${letter.kind}`, at, written: writtenIn(letter) }),
      );
  }

  private async forget(before: number): Promise<void> {
    await deleteWhere(this.news, { range: { field: 'at', below: before } });
  }
}
