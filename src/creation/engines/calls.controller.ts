import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Logs } from '../../platform/http/logs.js';
import { mountRawPost } from '../../platform/http/raw-posts.js';
import { ProductFault } from '../../platform/http/trpc/trpc.js';
import { LOGGER } from '../../platform/tokens.js';
import { Engines } from './engines.js';

/** Maximum size of a callback in bytes: a job with its prompt and its log. */
const MAX_BYTES = 4 * 1_048_576;
const address = z.object({ engine: z.uuid(), run: z.string().min(1).max(200) });

/** `POST /api/engines/:engine/calls?run=…`: the callback of an engine when a job has ended. */
@Injectable()
export class EngineCallsController implements OnModuleInit {
  constructor(
    private readonly host: HttpAdapterHost,
    private readonly engines: Engines,
    @Inject(LOGGER) private readonly logger: Logs,
  ) {}

  onModuleInit(): void {
    // There is no adapter without a server, for example in an operator's command.
    const adapter = this.host.httpAdapter as HttpAdapterHost['httpAdapter'] | undefined;
    const fastify = adapter?.getInstance<FastifyInstance>();
    if (fastify !== undefined)
      mountRawPost(
        fastify,
        { url: '/api/engines/:engine/calls', bytes: MAX_BYTES, answer: (request, body) => this.take(request, body) },
        this.logger,
      );
  }

  private async take(request: FastifyRequest, body: Uint8Array): Promise<{ readonly received: true }> {
    const at = address.safeParse({ ...Object(request.params), ...Object(request.query) });
    const header = (name: string): string | undefined => [request.headers[name]].flat()[0];
    const taken = await this.engines.called(at.success ? at.data : undefined, { body, header });
    if (!taken.ok) throw new ProductFault(taken.error);
    return { received: true };
  }
}
