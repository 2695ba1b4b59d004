import { Controller, Get, Inject, Query, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { productError } from '../../kernel/errors.shared.js';
import { table, type RowOf } from '../../kernel/table.shared.js';
import type { Collection } from '../../platform/documents/port.js';
import { Needs, SessionGuard } from '../../platform/http/security/session.guard.js';
import { invalidField } from '../../platform/http/invalid-field.js';
import { ProductFault } from '../../platform/http/trpc/trpc.js';
import { readTable, TABLE_FORMATS } from '../../platform/tables/table.files.js';
import { adjustmentFilter, type AdjustmentView } from './adjustment.shared.js';
import { ADJUSTMENT_DOCUMENTS, readAdjustments } from './adjustments.queries.js';
import type { AdjustmentDocument } from './request.js';

/** Rejects unknown parameters: a misspelt filter would otherwise export everything. */
const exportQuery = adjustmentFilter.strict();

/** Not among the exports of finance, whose files contain opaque ids only: notes may be personal. */
const REGISTER = table('adjustments', 'one request for an adjustment', 'moments', [
  ['requestedAt', 'time', 'UTC', 'time of the request'],
  ['state', 'text', '', 'state of the request'],
  ['userId', 'text', '', 'owner of the account'],
  ['appName', 'text', '', 'app of the account'],
  ['usageType', 'text', '', 'usage type of the account'],
  ['amount', 'integer', 'credits', 'added; negative if taken'],
  ['settles', 'integer', 'credits', 'part of the receivable that is settled; negative if it is owed again'],
  ['reason', 'text', '', 'reason code'],
  ['reference', 'text', '', 'case'],
  ['actor', 'text', '', 'who requested it'],
  ['approver', 'text', '', 'who approved it'],
  ['appliedAt', 'time', 'UTC', 'when the account took it'],
  ['validAt', 'time', 'UTC', 'earlier time at which it should have been made; empty if none was given'],
  ['adjustmentId', 'text', '', 'id in the ledger'],
  ['reverses', 'text', '', 'adjustment that it undoes'],
  ['reversal', 'text', '', 'state of the request to undo it'],
  ['refusal', 'text', '', 'why the account refused it'],
  ['notes', 'text', '', 'notes of the people involved'],
  ['requestId', 'text', '', 'id of the request'],
]);
type Row = RowOf<typeof REGISTER>;

/** Exports the register of adjustments. Needs permission to export ledgers. */
@Controller('api/finance')
@UseGuards(SessionGuard)
@Needs('exportLedgers')
export class AdjustmentsController {
  constructor(@Inject(ADJUSTMENT_DOCUMENTS) private readonly requests: Collection<AdjustmentDocument>) {}

  /**
   * `GET /api/finance/adjustments` with the filters of `finance.adjustments`: one row per request, newest first, as
   * CSV. Whole credits, times in ISO 8601 UTC. VALIDATION_ERROR {field}.
   */
  @Get('adjustments')
  async export(@Query() query: unknown, @Res() reply: FastifyReply): Promise<void> {
    const filter = exportQuery.safeParse(query);
    if (!filter.success)
      throw new ProductFault(productError('VALIDATION_ERROR', { field: invalidField(filter.error) }));
    const views = readAdjustments(this.requests, filter.data);
    // Read before the response starts, so an unavailable store gives an error instead of an empty file.
    const first = await views.next();
    void reply
      .header('cache-control', 'private, no-store')
      .header('content-disposition', 'attachment; filename="adjustments.csv"')
      .type(TABLE_FORMATS.csv)
      .send(readTable('csv', REGISTER, rowsOf(first, views)));
  }
}

async function* rowsOf(
  first: IteratorResult<AdjustmentView, void>,
  rest: AsyncIterable<AdjustmentView>,
): AsyncGenerator<Row, void, undefined> {
  if (first.done === true) return;
  yield rowOf(first.value);
  for await (const view of rest) yield rowOf(view);
}

function rowOf({ requestedAt, validAt, steps, ...view }: AdjustmentView): Row {
  const appliedAt = steps.find(({ what }) => what === 'applied')?.at;
  const notes = steps
    .filter(({ note }) => note !== '')
    .map(({ by, note }) => `${by}: ${note}`)
    .join('\n');
  return {
    ...view,
    requestedAt: new Date(requestedAt),
    validAt: validAt === null ? null : new Date(validAt),
    appliedAt: appliedAt === undefined ? null : new Date(appliedAt),
    refusal: steps.at(-1)?.error?.identifier ?? null,
    notes,
  };
}
