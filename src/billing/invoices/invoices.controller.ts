import { Controller, Get, Headers, Inject, Param, Query, Res, UseGuards } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import { FindUser } from '../../identity/index.js';
import { productError } from '../../kernel/errors.shared.js';
import type { UserId } from '../../kernel/ids.js';
import { refusalOf, callerKindsOf } from '../../kernel/permissions.shared.js';
import { isUnchanged } from '../../platform/http/pages/entity-tag.js';
import { CurrentUser, Needs, SessionGuard } from '../../platform/http/security/session.guard.js';
import type { SessionUser } from '../../platform/http/security/session-user.js';
import { ProductFault } from '../../platform/http/trpc/trpc.js';
import type { RateLimit } from '../../platform/rate-limit/port.js';
import { CONFIG, RATE_LIMIT } from '../../platform/tokens.js';
import { subscriptionStream } from '../commands.js';
import { discountAt } from '../grants/discount.policy.js';
import { findProduct } from '../plans/products.seed.shared.js';
import { BillingReads } from '../queries.js';
import type { PaidInvoice } from './invoice.js';
import { InvoiceDrawing, tagOf } from './invoice.drawing.js';
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

/** Invoices as PDF, for their owner and for readers of ledgers. For anyone else an invoice does not exist. */
@Controller('api/billing/invoices')
@UseGuards(SessionGuard)
@Needs('ownUsage')
export class InvoicesController {
  constructor(
    private readonly invoices: InvoiceReads,
    private readonly billing: BillingReads,
    private readonly queries: QueryBus,
    private readonly drawing: InvoiceDrawing,
    @Inject(RATE_LIMIT) private readonly rateLimit: RateLimit,
    @Inject(CONFIG) private readonly config: SellerConfig,
  ) {}

  /** `GET /api/billing/invoices/<id>.pdf?language=de`; English when invoices are not available in the language. */
  @Get(':name')
  async fetch(
    @CurrentUser() user: SessionUser, @Param('name') name: string, @Query('language') language: unknown,
    @Headers('if-none-match') known: string | undefined, @Res() reply: FastifyReply,
  ): Promise<void> {
    const invoice = await this.find(user, name);
    if (invoice === undefined) throw new ProductFault(productError('INVOICE_NOT_FOUND'));
    const said = invoiceLanguage(typeof language === 'string' ? language : '');
    const sheet = sheetOf(invoice, { language: said, seller: this.config.invoiceSeller, ...(await this.contextOf(invoice)) });
    const tag = tagOf(sheet);
    void reply.header('cache-control', CACHING).header('etag', tag).header('vary', 'Cookie');
    if (isUnchanged(known, tag)) return void reply.status(304).send();
    const taken = await this.rateLimit.take(`invoice:${user.id}`, DRAWN);
    if (!taken.allowed) throw new ProductFault(productError('TOO_MANY_ATTEMPTS', { seconds: Math.ceil(taken.retryAfterMs / 1_000) }));
    const pdf = await this.drawing.draw(sheet, user.id);
    return void reply.header('content-disposition', `inline; filename="${invoice.number}.pdf"`).type('application/pdf').send(Buffer.from(pdf));
  }

  /** @returns undefined for an invoice that is missing, unpaid, or not visible to the caller */
  private async find(user: SessionUser, name: string): Promise<PaidInvoice | undefined> {
    const id = /^([0-9a-f-]{36})\.pdf$/.exec(name)?.[1];
    const invoice = id === undefined ? undefined : await this.invoices.documents.get(id);
    const mayRead = invoice?.userId === user.id || refusalOf('readLedgers', callerKindsOf(user)) === undefined;
    return invoice !== undefined && mayRead && invoice.payment !== null && invoice.paidAt !== null ? { ...invoice, payment: invoice.payment } : undefined;
  }

  private async contextOf({ userId, sold, payment }: PaidInvoice): Promise<Pick<SheetContext, 'buyer' | 'product' | 'discountRate'>> {
    const product = findProduct(payment.priceId);
    if (product === undefined) throw new ProductFault(productError('INVOICE_NOT_FOUND'));
    const buyer = await this.queries.execute(new FindUser(userId as UserId)); // the id that the purchase was opened with
    const subscription = sold.kind === 'subscription' ? await this.billing.subscriptions.get(subscriptionStream(sold.id)) : undefined;
    return {
      product, discountRate: subscription === undefined ? 0 : discountAt(subscription.facts, payment.priceId),
      buyer: { ...(buyer?.name == null ? {} : { name: buyer.name }), ...(buyer?.email == null ? {} : { email: buyer.email }), ...(buyer?.regCountry == null ? {} : { country: buyer.regCountry }) },
    };
  }
}
