import { Controller, Get, Headers, Param, Res, UseGuards } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import { productError } from '../../kernel/errors.shared.js';
import { Needs, SessionGuard } from '../../platform/http/security/session.guard.js';
import { ProductFault } from '../../platform/http/trpc/trpc.js';
import { GetClosingFile } from './close.queries.js';

/** Signed files of closed months. Needs permission to export ledgers. */
@Controller('api/finance')
@UseGuards(SessionGuard)
@Needs('exportLedgers')
export class CloseController {
  constructor(private readonly queries: QueryBus) {}

  /**
   * `GET /api/finance/closings/2026-10.1.json`: the file of a closing of a month. CLOSING_NOT_FOUND {id}; a browser
   * that opens the address gets the page of the month instead, which says what is wrong with the document.
   */
  @Get('closings/:name')
  async file(
    @Param('name') name: string,
    @Headers('accept') accept: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const [, month, closing] = /^(\d{4}-(?:0[1-9]|1[0-2]))\.(\d{1,4})\.json$/.exec(name) ?? [];
    if (month === undefined) throw new ProductFault(productError('CLOSING_NOT_FOUND', { id: '' }));
    const found = await this.queries.execute(new GetClosingFile(month, Number(closing)));
    if (!found.ok && accept?.includes('text/html') === true)
      return void reply.header('cache-control', 'private, no-store').redirect(`/finance/close?month=${month}`, 303);
    if (!found.ok) throw new ProductFault(found.error);
    void reply
      .header('cache-control', 'private, no-store')
      .header('content-disposition', `attachment; filename="closing-${name}"`)
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(found.value));
  }
}
