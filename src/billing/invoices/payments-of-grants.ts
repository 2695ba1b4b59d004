import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { invoicesOf } from '../finance/paid-grants.js';
import type { PaymentsOfGrants } from '../finance/trace.shared.js';
import { grantsOf } from './invoice.js';
import { InvoiceReads } from './invoices.queries.js';

/** The payments of grants of plans and packs; grants without a payment are left out. */
export class GetPaymentsOfGrants extends Query<PaymentsOfGrants> {
  constructor(readonly grantIds: readonly string[]) {
    super();
  }
}

@QueryHandler(GetPaymentsOfGrants)
export class GetPaymentsOfGrantsHandler implements IQueryHandler<GetPaymentsOfGrants> {
  constructor(private readonly invoices: InvoiceReads) {}

  /** @throws StoreUnavailable */
  async execute({ grantIds }: GetPaymentsOfGrants): Promise<PaymentsOfGrants> {
    const wanted = new Set(grantIds);
    const found = await this.invoices.documents.getMany([...new Set(grantIds.flatMap(invoicesOf))]);
    return found.flatMap((invoice) => {
      if (invoice.payment === null) return [];
      const { amount, currency } = invoice.payment;
      const own = new Set(
        grantsOf(invoice)
          .map(({ grantId }) => grantId)
          .filter((grantId) => wanted.has(grantId)),
      );
      return [...own].map((grantId) => ({ grantId, minor: amount, currency, number: invoice.number }));
    });
  }
}
