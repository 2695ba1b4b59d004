import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { readPage, type PageOf } from '../../credits/index.js';
import type { ProductError } from '../../kernel/errors.shared.js';
import { ok, type Result } from '../../kernel/result.js';
import type { ProjectionReads } from '../../platform/projections/projection-runner.js';
import { RevenueReads, type RevenueRange } from '../finance/revenue.queries.js';
import { dayAfter } from '../finance/revenue.sums.js';
import { invoiceNumberOf, type InvoiceDocument } from '../invoices/invoice.js';
import { financePdfPath } from '../invoices/invoice.view.js';
import { InvoiceReads } from '../invoices/invoices.queries.js';
import { findProduct } from '../plans/products.seed.shared.js';
import type { Register, RegisterKind } from './register.shared.js';
import type { ReturnsFollower } from './returns.follower.js';
import type { ReturnDocument } from './returns.projection.js';

type Item = Register['items'][number];

/** The first usage type that a price gives; null for one that is unknown. */
export const usageTypeOf = (priceId: string | null | undefined): Item['usageType'] =>
  priceId == null ? null : (findProduct(priceId)?.usageList[0]?.usageType ?? null);

/** Refunds and disputes of all users, for use within this context. */
export class ReturnReads {
  readonly documents: ProjectionReads<ReturnDocument>;

  constructor(readonly follower: ReturnsFollower) {
    this.documents = follower.pages;
  }

  /** Refunds and disputes with the gateway's id; two gateways may share one. @throws StoreUnavailable */
  async called(returnId: string): Promise<readonly ReturnDocument[]> {
    return (await this.documents.find({ where: { returnId }, limit: MAX_SAME_ID })).items;
  }
}
const MAX_SAME_ID = 20;

/**
 * Payments, refunds or disputes of a range of days. AS_OF_IN_FUTURE, or VALIDATION_ERROR {field: from} when the days
 * are no range.
 */
export class GetRegister extends Query<Result<Register, ProductError>> {
  constructor(
    readonly kind: RegisterKind,
    readonly range: RevenueRange,
    readonly page: PageOf,
  ) {
    super();
  }
}

@QueryHandler(GetRegister)
export class GetRegisterHandler implements IQueryHandler<GetRegister> {
  constructor(
    private readonly revenue: RevenueReads,
    private readonly invoices: InvoiceReads,
    private readonly returns: ReturnReads,
  ) {}

  /** @throws InvalidCursor, StoreUnavailable */
  async execute({ kind, range, page }: GetRegister): Promise<Result<Register, ProductError>> {
    const checked = this.revenue.range(range);
    if (!checked.ok) return checked;
    const isMeant = (item: Item | undefined): Item | undefined =>
      item !== undefined &&
      (range.gateway ?? item.gateway) === item.gateway &&
      (range.currency ?? item.currency) === item.currency &&
      (range.priceId ?? item.priceId) === item.priceId
        ? item
        : undefined;
    const within = (field: string) => ({
      range: { field, above: Date.parse(range.from) - 1, below: Date.parse(dayAfter(range.to)) },
      order: { field, direction: 'descending' as const },
    });
    if (kind === 'payment')
      return ok(
        await readPage(this.invoices.documents, within('paidAt'), page, async (some) =>
          some.map(paymentItem).map(isMeant),
        ),
      );
    const isClosed = kind === 'won' || kind === 'lost';
    const query = { where: { [isClosed ? 'outcome.outcome' : 'kind']: kind }, ...within(isClosed ? 'closedAt' : 'at') };
    return ok(
      await readPage(this.returns.documents, query, page, async (some) => {
        const of = new Map(
          (await this.invoices.documents.getMany([...new Set(some.map(({ invoiceId }) => invoiceId))])).map(
            (invoice) => [invoice.invoiceId, invoice],
          ),
        );
        return some.map((one) => isMeant(returnItem(kind, one, of.get(one.invoiceId))));
      }),
    );
  }
}

function paymentItem({
  invoiceId,
  number,
  gatewayInvoiceId: id,
  gateway,
  userId,
  appName,
  payment,
  paidAt: at,
}: InvoiceDocument): Item | undefined {
  if (payment === null || at === null) return undefined;
  const { amount, currency, priceId } = payment;
  return {
    kind: 'payment',
    id,
    at,
    amount,
    currency,
    gateway,
    userId,
    appName,
    invoiceId,
    number,
    priceId,
    usageType: usageTypeOf(priceId),
    outcome: null,
    pdf: financePdfPath(invoiceId),
  };
}

function returnItem(
  kind: Exclude<RegisterKind, 'payment'>,
  one: ReturnDocument,
  invoice: InvoiceDocument | undefined,
): Item | undefined {
  const { returnId: id, gateway, userId, appName, invoiceId, refund, dispute, outcome } = one;
  const money = refund ?? dispute;
  const at = kind === 'won' || kind === 'lost' ? one.closedAt : one.at;
  if (money === null || at === null) return undefined;
  const { amount, currency } = money;
  const paid = invoice?.payment ?? null;
  return {
    kind,
    id,
    at,
    amount,
    currency,
    gateway,
    userId,
    appName,
    invoiceId,
    number: invoiceNumberOf(invoiceId),
    priceId: paid?.priceId ?? null,
    usageType: usageTypeOf(paid?.priceId),
    outcome: outcome?.outcome ?? null,
    pdf: paid === null ? null : financePdfPath(invoiceId),
  };
}
