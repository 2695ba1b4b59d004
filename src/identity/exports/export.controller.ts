import { Controller, Get, Inject, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Readable } from 'node:stream';
import type { Clock } from '../../kernel/clock.js';
import { productError } from '../../kernel/errors.shared.js';
import type { Blobs } from '../../platform/blobs/port.js';
import { CurrentUser, Needs, SessionGuard } from '../../platform/http/security/session.guard.js';
import type { SessionUser } from '../../platform/http/security/session-user.js';
import { ProductFault } from '../../platform/http/trpc/trpc.js';
import { BLOBS, WALL_CLOCK } from '../../platform/tokens.js';
import { Exports } from './exports.js';

const NAME = 'attachment; filename="kinora-data.zip"';
/** Lifetime of a download link; it only has to last until the download starts. */
const LINK_MS = 300_000;

/** Downloads the caller's data export. The session alone identifies it, so nobody else can request it. */
@Controller('api/account')
@UseGuards(SessionGuard)
@Needs('ownData')
export class ExportController {
  constructor(
    private readonly exports: Exports,
    @Inject(BLOBS) private readonly blobs: Blobs,
    @Inject(WALL_CLOCK) private readonly clock: Clock,
  ) {}

  @Get('export')
  async fetch(@CurrentUser() user: SessionUser, @Res() reply: FastifyReply): Promise<void> {
    const found = await this.exports.of(user.id);
    if (found?.state !== 'ready' || found.until <= this.clock.now())
      throw new ProductFault(productError('VERIFICATION_EXPIRED', { reason: 'expired' }));
    void reply.header('cache-control', 'private, no-store').header('vary', 'Cookie');
    const link = await this.blobs.link?.(found.hash, { type: 'application/zip', disposition: NAME, forMs: LINK_MS });
    if (link !== undefined) return void reply.redirect(link, 302);
    const content = await this.blobs.read(found.hash);
    if (content === undefined) throw new ProductFault(productError('VERIFICATION_EXPIRED', { reason: 'expired' }));
    return void reply
      .header('content-disposition', NAME)
      .header('content-length', found.bytes)
      .type('application/zip')
      .send(Readable.from(content, { objectMode: false }));
  }
}
