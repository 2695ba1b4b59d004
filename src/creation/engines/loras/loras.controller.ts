import { Controller, Get, Param, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { productError } from '../../../kernel/errors.shared.js';
import { ProductFault } from '../../../platform/http/trpc/trpc.js';
import { Loras } from './loras.js';

/** The address of a sample changes with it. */
const CACHE = 'public, max-age=604800';

/** Serves the samples of LoRAs, to everybody like the list. */
@Controller('api/loras')
export class LorasController {
  constructor(private readonly loras: Loras) {}

  /** The sample as WebP. Error: CONFIG_NOT_FOUND. */
  @Get(':id/sample')
  async sample(@Param('id') id: string, @Res() reply: FastifyReply): Promise<void> {
    const webp = await this.loras.sample(id);
    if (webp === undefined) throw new ProductFault(productError('CONFIG_NOT_FOUND'));
    return void reply.header('content-type', 'image/webp').header('cache-control', CACHE).header('x-content-type-options', 'nosniff').send(webp);
  }
}
