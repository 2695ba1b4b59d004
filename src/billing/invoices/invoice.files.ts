import { Inject, Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import { FindUser } from '../../identity/index.js';
import { productError } from '../../kernel/errors.shared.js';
import type { UserId } from '../../kernel/ids.js';
import { isUnchanged } from '../../platform/http/pages/entity-tag.js';
import type { SessionUser } from '../../platform/http/security/session-user.js';
import { ProductFault } from '../../platform/http/trpc/trpc.js';
import type { RateLimit } from '../../platform/rate-limit/port.js';
import { CONFIG, RATE_LIMIT } from '../../platform/tokens.js';
import { subscriptionStream } from '../commands.js';
import { discountAt } from '../grants/discount.policy.js';
import { findProduct } from '../plans/products.seed.shared.js';
import { BillingReads } from '../queries.js';
import { InvoiceDrawing, tagOf } from './invoice.drawing.js';
import type { PaidInvoice } from './invoice.js';
import { sheetOf, type SheetContext } from './invoice.sheet.js';
import { InvoiceReads } from './invoices.queries.js';
import { invoiceLanguage } from './languages.js';

interface SellerConfig {
  readonly invoiceSeller: readonly string[];
}

/** Far above normal use. */
const DRAWN = { limit: 60, windowMs: 600_000 } as const;

/** A browser may store the PDF but must revalidate it each time. */
const CACHING = 'private, no-cache';

/** A request for an invoice's PDF. */
export interface InvoiceRequest {
  readonly reader: SessionUser;
  /** Last part of the address: the invoice's id and `.pdf`. */
  readonly name: string;
  /** Requested language; English when invoices are not available in it. */
  readonly language: unknown;
  /** The `If-None-Match` header. */
  readonly known: string | undefined;
}

/** Finds paid invoices and sends them as PDF. Whom an invoice is for is decided by the callers. */
@Injectable()
export class InvoiceFiles {
  constructor(
    private readonly invoices: InvoiceReads,
    private readonly billing: BillingReads,
    private readonly queries: QueryBus,
    private readonly drawing: InvoiceDrawing,
    @Inject(RATE_LIMIT) private readonly rateLimit: RateLimit,
    @Inject(CONFIG) private readonly config: SellerConfig,
  ) {}

  /**
   * Sends an invoice.
   * @param mayRead whether the reader may see the invoice; otherwise it does not exist for them
   * @throws ProductFault INVOICE_NOT_FOUND, TOO_MANY_ATTEMPTS; StoreUnavailable
   */
  async send(
    { reader, name, language, known }: InvoiceRequest,
    mayRead: (invoice: PaidInvoice) => boolean,
    reply: FastifyReply,
  ): Promise<void> {
    const invoice = await this.find(name);
    if (invoice === undefined || !mayRead(invoice)) throw new ProductFault(productError('INVOICE_NOT_FOUND'));
    const said = invoiceLanguage(typeof language === 'string' ? language : '');
    const sheet = sheetOf(invoice, {
      language: said,
      seller: this.config.invoiceSeller,
      ...(await this.contextOf(invoice)),
    });
    const tag = tagOf(sheet);
    void reply.header('cache-control', CACHING).header('etag', tag).header('vary', 'Cookie');
    if (isUnchanged(known, tag)) return void reply.status(304).send();
    const taken = await this.rateLimit.take(`invoice:${reader.id}`, DRAWN);
    if (!taken.allowed)
      throw new ProductFault(productError('TOO_MANY_ATTEMPTS', { seconds: Math.ceil(taken.retryAfterMs / 1_000) }));
    const pdf = await this.drawing.draw(sheet, reader.id);
    return void reply
      .header('content-disposition', `inline; filename="${invoice.number}.pdf"`)
      .type('application/pdf')
      .send(Buffer.from(pdf));
  }

  /** @returns undefined for an invoice that is missing or unpaid */
  private async find(name: string): Promise<PaidInvoice | undefined> {
    const id = /^([0-9a-f-]{36})\.pdf$/.exec(name)?.[1];
    const invoice = id === undefined ? undefined : await this.invoices.documents.get(id);
    return invoice !== undefined && invoice.payment !== null && invoice.paidAt !== null
      ? { ...invoice, payment: invoice.payment }
      : undefined;
  }

  private async contextOf({
    userId,
    sold,
    payment,
  }: PaidInvoice): Promise<Pick<SheetContext, 'buyer' | 'product' | 'discountRate'>> {
    const product = findProduct(payment.priceId);
    if (product === undefined) throw new ProductFault(productError('INVOICE_NOT_FOUND'));
    // the id that the purchase was opened with
    const buyer = await this.queries.execute(new FindUser(userId as UserId));
    const subscription =
      sold.kind === 'subscription' ? await this.billing.subscriptions.get(subscriptionStream(sold.id)) : undefined;
    return {
      product,
      discountRate: subscription === undefined ? 0 : discountAt(subscription.facts, payment.priceId),
      buyer: {
        ...(buyer?.name == null ? {} : { name: buyer.name }),
        ...(buyer?.email == null ? {} : { email: buyer.email }),
        ...(buyer?.regCountry == null ? {} : { country: buyer.regCountry }),
      },
    };
  }
}
