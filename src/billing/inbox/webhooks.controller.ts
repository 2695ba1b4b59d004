import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { TRPCError } from '@trpc/server';
import type { Logs } from '../../platform/http/logs.js';
import { mountRawPost } from '../../platform/http/raw-posts.js';
import { ProductFault } from '../../platform/http/trpc/trpc.js';
import { LOGGER } from '../../platform/tokens.js';
import { BillingGateways } from '../gateways/registry.js';
import { Inbox } from './inbox.js';

/** Maximum size of a delivery in bytes: Stripe's largest events have a few hundred thousand. */
const MAX_BYTES = 1_048_576;

/**
 * `POST /api/webhooks/:gateway`: receives deliveries. Answers 200 once a delivery is durable; handles it afterwards.
 */
@Injectable()
export class WebhooksController implements OnModuleInit {
  constructor(
    private readonly host: HttpAdapterHost,
    private readonly gateways: BillingGateways,
    private readonly inbox: Inbox,
    @Inject(LOGGER) private readonly logger: Logs,
  ) {}

  onModuleInit(): void {
    // Absent when no server runs, such as in an operator's command.
    const adapter = this.host.httpAdapter as HttpAdapterHost['httpAdapter'] | undefined;
    const fastify = adapter?.getInstance<FastifyInstance>();
    if (fastify !== undefined)
      mountRawPost(
        fastify,
        { url: '/api/webhooks/:gateway', bytes: MAX_BYTES, answer: (request, body) => this.take(request, body) },
        this.logger,
      );
  }

  private async take(request: FastifyRequest, body: Uint8Array): Promise<{ readonly received: true }> {
    const { gateway: name } = request.params as { readonly gateway: string }; // parameter of this route
    const gateway = this.gateways.byName(name);
    if (gateway === undefined) throw new TRPCError({ code: 'NOT_FOUND' });
    const header = request.headers[gateway.signatureHeader];
    const taken = await this.inbox.take(gateway, { body, signature: Array.isArray(header) ? header[0] : header });
    if (!taken.ok) throw new ProductFault(taken.error);
    return { received: true };
  }
}
