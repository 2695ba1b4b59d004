import { Controller, Get, Inject, Query, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Clock } from '../../kernel/clock.js';
import { defined } from '../../kernel/defined.shared.js';
import { productError } from '../../kernel/errors.shared.js';
import type { EventStore } from '../../platform/event-store/port.js';
import { Needs, SessionGuard } from '../../platform/http/security/session.guard.js';
import { invalidField } from '../../platform/http/invalid-field.js';
import { ProductFault } from '../../platform/http/trpc/trpc.js';
import { CLOCK, EVENT_STORE } from '../../platform/tokens.js';
import { readTable, TABLE_FORMATS } from '../../platform/tables/table.files.js';
import { FinanceExports } from '../exports/finance-exports.js';
import { LEDGER } from '../exports/tables.shared.js';
import { momentOf } from './finance.shared.js';

const filter = z.string().min(1).max(120).optional();
/** Rejects unknown parameters: a misspelt range would otherwise export the whole ledger. */
const exportQuery = z.strictObject({
  name: z.string().max(100).default(LEDGER.name),
  format: z.enum(['csv', 'parquet']).default('csv'),
  from: momentOf.optional(),
  to: momentOf.optional(),
  gateway: filter,
  currency: filter,
  priceId: filter,
  userId: filter,
});

/** The files of finance (docs/export-format.md). Needs permission to export ledgers. */
@Controller('api/finance')
@UseGuards(SessionGuard)
@Needs('exportLedgers')
export class FinanceController {
  constructor(
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly exports: FinanceExports,
  ) {}

  /**
   * `GET /api/finance/export?name=…&format=csv|parquet&from=…&to=…`: `name` of an export, the ledger by default; `from`
   * inclusive, `to` exclusive, each a day or an ISO time. Exports of money can be selected by `gateway`, `currency`,
   * `priceId` and `userId`. Refuses with VALIDATION_ERROR {field}, and with AS_OF_IN_FUTURE when `from` is in the
   * future.
   */
  @Get('export')
  async export(@Query() query: unknown, @Res() reply: FastifyReply): Promise<void> {
    const read = exportQuery.safeParse(query);
    if (!read.success) throw new ProductFault(productError('VALIDATION_ERROR', { field: invalidField(read.error) }));
    const { name, format, from, to, ...where } = read.data;
    const found = this.exports.find({ name, ...defined({ from, to }), where: defined(where) }, this.clock.now());
    if (!found.ok) throw new ProductFault(found.error);
    const { table, rows } = found.value;
    // Read before the response starts, so an unavailable store gives an error instead of an empty file.
    const end = await this.events.head();
    void reply
      .header('cache-control', 'private, no-store')
      .header('content-disposition', `attachment; filename="${table.name}.${format}"`)
      .type(TABLE_FORMATS[format])
      .send(readTable(format, table, rows(end)));
  }
}
