import { Controller, Get, Inject, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { HealthRegistry, HealthReport } from '../telemetry/health.js';
import { HEALTH } from '../tokens.js';

/** For operators and their machines: is it alive, is it ready. */
@Controller()
export class OpsController {
  private asking: Promise<HealthReport> | undefined;

  constructor(@Inject(HEALTH) private readonly health: HealthRegistry) {}

  /** Whether the process itself works: 200, or 503 when it should be started again. No store is asked. */
  @Get('api/health')
  async live(@Res({ passthrough: true }) reply: FastifyReply): Promise<Pick<HealthReport, 'live'>> {
    const { live } = await this.health.check('live');
    reply.status(live ? 200 : 503).header('cache-control', 'no-store');
    return { live };
  }

  /** Whether every part of it can be reached and works: 200, or 503; the body says how each fares. However many ask, the parts are asked once at a time. */
  @Get('api/health/ready')
  async ready(@Res({ passthrough: true }) reply: FastifyReply): Promise<HealthReport> {
    this.asking ??= this.health.check().finally(() => { this.asking = undefined; });
    const health = await this.asking;
    reply.status(health.ready ? 200 : 503).header('cache-control', 'no-store');
    return health;
  }
}
