import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { GatewayTransaction } from './transaction.shared.js';
import { Transactions } from './transactions.js';

const DAY_MS = 86_400_000;

/** Days in UTC, `YYYY-MM-DD`, both inclusive. */
export interface SettlementDays {
  readonly from: string;
  readonly to: string;
  readonly gateway?: string;
  /** Currency of the balance. */
  readonly currency?: string;
}

/** Transactions at the gateways in the order of time, as they were read; one after another, because there are many. */
export class GetGatewayTransactions extends Query<AsyncIterable<GatewayTransaction>> {
  constructor(readonly days: SettlementDays) {
    super();
  }
}

@QueryHandler(GetGatewayTransactions)
export class GetGatewayTransactionsHandler implements IQueryHandler<GetGatewayTransactions> {
  constructor(private readonly transactions: Transactions) {}

  execute({ days }: GetGatewayTransactions): Promise<AsyncIterable<GatewayTransaction>> {
    return Promise.resolve(this.read(days));
  }

  /** @throws StoreUnavailable */
  private async *read({
    from,
    to,
    gateway,
    currency,
  }: SettlementDays): AsyncGenerator<GatewayTransaction, void, undefined> {
    const range = {
      from: Date.parse(from),
      to: Date.parse(to) + DAY_MS,
      ...(gateway === undefined ? {} : { gateway }),
    };
    for await (const { contradiction: _contradiction, readAt: _readAt, ...transaction } of this.transactions.all(
      range,
    )) {
      if (currency === undefined || transaction.currency === currency) yield transaction;
    }
  }
}
