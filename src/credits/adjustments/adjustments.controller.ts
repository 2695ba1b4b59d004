import { Controller, Get, Inject, Query, Res, UseGuards } from '@nestjs/common';
import { stringify } from 'csv-stringify';
import type { FastifyReply } from 'fastify';
import { Readable } from 'node:stream';
import { productError } from '../../kernel/errors.shared.js';
import type { Collection } from '../../platform/documents/port.js';
import { Needs, SessionGuard } from '../../platform/http/security/session.guard.js';
import { ProductFault } from '../../platform/http/trpc/trpc.js';
import { adjustmentFilter, type AdjustmentView } from './adjustment.shared.js';
import { ADJUSTMENT_DOCUMENTS, readAdjustments } from './adjustments.queries.js';
import type { AdjustmentDocument } from './request.js';

/** Rejects unknown parameters: a misspelt filter would otherwise export everything. */
const exportQuery = adjustmentFilter.strict();

const COLUMNS = [
  'requestedAt', 'state', 'userId', 'appName', 'usageType', 'amount', 'settles', 'reason', 'reference', 'actor', 'approver', 'appliedAt', 'adjustmentId', 'reverses', 'reversal', 'refusal', 'notes', 'requestId',
] as const;
type Row = Readonly<Record<(typeof COLUMNS)[number], string | number | Date | null>>;

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
    if (!filter.success) {
      const [issue] = filter.error.issues;
      throw new ProductFault(productError('VALIDATION_ERROR', { field: issue?.code === 'unrecognized_keys' ? (issue.keys[0] ?? '') : (issue?.path.join('.') ?? '') }));
    }
    const views = readAdjustments(this.requests, filter.data);
    // Read before the response starts, so an unavailable store gives an error instead of an empty file.
    const first = await views.next();
    const csv = stringify({ header: true, columns: [...COLUMNS], record_delimiter: 'windows', escape_formulas: true, cast: { date: (value) => value.toISOString() } });
    const rows = Readable.from(rowsOf(first, views));
    rows.on('error', (error) => csv.destroy(error));
    csv.on('close', () => rows.destroy());
    void reply.header('cache-control', 'private, no-store').header('content-disposition', 'attachment; filename="adjustments.csv"').type('text/csv; charset=utf-8').send(rows.pipe(csv));
  }
}

async function* rowsOf(first: IteratorResult<AdjustmentView, void>, rest: AsyncIterable<AdjustmentView>): AsyncGenerator<Row, void, undefined> {
  if (first.done === true) return;
  yield rowOf(first.value);
  for await (const view of rest) yield rowOf(view);
}

function rowOf({ requestedAt, steps, ...view }: AdjustmentView): Row {
  const appliedAt = steps.find(({ what }) => what === 'applied')?.at;
  const notes = steps.filter(({ note }) => note !== '').map(({ by, note }) => `${by}: ${note}`).join('\n');
  return { ...view, requestedAt: new Date(requestedAt), appliedAt: appliedAt === undefined ? null : new Date(appliedAt), refusal: steps.at(-1)?.error?.identifier ?? null, notes };
}
