import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { StreamName } from '../../kernel/event-sourcing/event.js';
import { defined } from '../../kernel/defined.shared.js';
import type { Collection, FindQuery, Versioned } from '../../platform/documents/port.js';
import { pages } from '../../platform/documents/pages.js';
import type { AdjustmentRequests } from '../reconcile/reconcile.adjustments.js';
import { Adjustments, reversalRequestId } from './adjustments.js';
import type { AdjustmentFilter, AdjustmentsPage, AdjustmentView } from './adjustment.shared.js';
import { accountOfRequest, orderOf, viewOf, type AdjustmentDocument } from './request.js';

/** The collection of requests. */
export const ADJUSTMENT_DOCUMENTS = Symbol('ADJUSTMENT_DOCUMENTS');

type Requests = Pick<Collection<AdjustmentDocument>, 'find' | 'getMany' | 'get'>;

/** Requests for adjustments, newest first. */
export class GetAdjustments extends Query<AdjustmentsPage> {
  /** @param page limit 1 to 200; `cursor` is the `next` of the page before */
  constructor(
    readonly filter: AdjustmentFilter,
    readonly page: { readonly limit: number; readonly cursor?: string },
  ) {
    super();
  }
}

/** One request; null when it does not exist. */
export class GetAdjustment extends Query<AdjustmentView | null> {
  constructor(readonly requestId: string) {
    super();
  }
}

@QueryHandler(GetAdjustments)
export class GetAdjustmentsHandler implements IQueryHandler<GetAdjustments> {
  constructor(
    @Inject(ADJUSTMENT_DOCUMENTS) private readonly requests: Requests,
    private readonly adjustments: Adjustments,
  ) {}

  /** @throws StoreUnavailable */
  async execute({ filter, page: { limit, cursor } }: GetAdjustments): Promise<AdjustmentsPage> {
    const found: Versioned<AdjustmentDocument>[] = [];
    for await (const one of matching(this.requests, filter, cursor)) {
      found.push(one);
      if (found.length > limit) break;
    }
    const shown = found.slice(0, limit);
    const next = found.length > limit ? shown.at(-1)?.document.order : undefined;
    return {
      adjustments: await viewsOf(this.requests, shown),
      approvalAbove: this.adjustments.approvalAbove,
      ...defined({ next }),
    };
  }
}

@QueryHandler(GetAdjustment)
export class GetAdjustmentHandler implements IQueryHandler<GetAdjustment> {
  constructor(@Inject(ADJUSTMENT_DOCUMENTS) private readonly requests: Requests) {}

  /** @throws StoreUnavailable */
  async execute({ requestId }: GetAdjustment): Promise<AdjustmentView | null> {
    const found = await this.requests.get(requestId);
    return found === undefined ? null : ((await viewsOf(this.requests, [found]))[0] ?? null);
  }
}

const PAGE = 100;

/**
 * Requests that match a filter, newest first. One condition uses an index; the others are checked afterwards.
 * @param before only those before this `order`
 */
async function* matching(
  requests: Pick<Requests, 'find'>,
  filter: AdjustmentFilter,
  before?: string,
): AsyncGenerator<Versioned<AdjustmentDocument>, void, undefined> {
  const { userId, reference, actor, state, reason, from, to } = filter;
  const [field, value] = Object.entries(defined({ userId, reference, actor, state, reason }))[0] ?? [];
  const end = to === undefined ? undefined : orderOf(to);
  let below = before === undefined || (end !== undefined && end < before) ? end : before;
  // An order of a moment alone sorts just before every request of that moment.
  const above = from === undefined ? undefined : orderOf(from);
  for (;;) {
    const query: FindQuery = {
      ...(field === undefined || value === undefined ? {} : { where: { [field]: value } }),
      range: { field: 'order', above: above ?? '', ...defined({ below }) },
      order: { field: 'order', direction: 'descending' },
      limit: PAGE,
    };
    const { items } = await requests.find(query);
    for (const one of items) if (isWanted(one.document, filter)) yield one;
    if (items.length < PAGE) return;
    below = items.at(-1)?.document.order;
  }
}

function isWanted(
  stored: AdjustmentDocument,
  { userId, appName, usageType, actor, state, reason, reference }: AdjustmentFilter,
): boolean {
  const account = accountOfRequest(stored);
  const pairs = [
    [userId, stored.userId],
    [appName, account.appName],
    [usageType, account.usageType],
    [actor, stored.actor],
    [state, stored.state],
    [reason, stored.reason],
    [reference, stored.reference],
  ] as const;
  return pairs.every(([wanted, is]) => wanted === undefined || wanted === is);
}

/** Requests as finance sees them, each with the state of its reversal. @throws StoreUnavailable */
async function viewsOf(
  requests: Pick<Requests, 'getMany'>,
  found: readonly Versioned<AdjustmentDocument>[],
): Promise<AdjustmentView[]> {
  const reversalOf = ({ document }: Versioned<AdjustmentDocument>): string =>
    reversalRequestId(accountOfRequest(document), document.adjustmentId);
  const reversals = new Map(
    (await requests.getMany([...new Set(found.map(reversalOf))])).map(({ id, document }) => [id, document.state]),
  );
  return found.map((one) => viewOf(one.id, one.document, reversals.get(reversalOf(one)) ?? null));
}

/**
 * Every request that matches a filter, newest first, for a file.
 * @throws StoreUnavailable
 */
export async function* readAdjustments(
  requests: Requests,
  filter: AdjustmentFilter,
): AsyncGenerator<AdjustmentView, void, undefined> {
  let some: Versioned<AdjustmentDocument>[] = [];
  for await (const one of matching(requests, filter)) {
    some.push(one);
    if (some.length < PAGE) continue;
    yield* await viewsOf(requests, some);
    some = [];
  }
  yield* await viewsOf(requests, some);
}

/** Requests for reconciliation. */
export function adjustmentRequests(requests: Pick<Requests, 'find'>): AdjustmentRequests {
  return {
    async *accounts() {
      const states = pages(requests, {
        where: { state: 'applied' },
        order: { field: 'order', direction: 'ascending' },
        limit: PAGE,
      });
      // built by `accountStream` when the request was stored
      for await (const { document } of states) yield document.account as StreamName;
    },
    async of(account) {
      const found: AdjustmentDocument[] = [];
      for await (const { document } of pages(requests, {
        where: { account },
        order: { field: 'order', direction: 'ascending' },
        limit: PAGE,
      }))
        found.push(document);
      return found;
    },
  };
}
