import type { Difference, ModelOwner } from '../../credits/index.js';
import type { Clock, Millis } from '../../kernel/clock.js';
import { compareSides, type ComparedSides, type SettlementParts } from './settlement.js';
import type { TransactionSync } from './sync.js';
import { GRACE_DAYS, type TieLine } from './tie-out.shared.js';
import type { CompleteRead, Transactions } from './transactions.js';

const GRACE_MS = GRACE_DAYS * 86_400_000;

const dayOf = (at: Millis): string => new Date(at).toISOString().slice(0, 10);
const moneyOf = (amounts: TieLine['kinora']): string =>
  amounts.map(({ amount, currency }) => `${amount} ${currency}`).join(' and ') || '0';
const invoiceOf = ({ invoice }: TieLine): string => (invoice === null ? '' : ` of invoice ${invoice.number}`);

/**
 * Whether an unmatched line is a difference: at once for other amounts, otherwise after the days of grace. What only
 * Kinora knows is judged by readings of the gateway that began after them.
 */
export function isOverdue(
  { outcome, at, gateway }: Pick<TieLine, 'outcome' | 'at' | 'gateway'>,
  readAt: ReadonlyMap<string, Millis>,
  now: Millis,
): boolean {
  switch (outcome) {
    case 'matched':
      return false;
    case 'differs':
      return true;
    case 'gateway-only':
    case 'unbooked':
      return at + GRACE_MS <= now;
    case 'kinora-only':
      return at + GRACE_MS <= (readAt.get(gateway) ?? -Infinity);
    default:
      return outcome satisfies never;
  }
}

/** Differences between Kinora and its gateways, by place. Amounts are minor units. */
export function differencesOf(
  { lines, contradictions }: Pick<ComparedSides, 'lines' | 'contradictions'>,
  reads: readonly CompleteRead[],
  now: Millis,
): readonly Difference[] {
  const readAt = new Map(reads.map(({ gateway, at }) => [gateway, at]));
  const differences: Difference[] = [];
  const late = new Map<string, Millis>();
  for (const line of lines) {
    const { gateway, at } = line;
    // A gateway that is not read must not hide a payment that it does not know.
    if (
      line.outcome === 'kinora-only' &&
      at + GRACE_MS <= now &&
      at + GRACE_MS > (readAt.get(gateway) ?? -Infinity) &&
      !late.has(gateway)
    )
      late.set(gateway, at);
    if (isOverdue(line, readAt, now)) differences.push(differenceOf(line));
  }
  for (const [gateway, at] of late) {
    const last = readAt.get(gateway);
    differences.push({
      code: 'gateway-unread',
      where: `transactions at ${gateway}`,
      what: `${last === undefined ? 'they were never read' : `they were last read on ${dayOf(last)}`}; they lack Kinora’s payments from ${dayOf(at)} on`,
    });
  }
  for (const { gateway, transactionId, fields } of contradictions)
    differences.push({
      code: 'gateway-differs',
      where: `transaction ${transactionId} at ${gateway}`,
      what: `a later reading states another ${fields.join(', ')}`,
    });
  return differences;
}

function differenceOf(line: TieLine): Difference {
  const { outcome, kind, gateway, subjectId, at, kinora, atGateway, unbooked } = line;
  const where = `${kind} ${subjectId} at ${gateway}${invoiceOf(line)}`;
  switch (outcome) {
    case 'kinora-only':
      return {
        code: 'gateway-missing',
        where,
        what: `Kinora has ${moneyOf(kinora)} of ${dayOf(at)}, the gateway has no transaction`,
      };
    case 'gateway-only':
      return {
        code: 'gateway-unknown',
        where,
        what: `the gateway has ${moneyOf(atGateway)} of ${dayOf(at)}, Kinora has no event`,
      };
    case 'differs':
      return {
        code: 'gateway-differs',
        where,
        what: `Kinora has ${moneyOf(kinora)}, the gateway ${moneyOf(atGateway)}`,
      };
    case 'unbooked':
      return {
        code: 'payment-missing',
        where,
        what: `Kinora has ${moneyOf(unbooked)} of ${dayOf(at)}, the gateway ${atGateway.length === 0 ? 'no transaction' : moneyOf(atGateway)}, and no event states the payment`,
      };
    case 'matched':
      throw new Error('a matched line is no difference');
    default:
      return outcome satisfies never;
  }
}

export interface TieOutModelParts extends SettlementParts {
  readonly transactions: Pick<Transactions, 'all' | 'reads'>;
  readonly sync: Pick<TransactionSync, 'read'>;
  readonly clock: Clock;
}

/** The transactions of the gateways, for the reconciliation of the ledger. New ones are read before each comparison. */
export const tieOutModel = (parts: TieOutModelParts): ModelOwner => ({
  name: 'gateway transactions',
  async compare() {
    await parts.sync.read();
    const compared = await compareSides(parts, () => ({}));
    return {
      documents: compared.transactions,
      differences: differencesOf(compared, await parts.transactions.reads(), parts.clock.now()),
    };
  },
});
