import {
  accountStream,
  GetGrantStories,
  type AccountKey,
  type ExportPeriod,
  type GrantUse,
} from '../../credits/index.js';
import { defined } from '../../kernel/defined.shared.js';
import type { UserId } from '../../kernel/ids.js';
import type { ProjectionReads } from '../../platform/projections/projection-runner.js';
import type { QueryBus } from '@nestjs/cqrs';
import { grantsOf, openDisputesOf, refundedOf, type InvoiceDocument, type InvoiceGrant } from '../invoices/invoice.js';
import type { PackPolicy } from '../accounting/settings.shared.js';
import { ruleName, ruleOf } from '../finance/packs/pack-recognition.js';
import { NO_DIVISION } from '../plans/currencies.seed.shared.js';
import type { DisputeRow, InvoiceRow, PaymentRow, RefundRow, TraceRow } from './tables.shared.js';

const PAGE = 500;
/** Accounts whose grants are kept while the invoices of their owner are read. */
const KNOWN_ACCOUNTS = 500;

type Invoices = Pick<ProjectionReads<InvoiceDocument>, 'find'>;
type Range = Pick<ExportPeriod, 'from' | 'to'>;

/** Decimal places of a currency's minor units (kernel/money.shared.ts). */
export const exponentOf = (currency: string): number => (NO_DIVISION.includes(currency) ? 0 : 2);

const timeOf = (at: number | null | undefined): Date | null => (at === null || at === undefined ? null : new Date(at));
const isIn = (at: number, { from = -Infinity, to = Infinity }: Range): boolean => at >= from && at < to;

async function* invoicesOf(invoices: Invoices): AsyncGenerator<InvoiceDocument, void, undefined> {
  let after: string | undefined;
  do {
    const page = await invoices.find({
      order: { field: 'listedAt', direction: 'ascending' },
      limit: PAGE,
      ...defined({ after }),
    });
    yield* page.items;
    after = page.next;
  } while (after !== undefined);
}

const ofInvoice = ({ invoiceId, number, gatewayInvoiceId, gateway, userId, appName }: InvoiceDocument) => ({
  invoiceId,
  invoiceNumber: number,
  gatewayInvoiceId,
  gateway,
  userId,
  appName,
});
const inCurrency = (currency: string) => ({ currency, exponent: exponentOf(currency) });

/** @throws StoreUnavailable */
export async function* paymentRows(
  invoices: Invoices,
  accounting: { policies(): Promise<readonly PackPolicy[]> },
  period: Range,
): AsyncGenerator<PaymentRow, void, undefined> {
  const policies = await accounting.policies();
  for await (const invoice of invoicesOf(invoices)) {
    const { payment, sold } = invoice;
    if (payment === null || !isIn(payment.at, period)) continue;
    const { at, priceId, reason, amount, tax, currency, factId } = payment;
    yield {
      at: new Date(at),
      ...ofInvoice(invoice),
      soldKind: sold.kind,
      soldId: sold.id,
      priceId,
      reason,
      amount,
      tax,
      ...inCurrency(currency),
      periodStart: timeOf(payment.period?.start),
      periodEnd: timeOf(payment.period?.end),
      recognition: payment.period === null ? ruleName(ruleOf(policies, at)) : 'period',
      factId,
    };
  }
}

/** @throws StoreUnavailable */
export async function* refundRows(invoices: Invoices, period: Range): AsyncGenerator<RefundRow, void, undefined> {
  for await (const invoice of invoicesOf(invoices)) {
    for (const { at, refundId, amount, currency, factId } of invoice.refunds) {
      if (isIn(at, period))
        yield { at: new Date(at), refundId, ...ofInvoice(invoice), amount, ...inCurrency(currency), factId };
    }
  }
}

/** Outcomes after the period do not count. @throws StoreUnavailable */
export async function* disputeRows(invoices: Invoices, period: Range): AsyncGenerator<DisputeRow, void, undefined> {
  for await (const invoice of invoicesOf(invoices)) {
    for (const { at, disputeId, amount, currency, factId } of invoice.disputes) {
      if (!isIn(at, period)) continue;
      const closed = invoice.outcomes.find((one) => one.disputeId === disputeId && one.at < (period.to ?? Infinity));
      yield {
        at: new Date(at),
        disputeId,
        ...ofInvoice(invoice),
        amount,
        ...inCurrency(currency),
        outcome: closed?.outcome ?? null,
        closedAt: timeOf(closed?.at),
        factId,
      };
    }
  }
}

