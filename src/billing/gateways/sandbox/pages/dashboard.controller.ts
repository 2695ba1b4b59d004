import { Body, Controller, Get, Inject, Param, Post, Query, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Result } from '../../../../kernel/result.js';
import type { NetworkSettings } from '../../../../platform/http/request.js';
import { Needs, SessionGuard } from '../../../../platform/http/security/session.guard.js';
import type { Random } from '../../../../platform/random.js';
import { CONFIG, RANDOM } from '../../../../platform/tokens.js';
import { addMonths } from '../../../../kernel/months.js';
import { requestedLanguage } from './requested-language.js';
import { readForm } from './forms.js';
import { SANDBOX_PATH } from '../links.js';
import { typedAmount } from './typed-amount.js';
import type { SandboxAction, SandboxRefusal } from '../subscription.js';
import { PageFaults } from './page-faults.js';
import { dashboardPage } from './dashboard-page.js';
import { DASHBOARD_NEWS, DEEDS, MOVES, type DashboardNews, type Deed, type Move } from './dashboard-words.js';
import { sendPage } from './send.js';
import { SandboxSales } from '../sales.js';
import { Sandbox } from '../sandbox.js';
import { SandboxTime } from '../time.js';
import { WhileSandbox } from '../while-sandbox.js';

const HOUR = 3_600_000;
const SHOWN = 20;
/** How long a request to move the clock waits until the product has done everything that was due by then. */
const PATIENCE_MS = 20_000;
const actionId = z.string().min(1).max(100);
const looked = z.object({
  after: z.string().max(400).optional().catch(undefined),
  said: z.enum(DASHBOARD_NEWS).optional().catch(undefined),
});
const clockForm = z.object({ by: z.enum(MOVES) });
const saleForm = z.object({ wish: actionId, deed: z.enum(DEEDS) });
const invoiceForm = z.object({
  wish: actionId,
  invoiceId: z.string().max(120),
  deed: z.enum(['refund', 'dispute', 'won', 'lost']),
  amount: z.string().max(30).default(''),
});

type Deeds = Exclude<SandboxAction, { readonly type: 'advance' }>;

/** Dashboard on which an administrator simulates the bank, the card and the passage of time. */
@Controller('api/sandbox')
@UseGuards(WhileSandbox, SessionGuard)
@UseFilters(PageFaults)
@Needs('runSandbox')
export class DashboardController {
  constructor(
    private readonly sandbox: Sandbox,
    private readonly sales: SandboxSales,
    private readonly time: SandboxTime,
    @Inject(RANDOM) private readonly random: Random,
    @Inject(CONFIG) private readonly network: NetworkSettings,
  ) {}

  @Get()
  async page(@Query() query: unknown, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { after, said } = looked.parse(query);
    const [{ items, next }, nextDueAt, target, waiting] = await Promise.all([
      this.sales.latest(SHOWN, after),
      this.sales.nextDueAt(),
      this.time.target(),
      this.sales.waiting(),
    ]);
    const { clock } = this.time;
    sendPage(
      reply,
      dashboardPage({
        path: SANDBOX_PATH,
        language: requestedLanguage(request),
        now: clock.now(),
        ahead: clock.ahead,
        nextDueAt,
        target,
        waiting,
        sales: items,
        next,
        said,
        newActionId: () => this.random.uuid(),
      }),
    );
  }

  @Post('clock')
  async move(@Body() body: unknown, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { by } = readForm(clockForm, body, request, this.network);
    const now = this.time.clock.now();
    await this.time.request(by === 'next' ? ((await this.sales.nextDueAt()) ?? now) : moved(now, by));
    this.sandbox.wake();
    back(request, reply, (await this.time.arrived(PATIENCE_MS)) ? 'moved' : 'moving');
  }

  @Post('sales/:id')
  async deed(
    @Param('id') id: string,
    @Body() body: unknown,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const form = readForm(saleForm, body, request, this.network);
    back(request, reply, newsOf(await this.sandbox.act(id, form.wish, actionOf(form.deed))));
  }

  @Post('invoices/:id')
  async invoice(
    @Param('id') id: string,
    @Body() body: unknown,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { deed, invoiceId, amount, wish: actionId } = readForm(invoiceForm, body, request, this.network);
    const act = async (action: Deeds): Promise<DashboardNews> => newsOf(await this.sandbox.act(id, actionId, action));
    switch (deed) {
      case 'dispute':
        return back(request, reply, await act({ type: 'dispute', invoiceId }));
      case 'won':
      case 'lost':
        return back(request, reply, await act({ type: 'close-dispute', invoiceId, outcome: deed }));
      case 'refund': {
        const minor = typedAmount(amount, (await this.sales.get(id))?.order.currency ?? '');
        return back(
          request,
          reply,
          minor === undefined ? 'amount' : await act({ type: 'refund', invoiceId, amount: minor }),
        );
      }
      default:
        return deed satisfies never;
    }
  }
}

function moved(now: number, by: Exclude<Move, 'next'>): number {
  switch (by) {
    case 'hour':
      return now + HOUR;
    case 'day':
      return now + 24 * HOUR;
    case 'week':
      return now + 7 * 24 * HOUR;
    case 'month':
      return addMonths(now, 1);
    default:
      return by satisfies never;
  }
}

/** An immediate charge uses a card that pays. */
function actionOf(deed: Deed): Deeds {
  switch (deed) {
    case 'card-pays':
      return { type: 'set-card', card: 'pays' };
    case 'card-declines':
      return { type: 'set-card', card: 'declines' };
    case 'charge':
      return { type: 'charge', card: 'pays' };
    default:
      return { type: deed };
  }
}

const newsOf = (acted: Result<unknown, SandboxRefusal>): DashboardNews => (acted.ok ? 'done' : acted.error);

/** Redirects to the page, so that reloading does not submit the form again. */
function back(request: FastifyRequest, reply: FastifyReply, said: DashboardNews): void {
  void reply
    .header('cache-control', 'no-store')
    .redirect(`${SANDBOX_PATH}?language=${requestedLanguage(request)}&said=${said}`, 303);
}
