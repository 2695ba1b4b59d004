import { Body, Controller, Get, Inject, Param, Post, Query, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { productError } from '../../../../kernel/errors.shared.js';
import type { NetworkSettings } from '../../../../platform/http/request.js';
import { ProductFault } from '../../../../platform/http/trpc/trpc.js';
import { CONFIG } from '../../../../platform/tokens.js';
import { readForm } from './forms.js';
import { SANDBOX_PATH } from '../links.js';
import { METHOD_IDS } from '../methods.js';
import { PageFaults } from './page-faults.js';
import { PORTAL_NEWS, portalPage } from './portal-page.js';
import { sendPage } from './send.js';
import { Sandbox } from '../sandbox.js';
import { WhileSandbox } from '../while-sandbox.js';

const form = z.object({ method: z.enum(METHOD_IDS) });
const said = z.object({ said: z.enum(PORTAL_NEWS).optional().catch(undefined) });

/** The hosted page for changing the payment method. Its address is a secret, like that of a checkout. */
@Controller('api/sandbox/portal')
@UseGuards(WhileSandbox)
@UseFilters(PageFaults)
export class PortalController {
  constructor(
    private readonly sandbox: Sandbox,
    @Inject(CONFIG) private readonly network: NetworkSettings,
  ) {}

  @Get(':id')
  async page(@Param('id') id: string, @Query() query: unknown, @Res() reply: FastifyReply): Promise<void> {
    const { sale, link } = await this.known(id);
    sendPage(
      reply,
      portalPage(sale, { path: pathOf(id), back: link.back, language: link.language, said: said.parse(query).said }),
    );
  }

  @Post(':id')
  async change(
    @Param('id') id: string,
    @Body() body: unknown,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { method } = readForm(form, body, request, this.network);
    const { link } = await this.known(id);
    const changed = await this.sandbox.payWith(link.id, method);
    const news = changed.ok ? changed.value : changed.error === 'declined' ? 'declined' : 'refused';
    void reply.header('cache-control', 'no-store').redirect(`${pathOf(id)}?said=${news}`, 303);
  }

  private async known(id: string): Promise<NonNullable<Awaited<ReturnType<Sandbox['portal']>>>> {
    const found = await this.sandbox.portal(id);
    if (found === undefined) throw new ProductFault(productError('SUBSCRIPTION_NOT_FOUND'));
    return found;
  }
}

const pathOf = (id: string): string => `${SANDBOX_PATH}/portal/${id}`;
