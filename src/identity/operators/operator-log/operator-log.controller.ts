import { Controller, Get, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Readable } from 'node:stream';
import { Needs, SessionGuard } from '../../../platform/http/security/session.guard.js';
import { OperatorChain } from './log.js';

/** Exports the log of administrators and finance as a file. */
@Controller('api/operator-log')
@UseGuards(SessionGuard)
@Needs('readOperatorLog')
export class OperatorLogController {
  constructor(private readonly chain: OperatorChain) {}

  /** NDJSON, oldest first: one record per line, with its hash and that of the previous one. */
  @Get()
  export(@Res() reply: FastifyReply): void {
    void reply
      .header('cache-control', 'private, no-store')
      .header('content-disposition', 'attachment; filename="operator-log.ndjson"')
      .type('application/x-ndjson')
      .send(Readable.from(this.lines()));
  }

  private async *lines(): AsyncGenerator<string, void, undefined> {
    for await (const record of this.chain.all()) yield `${JSON.stringify(record)}\n`;
  }
}
