import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { readPage, type PageOf } from '../../credits/index.js';
import { UnreadableEvent } from '../../kernel/event-sourcing/codec.js';
import type { StreamName } from '../../kernel/event-sourcing/event.js';
import type { ProductError } from '../../kernel/errors.shared.js';
import { ok, type Result } from '../../kernel/result.js';
import type { EventStore } from '../../platform/event-store/port.js';
import { EVENT_STORE } from '../../platform/tokens.js';
import { subscriptionStream } from '../commands.js';
import { ruleOf } from '../finance/packs/pack-recognition.js';
import { RevenueReads, type RevenueRange } from '../finance/revenue.queries.js';
import { dayAfter } from '../finance/revenue.sums.js';
import type { InvoiceDocument } from '../invoices/invoice.js';
import { financePdfPath } from '../invoices/invoice.view.js';
import { InvoiceReads } from '../invoices/invoices.queries.js';
import { purchaseStream } from '../shop/purchase.commands.js';
import { usageTypeOf } from './register.queries.js';
import type { PackPolicy } from '../accounting/settings.shared.js';
import { saleOf, type Sale } from './sales.js';
import { scheduledAmounts, scheduleOf, valueOf } from './schedule.js';
import type { Schedule, ScheduledFigure } from './schedule.shared.js';

type Item = Schedule['items'][number];
/** Sales that are read, and kept in memory, at once. */
const SALES_AT_ONCE = 20;
/** Days of one currency. */
export interface ScheduleRange extends RevenueRange {
  readonly currency: string;
}

/**
 * Payments behind a figure of revenue or deferred revenue, with their schedule. Their sum is the figure.
 * AS_OF_IN_FUTURE, or VALIDATION_ERROR {field: from} when the days are no range.
 */
export class GetSchedule extends Query<Result<Schedule, ProductError>> {
  constructor(
    readonly figure: ScheduledFigure,
    readonly range: ScheduleRange,
    readonly page: PageOf,
  ) {
    super();
  }
}

@QueryHandler(GetSchedule)
export class GetScheduleHandler implements IQueryHandler<GetSchedule> {
  constructor(
    private readonly revenue: RevenueReads,
    private readonly invoices: InvoiceReads,
    @Inject(EVENT_STORE) private readonly events: EventStore,
  ) {}

  /** @throws InvalidCursor, StoreUnavailable */
  async execute({ figure, range, page }: GetSchedule): Promise<Result<Schedule, ProductError>> {
    const checked = this.revenue.range(range);
    if (!checked.ok) return checked;
    const policies = await this.revenue.packs.policies();
    // Without a range: by the gateway's clock, money may be returned before it was paid.
    return ok(
      await readPage(
        this.invoices.documents,
        { order: { field: 'paidAt', direction: 'descending' } },
        page,
        async (some) => {
          const items: (Item | undefined)[] = [];
          for (let from = 0; from < some.length; from += SALES_AT_ONCE)
            items.push(...(await this.items(some.slice(from, from + SALES_AT_ONCE), { figure, range, policies })));
          return items;
        },
      ),
    );
  }

  /** The rows of a few invoices, of which only these keep their sales in memory. */
  private async items(
    some: readonly InvoiceDocument[],
    {
      figure,
      range,
      policies,
    }: { readonly figure: ScheduledFigure; readonly range: ScheduleRange; readonly policies: readonly PackPolicy[] },
  ): Promise<(Item | undefined)[]> {
    const meant = new Map(some.filter((one) => mayCount(one, range)).map((one) => [one.sold.id, one]));
    const sales = new Map(await Promise.all([...meant].map(async ([id, one]) => [id, await this.sale(one)] as const)));
    const found = some.map((document) => {
      const sale = sales.get(document.sold.id);
      const invoice = mayCount(document, range)
        ? sale?.invoices.find(({ invoiceId }) => invoiceId === document.gatewayInvoiceId)
        : undefined;
      return sale === undefined || invoice === undefined
        ? undefined
        : { document, sold: { owner: sale.owner, invoice } };
    });
    const recognitions = await this.revenue.packs.recognitions(
      policies,
      found.flatMap((one) => (one === undefined ? [] : [one.sold])),
    );
    let index = -1;
    return found.map((one): Item | undefined => {
      if (one === undefined) return undefined;
      index += 1;
      const {
        document,
        sold: { invoice },
      } = one;
      const amounts = scheduledAmounts(invoice, recognitions[index], range.currency, range);
      const {
        line: { gateway, priceId },
        moved,
        pack,
      } = invoice;
      if (valueOf(amounts, figure) === 0) return undefined;
      const { invoiceId, number, userId, appName, payment } = document;
      return {
        ...amounts,
        ...scheduleOf(invoice, ruleOf(policies, pack?.paidAt ?? 0)),
        invoiceId,
        number,
        gateway,
        userId,
        appName,
        priceId,
        usageType: usageTypeOf(priceId),
        paidAt: payment?.at ?? moved[0]?.at ?? 0,
        pdf: financePdfPath(invoiceId),
      };
    });
  }

  /** The sale of an invoice. The books of revenue leave out one that cannot be read, too. */
  private async sale({ sold: { kind, id } }: InvoiceDocument): Promise<Sale | undefined> {
    const stream: StreamName = kind === 'subscription' ? subscriptionStream(id) : purchaseStream(id);
    try {
      return await saleOf(this.events, stream);
    } catch (error) {
      if (error instanceof UnreadableEvent) return undefined;
      throw error;
    }
  }
}

/**
 * Whether an invoice passes the filter, and can have moved money or have been recognised before the end of the days.
 */
function mayCount({ gateway, payment, refunds, disputes }: InvoiceDocument, range: ScheduleRange): boolean {
  if (
    payment === null ||
    (range.gateway ?? gateway) !== gateway ||
    (range.priceId ?? payment.priceId) !== payment.priceId
  )
    return false;
  const end = Date.parse(dayAfter(range.to));
  return [payment, ...refunds, ...disputes].some(({ at }) => at < end);
}
