import { Controller, Get, Headers, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { isUnchanged } from '../../platform/http/pages/entity-tag.js';
import { Trust } from './trust.js';

/** Figures about the service; needs no session. */
@Controller('api/trust')
export class TrustController {
  constructor(private readonly trust: Trust) {}

  /** See `trustFigures`. @throws StoreUnavailable */
  @Get()
  async figures(@Headers('if-none-match') known: string | undefined, @Res() reply: FastifyReply): Promise<void> {
    const { body, tag } = await this.trust.figures();
    void reply.header('cache-control', 'public, max-age=60').header('etag', tag);
    if (isUnchanged(known, tag)) return void reply.status(304).send();
    return void reply.type('application/json; charset=utf-8').send(body);
  }
}
