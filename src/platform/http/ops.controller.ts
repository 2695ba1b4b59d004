import { Controller, Get, Inject, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { HealthRegistry, HealthReport } from '../telemetry/health.js';
import { HEALTH } from '../tokens.js';

/** Health checks for operators and orchestration. */
@Controller()
export class OpsController {
  private asking: Promise<HealthReport> | undefined;

  constructor(@Inject(HEALTH) private readonly health: HealthRegistry) {}

  /** Liveness: 200, or 503 if the process should be restarted. No store is queried. */
  @Get('api/health')
  async live(@Res({ passthrough: true }) reply: FastifyReply): Promise<Pick<HealthReport, 'live'>> {
    const { live } = await this.health.check('live');
    reply.status(live ? 200 : 503).header('cache-control', 'no-store');
    return { live };
  }

  /**
   * Readiness: whether every part is reachable and works. 200, or 503; the body gives the status of each part.
   * Concurrent requests share one check.
   */
  @Get('api/health/ready')
  async ready(@Res({ passthrough: true }) reply: FastifyReply): Promise<HealthReport> {
    this.asking ??= this.health.check().finally(() => {
      this.asking = undefined;
    });
    const health = await this.asking;
    reply.status(health.ready ? 200 : 503).header('cache-control', 'no-store');
    return health;
  }
}
