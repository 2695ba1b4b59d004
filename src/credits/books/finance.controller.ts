import { Controller, Get, Inject, Query, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Clock } from '../../kernel/clock.js';
import { defined } from '../../kernel/defined.shared.js';
import { productError } from '../../kernel/errors.shared.js';
import type { EventStore } from '../../platform/event-store/port.js';
import { Needs, SessionGuard } from '../../platform/http/security/session.guard.js';
import { ProductFault } from '../../platform/http/trpc/trpc.js';
import { CLOCK, EVENT_STORE } from '../../platform/tokens.js';
import { EXPORT_FORMATS, readExport } from './export.files.js';
import { rowsUpTo } from './export.rows.js';
import { momentOf } from './finance.shared.js';

/** Rejects unknown parameters: a misspelt range would otherwise export the whole ledger. */
const exportQuery = z.strictObject({ format: z.enum(['csv', 'parquet']).default('csv'), from: momentOf.optional(), to: momentOf.optional() });

const refused = (field: string): ProductFault => new ProductFault(productError('VALIDATION_ERROR', { field }));

/** Exports every event of the ledger as a file. Needs permission to export ledgers. */
@Controller('api/finance')
@UseGuards(SessionGuard)
@Needs('exportLedgers')
export class FinanceController {
  constructor(
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * `GET /api/finance/export?format=csv|parquet&from=…&to=…`: `from` inclusive, `to` exclusive, each a day or an ISO
   * time. Refuses with VALIDATION_ERROR {field}, and with AS_OF_IN_FUTURE when `from` is in the future.
   */
  @Get('export')
  async export(@Query() query: unknown, @Res() reply: FastifyReply): Promise<void> {
    const range = exportQuery.safeParse(query);
    if (!range.success) throw refused(fieldOf(range.error));
    const { format, from, to } = range.data;
    const now = this.clock.now();
    if (from !== undefined && from > now) throw new ProductFault(productError('AS_OF_IN_FUTURE', { now: new Date(now).toISOString() }));
    if (from !== undefined && to !== undefined && from >= to) throw refused('to');
    // Read before the response starts, so an unavailable store gives an error instead of an empty file.
    const end = await this.events.head();
    const rows = rowsUpTo(this.events, end, defined({ from, to }));
    void reply.header('cache-control', 'private, no-store').header('content-disposition', `attachment; filename="ledger.${format}"`).type(EXPORT_FORMATS[format]).send(readExport(format, rows));
  }
}

function fieldOf({ issues: [issue] }: z.ZodError): string {
  return issue?.code === 'unrecognized_keys' ? (issue.keys[0] ?? '') : (issue?.path.join('.') ?? '');
}