/** @throws StoreUnavailable */
export async function* invoiceRows(invoices: Invoices, period: Range): AsyncGenerator<InvoiceRow, void, undefined> {
  const isWhole = period.from === undefined && period.to === undefined;
  for await (const invoice of invoicesOf(invoices)) {
    const { listedAt, paidAt, payment, failure, sold } = invoice;
    if (listedAt === null ? !isWhole : !isIn(listedAt, period)) continue;
    const currency =
      payment?.currency ?? failure?.currency ?? invoice.refunds[0]?.currency ?? invoice.disputes[0]?.currency;
    const same = (one: { readonly currency: string }): boolean => one.currency === currency;
    yield {
      listedAt: timeOf(listedAt),
      ...ofInvoice(invoice),
      soldKind: sold.kind,
      soldId: sold.id,
      paidAt: timeOf(paidAt),
      priceId: payment?.priceId ?? null,
      reason: payment?.reason ?? null,
      amount: payment?.amount ?? null,
      tax: payment?.tax ?? null,
      refunded: refundedOf({ refunds: invoice.refunds.filter(same) }),
      disputed: openDisputesOf(invoice)
        .filter(same)
        .reduce((sum, { amount }) => sum + amount, 0),
      currency: currency ?? null,
      exponent: currency === undefined ? null : exponentOf(currency),
      failedAt: timeOf(failure?.at),
      amountDue: failure?.amount ?? null,
      attempts: failure?.attempts ?? null,
    };
  }
}

/** Uses of the grants of some accounts; the account that was read first is forgotten first. */
function usesOf(queries: Pick<QueryBus, 'execute'>): (account: AccountKey) => Promise<ReadonlyMap<string, GrantUse>> {
  const known = new Map<string, Promise<ReadonlyMap<string, GrantUse>>>();
  return (account) => {
    const stream = accountStream(account);
    const uses = known.get(stream) ?? queries.execute(new GetGrantStories(account));
    known.set(stream, uses);
    const [oldest] = known.keys();
    if (known.size > KNOWN_ACCOUNTS && oldest !== undefined) known.delete(oldest);
    return uses;
  };
}

function useRow(
  use: GrantUse | undefined,
): Pick<TraceRow, 'grantedAt' | 'granted' | 'held' | 'spent' | 'expired' | 'revoked' | 'adjusted' | 'left'> {
  if (use === undefined)
    return {
      grantedAt: null,
      granted: null,
      held: null,
      spent: null,
      expired: null,
      revoked: null,
      adjusted: null,
      left: null,
    };
  const { at, amount, held, spent, expired, revoked, adjusted, left } = use;
  return { grantedAt: new Date(at), granted: amount, held, spent, expired, revoked, adjusted, left };
}

/** @throws StoreUnavailable, UnreadableEvent */
export async function* traceRows(
  invoices: Invoices,
  queries: Pick<QueryBus, 'execute'>,
  period: Range,
): AsyncGenerator<TraceRow, void, undefined> {
  const uses = usesOf(queries);
  for await (const invoice of invoicesOf(invoices)) {
    const { payment, userId, appName } = invoice;
    if (payment === null || !isIn(payment.at, period)) continue;
    for (const grant of grantsOf(invoice))
      yield traceRow(
        invoice,
        payment,
        grant,
        await uses({ userId: userId as UserId, appName, usageType: grant.usageType }),
      ); // the id that the purchase was opened with
  }
}

function traceRow(
  invoice: InvoiceDocument,
  { at, amount, currency }: NonNullable<InvoiceDocument['payment']>,
  grant: InvoiceGrant,
  uses: ReadonlyMap<string, GrantUse>,
): TraceRow {
  const { grantId, usageType, startsAt, expiresAt, revoked } = grant;
  return {
    paidAt: new Date(at),
    ...ofInvoice(invoice),
    amount,
    ...inCurrency(currency),
    grantId,
    stream: accountStream({ userId: invoice.userId as UserId, appName: invoice.appName, usageType }),
    usageType, // as above
    requested: grant.amount,
    startsAt: new Date(startsAt),
    expiresAt: timeOf(expiresAt),
    revocation: revoked,
    ...useRow(uses.get(grantId)),
  };
}
