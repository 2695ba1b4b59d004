import { Controller, Get, Inject, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { HealthRegistry, HealthReport } from '../telemetry/health.js';
import type { Metrics } from '../telemetry/metrics.js';
import { HEALTH, METRICS } from '../tokens.js';

/** For operators and their machines: is it alive, is it ready, what does it measure. */
@Controller()
export class OpsController {
  constructor(
    @Inject(HEALTH) private readonly health: HealthRegistry,
    @Inject(METRICS) private readonly measured: Metrics,
  ) {}

  /** 200 when ready, 503 when not; the body tells live from ready. */
  @Get('api/health')
  async healthOf(@Res({ passthrough: true }) reply: FastifyReply): Promise<HealthReport> {
    const health = await this.health.check();
    reply.status(health.ready ? 200 : 503).header('cache-control', 'no-store');
    return health;
  }

  @Get('metrics')
  async metrics(@Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    reply.header('content-type', this.measured.contentType).header('cache-control', 'no-store');
    return this.measured.metrics();
  }
}
