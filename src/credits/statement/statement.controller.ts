import { Controller, Get, Inject, Query, Res, UseGuards } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Clock } from '../../kernel/clock.js';
import { productError } from '../../kernel/errors.shared.js';
import { CurrentUser, Needs, SessionGuard } from '../../platform/http/security/session.guard.js';
import type { SessionUser } from '../../platform/http/security/session-user.js';
import { ProductFault } from '../../platform/http/trpc/trpc.js';
import { CLOCK } from '../../platform/tokens.js';
import { APP_NAMES, USAGE_TYPES, statementFilter } from '../credits.shared.js';
import { ReadStatement } from '../queries.js';
import { statementFile, statementFileName } from './statement.file.js';

const isZone = (zone: string): boolean => {
  try {
    return Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};
// In a query string, a list with one value arrives as a string, and a number as its digits.
const list = (value: unknown): unknown => (typeof value === 'string' ? [value] : value);
const moment = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number)
  .optional();
const statementQuery = z.object({
  appName: z.enum(APP_NAMES).default('kinora'),
  usageType: z.enum(USAGE_TYPES).default('credits'),
  kinds: z.preprocess(list, statementFilter.shape.kinds),
  text: statementFilter.shape.text,
  from: moment,
  to: moment,
  zone: z.string().max(100).refine(isZone).default('UTC'),
});

/** A user's own statement as a file. */
@Controller('api/credits')
@UseGuards(SessionGuard)
@Needs('ownCredits')
export class StatementController {
  constructor(
    private readonly queries: QueryBus,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * `GET /api/credits/statement.csv`: takes the filter of `credits.statement` as query parameters (`kinds` may repeat,
   * times are milliseconds since the epoch); `zone` is the time zone of the days in the file name.
   */
  @Get('statement.csv')
  async file(@CurrentUser() user: SessionUser, @Query() query: unknown, @Res() reply: FastifyReply): Promise<void> {
    const input = statementQuery.safeParse(query);
    if (!input.success)
      throw new ProductFault(productError('VALIDATION_ERROR', { field: input.error.issues[0]?.path.join('.') ?? '' }));
    const { appName, usageType, zone, ...filter } = input.data;
    const lines = await this.queries.execute(new ReadStatement({ userId: user.id, appName, usageType }, filter));
    const name = statementFileName(usageType, filter, this.clock.now(), zone);
    void reply
      .header('cache-control', 'private, no-store')
      .header('content-disposition', `attachment; filename="${name}"`)
      .type('text/csv; charset=utf-8')
      .send(statementFile(lines));
  }
}
