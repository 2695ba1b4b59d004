import type { QueryBus } from '@nestjs/cqrs';
import { procedures, router, unwrap } from '../../platform/http/trpc/trpc.js';
import { invoicesInput } from '../shop/shop.shared.js';
import { ListInvoices } from './invoices.queries.js';

/** `invoices.*`: callers see only their own invoices. */
export function createInvoicesRouter({ queries }: { readonly queries: Pick<QueryBus, 'execute'> }) {
  return router({
    list: procedures
      .needs('ownUsage')
      .input(invoicesInput)
      .query(async ({ ctx, input: { appName, cursor } }) =>
        unwrap(await queries.execute(new ListInvoices(ctx.user.id, appName, cursor))),
      ),
  });
}
