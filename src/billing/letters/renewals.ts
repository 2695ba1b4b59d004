import type { Millis } from '../../kernel/clock.js';
import { defined } from '../../kernel/defined.shared.js';
import type { ProjectionReads } from '../../platform/projections/projection-runner.js';
import { subscriptionStream } from '../commands.js';
import type { InvoiceDocument } from '../invoices/invoice.js';
import { RENEWAL_NOTICE_MS, type News } from './news.js';

const PAGE = 500;

/**
 * Paid years that end soon, as news. Whether they renew is checked when the news is sent.
 * @param now milliseconds since the epoch
 * @throws StoreUnavailable when the documents cannot be read
 */
export async function* renewalsDue(
  invoices: Pick<ProjectionReads<InvoiceDocument>, 'find'>,
  now: Millis,
): AsyncGenerator<News> {
  let after: string | undefined;
  do {
    const page = await invoices.find({
      where: { 'payment.period.months': 12 },
      range: { field: 'payment.period.end', above: now, below: now + RENEWAL_NOTICE_MS },
      order: { field: 'payment.period.end', direction: 'ascending' },
      limit: PAGE,
      ...defined({ after }),
    });
    for (const { sold, payment } of page.items)
      if (payment?.period != null)
        yield {
          stream: subscriptionStream(sold.id),
          at: now,
          about: { kind: 'renewal', periodEnd: payment.period.end },
        };
    after = page.next;
  } while (after !== undefined);
}
