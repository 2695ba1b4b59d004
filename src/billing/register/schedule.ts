import type { PackRule } from '../accounting/settings.shared.js';
import { entriesOf, type MoneyOfInvoice, type Recognise } from '../finance/entries.js';
import { endOfRule } from '../finance/packs/pack-recognition.js';
import { dayName, dayNumberOf } from '../finance/recognition.js';
import type { Schedule, ScheduledFigure } from './schedule.shared.js';

type Item = Schedule['items'][number];
type Amounts = Pick<Item, 'opening' | 'net' | 'recognised' | 'closing'>;
/** Days, both inclusive, `YYYY-MM-DD` in UTC. */
interface Days {
  readonly from: string;
  readonly to: string;
}

/**
 * What an invoice adds to revenue and deferred revenue of some days.
 * @param recognise by default, over the delivery period
 */
export function scheduledAmounts(
  invoice: MoneyOfInvoice,
  recognise: Recognise | undefined,
  currency: string,
  { from, to }: Days,
): Amounts {
  const [first, last] = [dayNumberOf(Date.parse(from)), dayNumberOf(Date.parse(to))];
  const amounts = { opening: 0, net: 0, recognised: 0 };
  for (const { day, currency: own, moved } of entriesOf(invoice, recognise)) {
    if (own !== currency || day > last) continue;
    const { paid = 0, refunded = 0, disputed = 0, returned = 0, tax = 0, taxBack = 0, rate = 0 } = moved;
    const net = paid - refunded - disputed + returned - tax + taxBack;
    // A rate counts on every day from its own on.
    const before = rate * Math.max(first - day, 0);
    if (day < first) amounts.opening += net;
    else amounts.net += net;
    amounts.opening -= before;
    amounts.recognised += rate * (last - day + 1) - before;
  }
  return { ...amounts, closing: amounts.opening + amounts.net - amounts.recognised };
}

/** The first and the last day on which an invoice is recognised, and by which rule. @param rule of a pack */
export function scheduleOf(
  { delivery: { first, days, until }, pack }: MoneyOfInvoice,
  rule: PackRule,
): Pick<Item, 'rule' | 'first' | 'last'> {
  if (pack !== undefined) {
    // By time, the day after the months has nothing left; by use, it has the rest.
    const last =
      rule.kind === 'at-once' ? first : endOfRule(pack.paidAt, rule.months) - (rule.kind === 'by-time' ? 1 : 0);
    return { rule: rule.kind, first: dayName(first), last: dayName(last) };
  }
  const last = first + days - 1;
  return {
    rule: 'period',
    first: dayName(first),
    last: dayName(until === undefined ? last : Math.min(Math.max(until, first), last)),
  };
}

/** The value of a figure in a row. */
export function valueOf({ net, recognised, closing }: Amounts, figure: ScheduledFigure): number {
  switch (figure) {
    case 'net':
      return net;
    case 'recognised':
      return recognised;
    case 'deferred':
      return closing;
    default:
      return figure satisfies never;
  }
}
