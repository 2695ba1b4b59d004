import { Query, QueryBus, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { USAGE_TYPES } from '../../credits/credits.shared.js';
import { GetTrialBalance } from '../../credits/index.js';
import type { ProductError } from '../../kernel/errors.shared.js';
import { ok, type Result } from '../../kernel/result.js';
import { choicesOf } from '../finance/revenue.sums.js';
import { totalsOf, type Ledger } from './journal.js';
import { JournalReads, type JournalRange } from './journal.reads.js';
import type { Journal, JournalView } from './journal.shared.js';

/**
 * The journal of some days with its ties. Reads everything up to `to`, because balances begin with the first payment.
 * AS_OF_IN_FUTURE, or VALIDATION_ERROR {field: from} when the days are no range.
 */
export class GetJournal extends Query<Result<Journal, ProductError>> {
  constructor(readonly range: JournalRange) {
    super();
  }
}

@QueryHandler(GetJournal)
export class GetJournalHandler implements IQueryHandler<GetJournal> {
  constructor(private readonly reads: JournalReads) {}

  /** @throws StoreUnavailable */
  async execute({ range: { from, to } }: GetJournal): Promise<Result<Journal, ProductError>> {
    const found = await this.reads.journal({ from, to });
    return found.ok ? ok({ from, to, lines: [...found.value.ledger.lines], ties: found.value.ties }) : found;
  }
}

/** What a journal's page shows: one currency, and one gateway if one is chosen. */
export interface ViewedJournal extends JournalRange {
  /** The currency with the most payments if none is chosen. */
  readonly currency?: string;
  readonly gateway?: string;
}

/** The journal of one currency with totals by account, and both sides of the credits. Same refusals as `GetJournal`. */
export class GetJournalView extends Query<Result<JournalView, ProductError>> {
  constructor(readonly of: ViewedJournal) {
    super();
  }
}

@QueryHandler(GetJournalView)
export class GetJournalViewHandler implements IQueryHandler<GetJournalView> {
  constructor(
    private readonly reads: JournalReads,
    private readonly queries: QueryBus,
  ) {}

  /** @throws StoreUnavailable */
  async execute({
    of: { from, to, currency: chosen, gateway },
  }: GetJournalView): Promise<Result<JournalView, ProductError>> {
    const found = await this.reads.journal({ from, to });
    if (!found.ok) return found;
    const { ledger, ties, pages, accountsOf } = found.value;
    const credits: JournalView['credits'] = [];
    const incomplete: JournalView['incomplete'] = await this.reads.revenue.incomplete();
    // One usage type at a time, because different units cannot be added.
    for (const usageType of USAGE_TYPES) {
      const books = await this.queries.execute(new GetTrialBalance(to, from, { usageType }));
      if (!books.ok) return books;
      const { debits, credits: sources, total } = books.value;
      if (debits !== 0 || sources !== 0) credits.push({ usageType, debits, credits: sources, moved: total.moved });
      if (usageType === USAGE_TYPES[0]) incomplete.push(...books.value.incomplete);
    }
    const choices = choicesOf(pages);
    const known = [...new Set([...choices.known, ...ledger.balances.map(({ currency }) => currency)])];
    const currency = chosen ?? known[0] ?? null;
    const isShown = (one: { readonly currency: string; readonly gateway: string }): boolean =>
      one.currency === currency && (gateway ?? one.gateway) === one.gateway;
    const shown: Ledger = { lines: ledger.lines.filter(isShown), balances: ledger.balances.filter(isShown) };
    const gateways = [...new Set(ledger.balances.map((balance) => balance.gateway))].sort();
    return ok({
      from,
      to,
      currency,
      lines: [...shown.lines],
      ties,
      totals: totalsOf(shown, accountsOf(to)),
      credits,
      gateways,
      known,
      incomplete,
    });
  }
}
