import { Controller, Get, Inject, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { HEALTH, METRICS } from '../tokens.js';

/** What is asked of the health registry. */
export interface HealthChecks {
  /** `live`: the process answers. `ready`: it can do its work. `checks`: each part by name. */
  check(): Promise<{ readonly live: boolean; readonly ready: boolean; readonly checks: Readonly<Record<string, unknown>> }>;
}

/** What is asked of the metrics registry. */
export interface MetricsText {
  readonly contentType: string;
  /** In the Prometheus text format. */
  metrics(): Promise<string>;
}

/** For operators and their machines: is it alive, is it ready, what does it measure. */
@Controller()
export class OpsController {
  constructor(
    @Inject(HEALTH) private readonly health: HealthChecks,
    @Inject(METRICS) private readonly registry: MetricsText,
  ) {}

  /** 200 when ready, 503 when not; the body tells live from ready. */
  @Get('api/health')
  async healthOf(@Res({ passthrough: true }) reply: FastifyReply): Promise<unknown> {
    const health = await this.health.check();
    reply.status(health.ready ? 200 : 503).header('cache-control', 'no-store');
    return health;
  }

  @Get('metrics')
  async metrics(@Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    reply.header('content-type', this.registry.contentType).header('cache-control', 'no-store');
    return this.registry.metrics();
  }
}
