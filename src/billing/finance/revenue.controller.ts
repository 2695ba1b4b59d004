import { Controller, Get, Query, Res, UseGuards } from '@nestjs/common';
import { stringify } from 'csv-stringify';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { defined } from '../../kernel/defined.shared.js';
import { productError } from '../../kernel/errors.shared.js';
import { Needs, SessionGuard } from '../../platform/http/security/session.guard.js';
import { ProductFault } from '../../platform/http/trpc/trpc.js';
import { RevenueReads } from './revenue.queries.js';
import { revenueOf } from './revenue.shared.js';
import { sumRevenue } from './revenue.sums.js';

/** Rejects unknown parameters: a misspelt filter would otherwise export all revenue. */
const exportQuery = revenueOf.extend({ from: z.iso.date(), to: z.iso.date() }).strict();

const COLUMNS = ['day', 'gateway', 'currency', 'priceId', 'paid', 'refunded', 'disputed', 'returned', 'lost', 'tax', 'net', 'recognised', 'payments', 'refunds', 'disputes'] as const;

/** Exports revenue as a file. Needs permission to export ledgers. */
@Controller('api/finance')
@UseGuards(SessionGuard)
@Needs('exportLedgers')
export class RevenueController {
  constructor(private readonly reads: RevenueReads) {}

  /**
   * `GET /api/finance/revenue?from=YYYY-MM-DD&to=YYYY-MM-DD&gateway=…&currency=…&priceId=…`: one row per day (UTC, both
   * inclusive), gateway, currency and price with a payment, return or recognition. Minor units. VALIDATION_ERROR
   * {field}, AS_OF_IN_FUTURE.
   */
  @Get('revenue')
  async export(@Query() query: unknown, @Res() reply: FastifyReply): Promise<void> {
    const range = exportQuery.safeParse(query);
    if (!range.success) throw new ProductFault(productError('VALIDATION_ERROR', { field: fieldOf(range.error) }));
    const { from, to, gateway, currency, priceId } = range.data;
    const checked = this.reads.range({ from, to });
    if (!checked.ok) throw new ProductFault(checked.error);
    const of = defined({ gateway, currency, priceId });
    const rows = sumRevenue(await this.reads.upTo(to), { from, to, by: 'both', ...of })
      .flatMap(({ currency: in_, days }) => days.flatMap(({ day, lines }) => lines.map(({ key, ...figures }) => ({ day, currency: in_, ...partsOf(key), ...figures }))))
      .toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
    const file = stringify(rows, { header: true, columns: [...COLUMNS], record_delimiter: 'windows', escape_formulas: true });
    void reply.header('cache-control', 'private, no-store').header('content-disposition', 'attachment; filename="revenue.csv"').type('text/csv; charset=utf-8').send(file);
  }
}

function partsOf(key: string): { readonly gateway: string; readonly priceId: string } {
  const [gateway = '', ...price] = key.split(' ');
  return { gateway, priceId: price.join(' ') };
}

function fieldOf({ issues: [issue] }: z.ZodError): string {
  return issue?.code === 'unrecognized_keys' ? (issue.keys[0] ?? '') : (issue?.path.join('.') ?? '');
}
