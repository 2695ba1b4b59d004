import { Body, Controller, Get, Inject, Param, Post, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
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
import { bankPage, checkoutPage, expiredPage } from './checkout-page.js';
import { sendPage } from './send.js';
import type { Sale } from '../sale.js';
import { Sandbox } from '../sandbox.js';
import { WhileSandbox } from '../while-sandbox.js';

const payForm = z.object({ method: z.enum(METHOD_IDS) });
const bankForm = z.object({ answer: z.enum(['approve', 'refuse']) });

/**
 * The hosted payment page. Its address is a secret derived from the checkout: anyone with the link may pay, as at real
 * gateways. It must therefore not reveal anything that a payer may not know.
 */
@Controller('api/sandbox/checkout')
@UseGuards(WhileSandbox)
@UseFilters(PageFaults)
export class CheckoutController {
  constructor(
    private readonly sandbox: Sandbox,
    @Inject(CONFIG) private readonly network: NetworkSettings,
  ) {}

  @Get(':id')
  async page(@Param('id') id: string, @Res() reply: FastifyReply): Promise<void> {
    answer(reply, await this.sandbox.checkout(id), id);
  }

  @Post(':id')
  async pay(
    @Param('id') id: string,
    @Body() body: unknown,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const form = readForm(payForm, body, request, this.network);
    const sale = await this.sandbox.pay(id, form.method);
    goOn(reply, sale, id);
  }

  @Post(':id/bank')
  async bank(
    @Param('id') id: string,
    @Body() body: unknown,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const form = readForm(bankForm, body, request, this.network);
    goOn(reply, await this.sandbox.answerBank(id, form.answer === 'approve'), id);
  }
}

const pathOf = (id: string): string => `${SANDBOX_PATH}/checkout/${id}`;

/** @throws ProductFault ORDER_NOT_FOUND for a link that was never issued */
function known(sale: Sale | undefined): Sale {
  if (sale === undefined) throw new ProductFault(productError('ORDER_NOT_FOUND'));
  return sale;
}

function answer(reply: FastifyReply, found: Sale | undefined, id: string): void {
  const sale = known(found);
  const {
    stage,
    order: { returnUrl },
  } = sale;
  switch (stage.kind) {
    case 'open':
      return sendPage(reply, stage.asked === null ? checkoutPage(sale, pathOf(id)) : bankPage(sale, pathOf(id)));
    case 'expired':
      return sendPage(reply, expiredPage(sale));
    case 'subscribed':
    case 'bought':
      return void reply.redirect(returnUrl, 303);
    default:
      return stage satisfies never;
  }
}

/** Redirects after a form, so that reloading the page does not submit it again. */
function goOn(reply: FastifyReply, found: Sale | undefined, id: string): void {
  const {
    stage,
    order: { returnUrl },
  } = known(found);
  const isPaid = stage.kind === 'subscribed' || stage.kind === 'bought';
  void reply.header('cache-control', 'no-store').redirect(isPaid ? returnUrl : pathOf(id), 303);
}
