import { Controller, Get, Headers, Param, Query, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { CurrentUser, Needs, SessionGuard } from '../../platform/http/security/session.guard.js';
import type { SessionUser } from '../../platform/http/security/session-user.js';
import { InvoiceFiles } from './invoice.files.js';

/** Invoices as PDF, for their owner. For anyone else an invoice does not exist. */
@Controller('api/billing/invoices')
@UseGuards(SessionGuard)
@Needs('ownUsage')
export class InvoicesController {
  constructor(private readonly files: InvoiceFiles) {}

  /** `GET /api/billing/invoices/<id>.pdf?language=de`; English when invoices are not available in the language. */
  @Get(':name')
  async fetch(
    @CurrentUser() reader: SessionUser,
    @Param('name') name: string,
    @Query('language') language: unknown,
    @Headers('if-none-match') known: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.files.send({ reader, name, language, known }, ({ userId }) => userId === reader.id, reply);
  }
}

/**
 * Every invoice as PDF, for readers of ledgers. They need no account of their own, and the operators' log records each
 * invoice that they open.
 */
@Controller('api/finance/invoices')
@UseGuards(SessionGuard)
@Needs('readLedgers')
export class FinanceInvoicesController {
  constructor(private readonly files: InvoiceFiles) {}

  /** `GET /api/finance/invoices/<id>.pdf?language=de`. */
  @Get(':invoiceId')
  async fetch(
    @CurrentUser() reader: SessionUser,
    @Param('invoiceId') name: string,
    @Query('language') language: unknown,
    @Headers('if-none-match') known: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.files.send({ reader, name, language, known }, () => true, reply);
  }
}
