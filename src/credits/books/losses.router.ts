import type { QueryBus } from '@nestjs/cqrs';
import { defined } from '../../kernel/defined.shared.js';
import { productError } from '../../kernel/errors.shared.js';
import { InvalidCursor } from '../../platform/documents/port.js';
import { procedures, router, toTrpcError, unwrap } from '../../platform/http/trpc/trpc.js';
import { booksOf } from './finance.shared.js';
import { GetFailedWork, GetReceivableAges, GetReceivables } from './losses.queries.js';
import { failedWork, failedWorkInput, receivableAges, receivablesInput, receivablesPage } from './losses.shared.js';

/** `finance.*`: credits spent without payment, and work that was not charged. Needs permission to read ledgers. */
export function financeLosses({ queries }: { readonly queries: Pick<QueryBus, 'execute'> }) {
  const finance = procedures.needs('readLedgers');
  return router({
    receivables: finance.input(receivablesInput.prefault({})).output(receivablesPage).query(({ input: { appName, usageType, age, cursor, limit } }) =>
      ofThisList(queries.execute(new GetReceivables(defined({ appName, usageType, age }), { limit, ...defined({ cursor }) })))),
    receivableAges: finance.input(booksOf.pick({ appName: true }).prefault({})).output(receivableAges).query(({ input: { appName } }) => queries.execute(new GetReceivableAges(defined({ appName })))),
    failedWork: finance.input(failedWorkInput).output(failedWork).query(async ({ input: { from, to, appName, usageType, reason, cursor, limit } }) =>
      unwrap(await ofThisList(queries.execute(new GetFailedWork(from, to, defined({ appName, usageType }), reason, { limit, ...defined({ cursor }) }))))),
  });
}

/** Refuses a cursor of another list. */
async function ofThisList<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof InvalidCursor) throw toTrpcError(productError('VALIDATION_ERROR', { field: 'cursor' }));
    throw error;
  }
}
