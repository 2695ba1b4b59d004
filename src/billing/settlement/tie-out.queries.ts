import { Command, CommandHandler, Query, QueryHandler, type ICommandHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Inject } from '@nestjs/common';
import type { Clock } from '../../kernel/clock.js';
import type { ProductError } from '../../kernel/errors.shared.js';
import { ok, type Result } from '../../kernel/result.js';
import { CLOCK } from '../../platform/tokens.js';
import { RevenueReads } from '../finance/revenue.queries.js';
import { BillingGateways } from '../gateways/registry.js';
import { InvoiceReads } from '../invoices/invoices.queries.js';
import { BalanceSums } from './balances.js';
import { compareSides } from './settlement.js';
import { TransactionSync } from './sync.js';
import { isOverdue } from './tie-out.model.js';
import { GRACE_DAYS, isOnOtherDay, type TieLine, type TieOutView } from './tie-out.shared.js';
import type { GatewayTransaction } from './transaction.shared.js';
import { Transactions } from './transactions.js';

const DAY_MS = 86_400_000;
/** Unmatched lines, and contradictions, that a page shows. */
const MAX_LINES = 200;

/** The tie-out of some days, both inclusive, UTC. Same refusals as `GetRevenue`. */
export class GetTieOut extends Query<Result<TieOutView, ProductError>> {
  constructor(readonly days: { readonly from: string; readonly to: string; readonly gateway?: string }) {
    super();
  }
}

/** What the page shows of matched lines and of the balances, without keeping them. */
class Seen {
  readonly sums: BalanceSums;
  readonly gateways = new Set<string>();
  readonly otherDays: TieLine[] = [];
  inRange = 0;

  constructor(
    private readonly start: number,
    private readonly end: number,
    private readonly isMeant: (one: TieLine) => boolean,
  ) {
    this.sums = new BalanceSums(start, end);
  }

  readonly transaction = (one: GatewayTransaction): void => this.sums.add(one);

  readonly matched = (line: TieLine): void => {
    this.gateways.add(line.gateway);
    if (!this.isMeant(line) || line.at >= this.end) return;
    if (line.at >= this.start) this.inRange += 1;
    if (isOnOtherDay(line) && Math.max(line.kinoraAt ?? line.at, line.gatewayAt ?? line.at) >= this.start)
      this.otherDays.push(line);
  };
}

@QueryHandler(GetTieOut)
export class GetTieOutHandler implements IQueryHandler<GetTieOut> {
  constructor(
    private readonly invoices: InvoiceReads,
    private readonly transactions: Transactions,
    private readonly gateways: BillingGateways,
    private readonly revenue: RevenueReads,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws StoreUnavailable */
  async execute({ days }: GetTieOut): Promise<Result<TieOutView, ProductError>> {
    const checked = this.revenue.range(days);
    if (!checked.ok) return checked;
    const { from, to, gateway } = days;
    const [start, end] = [Date.parse(from), Date.parse(to) + DAY_MS];
    const isOfGateway = (one: { readonly gateway: string }): boolean =>
      gateway === undefined || one.gateway === gateway;
    const isInRange = (one: { readonly gateway: string; readonly at: number }): boolean =>
      isOfGateway(one) && one.at >= start && one.at < end;
    const { lines, contradictions, use } = await compareSides(
      { invoices: this.invoices.documents, transactions: this.transactions },
      () => new Seen(start, end, isOfGateway),
    );
    const reads = await this.transactions.reads();
    const readAt = new Map(reads.map((read) => [read.gateway, read.at]));
    const contradicted = contradictions.filter(isInRange);
    const differing = lines.filter((line) => line.outcome !== 'matched' && isInRange(line));
    const isUnread = ({ outcome, gateway: name }: TieLine): boolean => outcome === 'kinora-only' && !readAt.has(name);
    const unmatched = differing.filter((line) => !isUnread(line));
    const unread = differing.filter(isUnread);
    for (const line of lines) if (line.outcome === 'matched') use.matched(line);
    const otherDays = use.otherDays.toSorted((a, b) => a.at - b.at);
    const now = this.clock.now();
    const balances = use.sums.all();
    return ok({
      from,
      to,
      graceDays: GRACE_DAYS,
      matched: use.inRange,
      unread: { gateways: [...new Set(unread.map((line) => line.gateway))], count: unread.length },
      unmatched: unmatched.length,
      overdue: unmatched.filter((line) => isOverdue(line, readAt, now)).length,
      onOtherDays: otherDays.length,
      otherDays: otherDays.slice(0, MAX_LINES),
      lines: unmatched.slice(0, MAX_LINES),
      contradicted: contradicted.length,
      contradictions: contradicted.slice(0, MAX_LINES),
      balances: balances.filter(isOfGateway),
      reads: [...new Set([...this.gateways.names, ...readAt.keys()])].map((name) => ({
        gateway: name,
        at: readAt.get(name) ?? null,
      })),
      gateways: [
        ...new Set([
          ...this.gateways.names,
          ...balances.map((one) => one.gateway),
          ...lines.map((one) => one.gateway),
          ...use.gateways,
        ]),
      ].sort(),
    });
  }
}

/** Reads new transactions of all gateways now. The answer has the gateways that could not be read. */
export class ReadTransactions extends Command<readonly string[]> {
  /** @param isWhole reads everything again, so that a change of any stored transaction is noticed */
  constructor(readonly isWhole = false) {
    super();
  }
}

@CommandHandler(ReadTransactions)
export class ReadTransactionsHandler implements ICommandHandler<ReadTransactions> {
  constructor(private readonly sync: TransactionSync) {}

  execute({ isWhole }: ReadTransactions): Promise<readonly string[]> {
    return isWhole ? this.sync.readWhole() : this.sync.read();
  }
}
