import { Query, QueryBus, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { defined } from '../../kernel/defined.shared.js';
import { USAGE_TYPES, type AppName } from '../../credits/credits.shared.js';
import {
  accountStream,
  GetGrantStories,
  type AccountKey,
  type GrantOwner,
  type GrantUse,
} from '../../credits/index.js';
import { productError, type ProductError } from '../../kernel/errors.shared.js';
import type { UserId } from '../../kernel/ids.js';
import { err, ok, type Result } from '../../kernel/result.js';
import { InvalidCursor } from '../../platform/documents/port.js';
import { grantsOf, type InvoiceDocument, type InvoiceGrant } from '../invoices/invoice.js';
import { InvoiceReads } from '../invoices/invoices.queries.js';
import { invoicesOf } from './paid-grants.js';
import type { Trace, TracedPayment } from './trace.shared.js';

const PAGE = 50;

/** The `GrantOwner` of this context, which knows the grants that payments give. */
export class PaidGrantsOwner {
  constructor(readonly grants: GrantOwner) {}
}

/**
 * Payments with their grants and the use of those grants, found by invoice, grant or user. VALIDATION_ERROR {field:
 * cursor} for a cursor that no page returned.
 */
export class GetTrace extends Query<Result<Trace, ProductError>> {
  /**
   * @param of search term
   * @param appName limits a user's payments to one app
   * @param cursor from the previous page
   */
  constructor(
    readonly of: string,
    readonly appName: AppName,
    readonly cursor?: string,
  ) {
    super();
  }
}

type Uses = (account: AccountKey) => Promise<ReadonlyMap<string, GrantUse>>;

@QueryHandler(GetTrace)
export class GetTraceHandler implements IQueryHandler<GetTrace> {
  constructor(
    private readonly invoices: InvoiceReads,
    private readonly owner: PaidGrantsOwner,
    private readonly queries: QueryBus,
  ) {}

  /** @throws StoreUnavailable, UnreadableEvent */
  async execute({ of, appName, cursor }: GetTrace): Promise<Result<Trace, ProductError>> {
    const uses = this.onceEach();
    const grant = (await this.invoices.documents.getMany(invoicesOf(of))).filter(({ grants }) =>
      grants.some(({ grantId }) => grantId === of),
    );
    if (grant.length > 0)
      return ok({ found: 'grant', payments: await traced(grant, uses, (one) => one.grantId === of), unpaid: [] });
    const invoices = await this.invoices.called(of);
    if (invoices.length > 0) return ok({ found: 'invoice', payments: await traced(invoices, uses), unpaid: [] });
    return this.ofUser(of as UserId, appName, uses, cursor); // an id supplied by finance; it is only looked up
  }

  private async ofUser(
    userId: UserId,
    appName: AppName,
    uses: Uses,
    cursor: string | undefined,
  ): Promise<Result<Trace, ProductError>> {
    try {
      const { items, next } = await this.invoices.ofUser(userId, appName, PAGE, cursor);
      const payments = await traced(items, uses);
      const unpaid = cursor === undefined ? await this.unpaidOf(userId, appName, uses) : [];
      return ok({
        found: payments.length > 0 || unpaid.length > 0 || cursor !== undefined ? 'user' : 'nothing',
        payments,
        unpaid,
        ...defined({ next }),
      });
    } catch (error) {
      if (error instanceof InvalidCursor) return err(productError('VALIDATION_ERROR', { field: 'cursor' }));
      throw error;
    }
  }

  private async unpaidOf(userId: UserId, appName: AppName, uses: Uses): Promise<Trace['unpaid']> {
    const unpaid: Trace['unpaid'] = [];
    for (const usageType of USAGE_TYPES) {
      const account = { userId, appName, usageType };
      const bought = [...(await uses(account)).values()].filter(
        ({ source }) => source === 'plan' || source === 'purchase',
      );
      const paid = new Set(
        (
          await this.owner.grants.find(
            bought.map(({ grantId }) => ({ account, grantId })),
            true,
          )
        ).map(({ grantId }) => grantId),
      );
      for (const { grantId, source, ...use } of bought)
        if (!paid.has(grantId)) unpaid.push({ account: nameOf(account), grantId, source, use });
    }
    return unpaid;
  }

  /** Reads an account's events once for all of its grants. */
  private onceEach(): Uses {
    const known = new Map<string, Promise<ReadonlyMap<string, GrantUse>>>();
    return (account) => {
      const stream = accountStream(account);
      const uses = known.get(stream) ?? this.queries.execute(new GetGrantStories(account));
      known.set(stream, uses);
      return uses;
    };
  }
}

const nameOf = (account: AccountKey): string => accountStream(account).replace(/^credits-/, '');

async function traced(
  invoices: readonly InvoiceDocument[],
  uses: Uses,
  isMeant: (grant: InvoiceGrant) => boolean = () => true,
): Promise<TracedPayment[]> {
  const payments: TracedPayment[] = [];
  for (const invoice of invoices) payments.push(await tracedPayment(invoice, uses, isMeant));
  return payments;
}

async function tracedPayment(
  invoice: InvoiceDocument,
  uses: Uses,
  isMeant: (grant: InvoiceGrant) => boolean,
): Promise<TracedPayment> {
  const { invoiceId, gatewayInvoiceId, number, gateway, userId, appName, sold, payment, refunds, disputes, outcomes } =
    invoice;
  const grants: TracedPayment['grants'] = [];
  for (const grant of grantsOf(invoice).filter(isMeant)) {
    // the id that the purchase was opened with
    const account = { userId: userId as UserId, appName, usageType: grant.usageType };
    const found = (await uses(account)).get(grant.grantId);
    grants.push({ ...grant, account: nameOf(account), use: found === undefined ? null : useOf(found) });
  }
  return {
    invoiceId,
    gatewayInvoiceId,
    number,
    gateway,
    userId,
    appName,
    sold,
    grants,
    paid: payment && {
      at: payment.at,
      amount: payment.amount,
      currency: payment.currency,
      tax: payment.tax,
      priceId: payment.priceId,
      reason: payment.reason,
      period: payment.period && { start: payment.period.start, end: payment.period.end },
    },
    refunds: refunds.map(({ at, amount, currency }) => ({ at, amount, currency })),
    disputes: disputes.map(({ at, amount, currency, disputeId }) => ({
      at,
      amount,
      currency,
      outcome: outcomes.find((closed) => closed.disputeId === disputeId)?.outcome ?? null,
    })),
  };
}

const useOf = ({
  grantId: _grantId,
  source: _source,
  ...use
}: GrantUse): NonNullable<TracedPayment['grants'][number]['use']> => use;
