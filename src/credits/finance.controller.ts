import { Controller, Get, Inject, Query, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { productError } from '../kernel/errors.shared.js';
import type { EventStore } from '../platform/event-store/port.js';
import { CurrentUser, SessionGuard } from '../platform/http/session.guard.js';
import type { SessionUser } from '../platform/http/session-user.js';
import { ProductFault } from '../platform/http/trpc.js';
import { EVENT_STORE } from '../platform/tokens.js';
import { EXPORT_FORMATS, readExport } from './export.files.js';
import { exportRows } from './export.rows.js';
import { momentOf } from './finance.shared.js';

const asked = z.object({ format: z.enum(['csv', 'parquet']).default('csv'), from: momentOf.optional(), to: momentOf.optional() });

/** Every event of the ledger as a file, for the role `finance` alone. */
@Controller('api/finance')
@UseGuards(SessionGuard)
export class FinanceController {
  constructor(@Inject(EVENT_STORE) private readonly events: EventStore) {}

  /** `GET /api/finance/export?format=csv|parquet&from=…&to=…`: a day or an ISO time each; from the first on, before the second. */
  @Get('export')
  export(@CurrentUser() user: SessionUser, @Query() query: unknown, @Res() reply: FastifyReply): void {
    if (!user.roles.includes('finance')) throw new ProductFault(productError('PERMISSION_ERROR'));
    const range = asked.safeParse(query);
    if (!range.success) throw new ProductFault(productError('VALIDATION_ERROR', { field: range.error.issues[0]?.path.join('.') ?? '' }));
    const { format, from, to } = range.data;
    const rows = exportRows(this.events, { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) });
    void reply.header('cache-control', 'private, no-store').header('content-disposition', `attachment; filename="ledger.${format}"`).type(EXPORT_FORMATS[format]).send(readExport(format, rows));
  }
}
