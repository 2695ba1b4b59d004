import { Body, Controller, HttpCode, Inject, NotFoundException, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Logs } from '../platform/http/logs.js';
import { requestFacts, type NetworkSettings } from '../platform/http/request.js';
import type { RateLimit } from '../platform/rate-limit/port.js';
import { CONFIG, LOGGER, RATE_LIMIT } from '../platform/tokens.js';
import type { Secrets } from './sign-in/secrets.js';
import { SECRETS } from './sessions/tokens.js';
import { addressHash } from './grants/grant-caps.js';

const LOG_RULE = { limit: 60, windowMs: 60_000 };
const line = z.object({
  level: z.enum(['error', 'warn', 'debug']).catch('warn'),
  code: z
    .string()
    .regex(/^[A-Z0-9_]{1,64}$/)
    .catch('UNKNOWN'),
  url: z.string().optional().catch(undefined),
});
const devLines = z.object({
  lines: z.array(z.object({ level: z.string().max(16), message: z.string().max(4_000) })).max(200),
});

/**
 * The auth client reports every failed request as CLIENT_FETCH_ERROR with its address. For the session's address the
 * code is CLIENT_SESSION_ERROR.
 */
const codeOf = ({ code, url }: z.infer<typeof line>): string =>
  code === 'CLIENT_FETCH_ERROR' && url !== undefined && /\/session(\?|$)/.test(url) ? 'CLIENT_SESSION_ERROR' : code;

/** The log lines of browsers. */
@Controller('api')
export class ClientLogController {
  constructor(
    @Inject(LOGGER) private readonly logger: Logs,
    @Inject(RATE_LIMIT) private readonly rateLimit: RateLimit,
    @Inject(SECRETS) private readonly secrets: Secrets,
    @Inject(CONFIG) private readonly config: NetworkSettings & { readonly mode: string },
  ) {}

  /**
   * The auth client's log. Its message may contain anything, so only level and code are kept; the address determines
   * the code.
   */
  @Post(['auth/log', 'auth/_log'])
  @HttpCode(200)
  async log(@Req() request: FastifyRequest, @Body() body: unknown): Promise<Record<string, never>> {
    const { ip } = requestFacts(request, this.config);
    const allowed = await this.rateLimit.take(`log:${addressHash(ip, this.secrets.address)}`, LOG_RULE);
    const read = line.safeParse(body);
    if (allowed.allowed && read.success)
      this.logger[read.data.level]({ code: codeOf(read.data) }, 'the auth client says');
    return {};
  }

  /** Prints the browser's log beside the server's; in development only. */
  @Post('_dev')
  @HttpCode(200)
  dev(@Body() body: unknown): Record<string, never> {
    if (this.config.mode !== 'development') throw new NotFoundException();
    const read = devLines.safeParse(body);
    for (const one of read.success ? read.data.lines : []) this.logger.info({ level: one.level }, one.message);
    return {};
  }
}
