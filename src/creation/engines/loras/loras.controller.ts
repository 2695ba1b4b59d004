import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { productError } from '../../../kernel/errors.shared.js';
import { callerKindsOf, may } from '../../../kernel/permissions.shared.js';
import type { SessionReader } from '../../../platform/http/security/session-user.js';
import { ProductFault } from '../../../platform/http/trpc/trpc.js';
import { SESSION_READER } from '../../../platform/tokens.js';
import { Loras } from './loras.js';

/** The address of a sample changes with it. */
const PUBLIC = 'public, max-age=604800';
const HIDDEN = 'private, no-store';

/** Serves the samples of LoRAs: those that are offered to everybody, like the list, the others to administrators. */
@Controller('api/loras')
export class LorasController {
  constructor(
    private readonly loras: Loras,
    @Inject(SESSION_READER) private readonly sessions: SessionReader,
  ) {}

  /** The sample as WebP. Error: CONFIG_NOT_FOUND. */
  @Get(':id/sample')
  async sample(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const found = await this.loras.sample(id);
    const isShown =
      found?.isPublic === true ||
      (found !== undefined && may('connectEngines', callerKindsOf(await this.sessions.read(request))));
    if (found === undefined || !isShown) throw new ProductFault(productError('CONFIG_NOT_FOUND'));
    return void reply
      .header('content-type', 'image/webp')
      .header('cache-control', found.isPublic ? PUBLIC : HIDDEN)
      .header('x-content-type-options', 'nosniff')
      .send(found.webp);
  }
}
