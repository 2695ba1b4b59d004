import { Controller, Get, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ProductFault } from '../../platform/http/trpc/trpc.js';
import { AdRewards } from './ad-rewards.js';

/** `GET /api/ad-rewards`: the callbacks of an ad network. The signature alone authorises them. */
@Controller('api/ad-rewards')
export class AdRewardsController {
  constructor(private readonly rewards: AdRewards) {}

  @Get()
  async take(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const at = request.url.indexOf('?');
    const taken = await this.rewards.take(at < 0 ? '' : request.url.slice(at + 1));
    if (!taken.ok) throw new ProductFault(taken.error);
    return void reply.header('cache-control', 'no-store').send({ rewarded: true });
  }
}
