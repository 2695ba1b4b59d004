import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { defined } from '../../kernel/defined.shared.js';
import type { AppName } from '../../credits/credits.shared.js';
import { productError, type ProductError } from '../../kernel/errors.shared.js';
import type { UserId } from '../../kernel/ids.js';
import { err, ok, type Result } from '../../kernel/result.js';
import { InvalidCursor } from '../../platform/documents/port.js';
import type { ProjectionReads } from '../../platform/projections/projection-runner.js';
import { subscriptionStream } from '../commands.js';
import { findProduct } from '../plans/products.seed.shared.js';
import { BillingReads } from '../queries.js';
import type { InvoicePage } from '../shop/shop.shared.js';
import { paymentsOf } from '../subscription/subscription.state.js';
import { invoiceIdOf, readInvoiceNumber, type InvoiceDocument } from './invoice.js';
import { invoiceView } from './invoice.view.js';
import type { InvoicesFollower } from './invoices.follower.js';

const PAGE = 20;

/** Invoices of all users, for use within this context. */
export class InvoiceReads {
  readonly documents: ProjectionReads<InvoiceDocument>;

  constructor(readonly follower: InvoicesFollower) {
    this.documents = follower.pages;
  }

  /**
   * @param gatewayInvoiceId the gateway's id, as grants and refunds use it
   * @throws StoreUnavailable
   */
  ofGateway(gateway: string, gatewayInvoiceId: string): Promise<InvoiceDocument | undefined> {
    return this.documents.get(invoiceIdOf(gateway, gatewayInvoiceId));
  }

  /**
   * Invoices by what finance calls them: Kinora's id, the printed number (`readInvoiceNumber`) or the gateway's id,
   * which two gateways may share.
   * @throws StoreUnavailable
   */
  async called(name: string): Promise<readonly InvoiceDocument[]> {
    const own = await this.documents.get(name);
    if (own !== undefined) return [own];
    const number = readInvoiceNumber(name);
    return (
      await this.documents.find({ where: number === undefined ? { gatewayInvoiceId: name } : { number }, limit: PAGE })
    ).items;
  }

  /**
   * A page of a user's invoices, newest first.
   * @throws StoreUnavailable, InvalidCursor
   */
  ofUser(
    userId: UserId,
    appName: AppName,
    limit: number,
    after?: string,
  ): Promise<{ readonly items: readonly InvoiceDocument[]; readonly next?: string }> {
    return this.documents.find({
      where: { userId, appName },
      range: { field: 'listedAt', above: -1 },
      order: { field: 'listedAt', direction: 'descending' },
      limit,
      ...defined({ after }),
    });
  }
}

/** A user's invoices in one app, newest first. VALIDATION_ERROR {field: cursor} for a cursor that no page returned. */
export class ListInvoices extends Query<Result<InvoicePage, ProductError>> {
  constructor(
    readonly userId: UserId,
    readonly appName: AppName,
    readonly cursor?: string,
  ) {
    super();
  }
}

@QueryHandler(ListInvoices)
export class ListInvoicesHandler implements IQueryHandler<ListInvoices> {
  constructor(
    private readonly invoices: InvoiceReads,
    private readonly billing: BillingReads,
  ) {}

  async execute({ userId, appName, cursor }: ListInvoices): Promise<Result<InvoicePage, ProductError>> {
    try {
      const { items, next } = await this.invoices.ofUser(userId, appName, PAGE, cursor);
      const of = await this.subscriptionsOf(items);
      const views = items.flatMap((invoice) => {
        const subscription = of.get(invoice.sold.id);
        return invoiceView(invoice, { productOf: findProduct, ...defined({ subscription }) }) ?? [];
      });
      return ok({ items: views, nextCursor: next ?? null });
    } catch (error) {
      if (error instanceof InvalidCursor) return err(productError('VALIDATION_ERROR', { field: 'cursor' }));
      throw error;
    }
  }

  /** What the unpaid invoices would have paid for, by subscription id. */
  private async subscriptionsOf(
    invoices: readonly InvoiceDocument[],
  ): Promise<ReadonlyMap<string, { readonly priceId: string; readonly wasPaid: boolean }>> {
    const unpaid = [
      ...new Set(
        invoices
          .filter(({ payment, sold }) => payment === null && sold.kind === 'subscription')
          .map(({ sold }) => sold.id),
      ),
    ];
    const found = await this.billing.subscriptions.getMany(unpaid.map(subscriptionStream));
    return new Map(
      found.flatMap(({ subscriptionId, view, facts }) =>
        view === null
          ? []
          : [
              [
                subscriptionId,
                {
                  priceId: view.nextPriceId ?? view.priceId,
                  wasPaid: paymentsOf(facts).some(({ reason }) => reason !== 'trial'),
                },
              ] as const,
            ],
      ),
    );
  }
}
