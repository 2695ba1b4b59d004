import { Query, QueryBus, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { caseReference } from '../../credits/adjustments/adjustment.shared.js';
import { FindLines, GetAccounts, GetAdjustments } from '../../credits/index.js';
import { FindCaller, FindUser, FindUserByAddress } from '../../identity/index.js';
import type { UserId } from '../../kernel/ids.js';
import { subscriptionIdOf, subscriptionStream } from '../commands.js';
import { BillingGateways } from '../gateways/registry.js';
import type { InvoiceDocument } from '../invoices/invoice.js';
import { financePdfPath } from '../invoices/invoice.view.js';
import { InvoiceReads } from '../invoices/invoices.queries.js';
import { BillingReads } from '../queries.js';
import { ReturnReads } from '../register/register.queries.js';
import { purchaseIdOf } from '../shop/purchase.commands.js';
import { invoicesOf } from './paid-grants.js';
import type { People, SearchHit } from './search.shared.js';

/** Maximum number of invoices of a sale, of subscriptions of a customer, and of requests with a case; newest first. */
const MAX_FOUND = 20;

/**
 * What a text names: an email address, a user id, a printed invoice number, an id of the gateway (payment, refund,
 * dispute, customer, subscription or purchase), a task, a grant, an adjustment or the case of adjustments. Each look-up
 * is by key or along an index, so its time does not depend on the number of accounts.
 */
export class SearchFinance extends Query<readonly SearchHit[]> {
  constructor(readonly of: string) {
    super();
  }
}

type Found = Promise<readonly SearchHit[]>;

@QueryHandler(SearchFinance)
export class SearchFinanceHandler implements IQueryHandler<SearchFinance> {
  constructor(
    private readonly invoices: InvoiceReads,
    private readonly returns: ReturnReads,
    private readonly billing: BillingReads,
    private readonly gateways: BillingGateways,
    private readonly queries: QueryBus,
  ) {}

  /** @throws StoreUnavailable */
  async execute({ of: typed }: SearchFinance): Promise<readonly SearchHit[]> {
    const of = typed.trim();
    if (of.includes('@')) return this.byAddress(of);
    const found = await Promise.all([
      this.user(of as UserId, 'id'),
      this.invoicesCalled(of),
      this.ofReturn(of),
      this.ofSale(of),
      this.ofCustomer(of),
      this.lines(of),
      this.requests(of),
    ]); // an id that somebody typed is only looked up
    return withoutRepeats(found.flat());
  }

  private async byAddress(address: string): Found {
    const userId = await this.queries.execute(new FindUserByAddress(address));
    return userId === undefined ? [] : [await this.person(userId, 'email')];
  }

  /** A user who exists, or whose accounts remain after the user has left. */
  private async user(userId: UserId, by: 'id' | 'customer' | 'subscription'): Found {
    const [user, person] = await Promise.all([this.queries.execute(new FindUser(userId)), this.person(userId, by)]);
    return user === undefined && person.accounts.length === 0 ? [] : [person];
  }

  private async person(
    userId: UserId,
    by: 'email' | 'id' | 'customer' | 'subscription',
  ): Promise<Extract<SearchHit, { kind: 'user' }>> {
    return { kind: 'user', userId, by, accounts: [...(await this.queries.execute(new GetAccounts(userId)))] };
  }

  /** Invoices by number or id, and those that paid for a grant. */
  private async invoicesCalled(of: string): Found {
    const [called, granting] = await Promise.all([
      this.invoices.called(of),
      this.invoices.documents.getMany(invoicesOf(of)),
    ]);
    return [...called, ...granting.filter(({ grants }) => grants.some(({ grantId }) => grantId === of))].map(
      invoiceHit,
    );
  }

  /** The invoices of a refund or dispute. */
  private async ofReturn(returnId: string): Found {
    const returns = await this.returns.called(returnId);
    return (await this.invoices.documents.getMany(returns.map(({ invoiceId }) => invoiceId))).map(invoiceHit);
  }

  /** The user and the invoices of a gateway's subscription or purchase. */
  private async ofSale(externalId: string): Found {
    const names = this.gateways.names;
    const subscriptions = await this.billing.subscriptions.getMany(
      names.map((gateway) => subscriptionStream(subscriptionIdOf(gateway, externalId))),
    );
    const sales = [
      ...subscriptions.map(({ subscriptionId }) => subscriptionId),
      ...names.map((gateway) => purchaseIdOf(gateway, externalId)),
    ];
    const pages = await Promise.all(
      sales.map((id) =>
        this.invoices.documents.find({
          where: { 'sold.id': id },
          order: { field: 'listedAt', direction: 'descending' },
          limit: MAX_FOUND,
        }),
      ),
    );
    const buyers = await Promise.all(subscriptions.map(({ userId }) => this.user(userId as UserId, 'subscription'))); // the id that the subscription was opened with
    return [...buyers.flat(), ...pages.flatMap(({ items }) => items).map(invoiceHit)];
  }

  private async ofCustomer(customerId: string): Found {
    const { items } = await this.billing.subscriptions.find({
      where: { 'view.customerId': customerId },
      limit: MAX_FOUND,
    });
    const users = [...new Set(items.map(({ userId }) => userId))];
    return (await Promise.all(users.map((userId) => this.user(userId as UserId, 'customer')))).flat(); // the id that the subscription was opened with
  }

  private async lines(id: string): Found {
    return (await this.queries.execute(new FindLines(id))).map(({ kind, ...line }) => ({
      kind: 'line',
      line: kind,
      ...line,
    }));
  }

  /** Requests for adjustments with a case, as it was given. */
  private async requests(typed: string): Found {
    const reference = caseReference.safeParse(typed);
    if (!reference.success) return [];
    const { adjustments } = await this.queries.execute(
      new GetAdjustments({ reference: reference.data }, { limit: MAX_FOUND }),
    );
    return adjustments.map(
      ({
        requestId,
        adjustmentId,
        userId,
        appName,
        usageType,
        amount,
        reason,
        reference: about,
        state,
        requestedAt,
      }) => ({
        kind: 'request',
        requestId,
        adjustmentId,
        userId,
        appName,
        usageType,
        amount,
        reason,
        reference: about,
        state,
        requestedAt,
      }),
    );
  }
}

/**
 * The name, otherwise the email address, of operators who requested or approved something, for display. Users without a
 * role have none: finance sees the ids of customers only.
 */
export class FindPeople extends Query<People> {
  constructor(readonly ids: readonly string[]) {
    super();
  }
}

@QueryHandler(FindPeople)
export class FindPeopleHandler implements IQueryHandler<FindPeople> {
  constructor(private readonly queries: QueryBus) {}

  /** @throws StoreUnavailable */
  execute({ ids }: FindPeople): Promise<People> {
    return Promise.all(
      [...new Set(ids)].map(async (id) => {
        const userId = id as UserId; // only looked up
        const caller = await this.queries.execute(new FindCaller(userId));
        if (caller === undefined || caller === 'moving' || caller.roles.length === 0) return { id, name: null };
        return { id, name: (await this.queries.execute(new FindUser(userId)))?.name ?? caller.email ?? null };
      }),
    );
  }
}

function invoiceHit({
  invoiceId,
  number,
  gateway,
  gatewayInvoiceId,
  userId,
  appName,
  payment,
  paidAt,
}: InvoiceDocument): SearchHit {
  const paid = payment && { at: payment.at, amount: payment.amount, currency: payment.currency };
  return {
    kind: 'invoice',
    invoiceId,
    number,
    gateway,
    gatewayInvoiceId,
    userId,
    appName,
    paid,
    pdf: paidAt === null ? null : financePdfPath(invoiceId),
  };
}

function nameOf(hit: SearchHit): string {
  switch (hit.kind) {
    case 'user':
      return `user ${hit.userId}`;
    case 'invoice':
      return `invoice ${hit.invoiceId}`;
    case 'line':
      return `line ${hit.account} ${hit.line} ${hit.id}`;
    case 'request':
      return `request ${hit.requestId}`;
    default:
      return hit satisfies never;
  }
}

/** Several look-ups may find the same thing; the first is kept. */
const withoutRepeats = (hits: readonly SearchHit[]): readonly SearchHit[] =>
  [...new Map(hits.toReversed().map((hit) => [nameOf(hit), hit])).values()].toReversed();
