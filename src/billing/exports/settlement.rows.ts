import type { ExportPeriod } from '../../credits/index.js';
import { defined } from '../../kernel/defined.shared.js';
import { linesOfSides, type SettlementParts } from '../settlement/settlement.js';
import { ageOf } from '../settlement/tie-out.js';
import type { Transactions } from '../settlement/transactions.js';
import { exponentOf } from './invoice.rows.js';
import type { GatewayTransactionRow, TieOutRow } from './tables.shared.js';

/** @throws StoreUnavailable */
export async function* transactionRows(
  transactions: Pick<Transactions, 'all'>,
  { from, to }: Pick<ExportPeriod, 'from' | 'to'>,
): AsyncGenerator<GatewayTransactionRow, void, undefined> {
  for await (const {
    at,
    gateway,
    transactionId,
    kind,
    amount,
    fee,
    currency,
    original,
    subjectId,
    payoutId,
    readAt,
  } of transactions.all(defined({ from, to }))) {
    yield {
      at: new Date(at),
      gateway,
      transactionId,
      kind,
      amount,
      fee,
      currency,
      exponent: exponentOf(currency),
      originalAmount: original?.amount ?? null,
      originalCurrency: original?.currency ?? null,
      originalExponent: original === null ? null : exponentOf(original.currency),
      subjectId,
      payoutId,
      readAt: readAt === null ? null : new Date(readAt),
    };
  }
}

/** @throws StoreUnavailable */
export async function* tieOutRows(
  parts: SettlementParts,
  { from = -Infinity, to = Infinity, now }: Pick<ExportPeriod, 'from' | 'to' | 'now'>,
): AsyncGenerator<TieOutRow, void, undefined> {
  for await (const line of linesOfSides(parts)) {
    const {
      at,
      kinoraAt,
      gatewayAt,
      gateway,
      kind,
      subjectId,
      outcome,
      kinora,
      atGateway,
      unbooked,
      invoice,
      transactionIds,
    } = line;
    if (at < from || at >= to) continue;
    for (const currency of new Set([...kinora, ...atGateway, ...unbooked].map((one) => one.currency))) {
      // What came to 0 at the gateway, such as a charge and its failure, is nothing for Kinora too.
      const amountIn = (sums: typeof kinora): number | null =>
        sums.find((one) => one.currency === currency)?.amount ?? (outcome === 'matched' ? 0 : null);
      yield {
        at: new Date(at),
        kinoraAt: kinoraAt === null ? null : new Date(kinoraAt),
        gatewayAt: gatewayAt === null ? null : new Date(gatewayAt),
        gateway,
        kind,
        subjectId,
        outcome,
        kinoraAmount: amountIn(kinora),
        gatewayAmount: amountIn(atGateway),
        currency,
        exponent: exponentOf(currency),
        ageDays: ageOf(line, now),
        invoiceId: invoice?.invoiceId ?? null,
        invoiceNumber: invoice?.number ?? null,
        transactionIds: transactionIds.join(' ') || null,
      };
    }
  }
}
