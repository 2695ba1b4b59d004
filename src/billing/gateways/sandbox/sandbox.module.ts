import { Inject, Module, type OnApplicationBootstrap, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Server } from 'node:http';
import type { Clock } from '../../../kernel/clock.js';
import type { DocumentStore } from '../../../platform/documents/port.js';
import type { Logs } from '../../../platform/http/logs.js';
import { keyFor, loadOrCreateSecret } from '../../../platform/data-folder/installation-secret.js';
import { Leadership } from '../../../platform/leases/leadership.js';
import { Leases } from '../../../platform/leases/leases.js';
import type { Random } from '../../../platform/random.js';
import { ProductClock } from '../../../platform/product-clock.js';
import { CLOCK, CONFIG, DOCUMENTS, LOGGER, RANDOM, WALL_CLOCK } from '../../../platform/tokens.js';
import { GatewaysModule } from '../gateways.module.js';
import { BillingGateways } from '../registry.js';
import { takesRealPayments, type GatewaySettings } from '../settings.shared.js';
import { CheckoutController } from './pages/checkout.controller.js';
import { WebhookSender } from './webhook-sender.js';
import { PortalController } from './pages/portal.controller.js';
import { DashboardController } from './pages/dashboard.controller.js';
import { SandboxGateway, SIGNATURE_HEADER } from './gateway.js';
import { SandboxSales } from './sales.js';
import { Sandbox } from './sandbox.js';
import { SandboxTime } from './time.js';

interface SandboxConfig {
  readonly roles: ReadonlySet<string>;
  readonly dataDir: string;
  readonly authSecret?: string;
  readonly gateways: GatewaySettings;
}

interface Keys {
  readonly links: Buffer;
  readonly secret: string;
}

const KEYS = Symbol('SANDBOX_KEYS');
const LEASE = 'sandbox';
const LEASE_MS = 10_000;

/** Address of this process on its own machine. */
function ownOrigin(host: HttpAdapterHost): string | undefined {
  // Nest creates the host before the adapter; a process without a server has no adapter at all.
  const adapter = host.httpAdapter as HttpAdapterHost['httpAdapter'] | undefined;
  const server = adapter?.getHttpServer() as Server | undefined; // typed any by Nest
  const address = server?.address();
  if (address === undefined || address === null || typeof address === 'string') return undefined;
  const own = { '0.0.0.0': '127.0.0.1', '::': '::1' }[address.address] ?? address.address;
  return `http://${own.includes(':') ? `[${own}]` : own}:${address.port}`;
}

/** The embedded gateway, `SandboxGateway`, registered with Billing. */
@Module({
  imports: [GatewaysModule],
  controllers: [CheckoutController, PortalController, DashboardController],
  providers: [
    {
      provide: KEYS,
      inject: [CONFIG],
      useFactory: ({ authSecret, dataDir }: SandboxConfig): Keys => {
        const secret = authSecret ?? loadOrCreateSecret(dataDir);
        return {
          links: keyFor(secret, 'pages of the sandbox'),
          secret: keyFor(secret, 'deliveries of the sandbox').toString('hex'),
        };
      },
    },
    {
      provide: SandboxSales,
      inject: [DOCUMENTS],
      useFactory: (documents: DocumentStore) => SandboxSales.open(documents),
    },
    {
      provide: SandboxTime,
      inject: [DOCUMENTS, SandboxSales, ProductClock],
      useFactory: (documents: DocumentStore, sales: SandboxSales, clock: ProductClock) =>
        SandboxTime.open(documents, sales, clock),
    },
    {
      provide: WebhookSender,
      inject: [SandboxSales, SandboxTime, WALL_CLOCK, KEYS, HttpAdapterHost, LOGGER],
      useFactory: (
        sales: SandboxSales,
        time: SandboxTime,
        wall: Clock,
        { secret }: Keys,
        host: HttpAdapterHost,
        log: Logs,
      ) =>
        new WebhookSender({
          sales,
          time,
          wall,
          secret,
          signatureHeader: SIGNATURE_HEADER,
          log,
          door: () => {
            const origin = ownOrigin(host);
            return origin === undefined ? undefined : `${origin}/api/webhooks/sandbox`;
          },
        }),
    },
    {
      provide: SandboxGateway,
      inject: [SandboxSales, CLOCK, KEYS, WebhookSender],
      useFactory: (sales: SandboxSales, clock: Clock, keys: Keys, sender: WebhookSender) =>
        new SandboxGateway({ sales, clock, ...keys, wake: () => sender.wake() }),
    },
    {
      provide: Sandbox,
      inject: [SandboxSales, CLOCK, KEYS, WebhookSender],
      useFactory: (sales: SandboxSales, clock: Clock, { links }: Keys, sender: WebhookSender) =>
        new Sandbox({ sales, clock, links, wake: () => sender.wake() }),
    },
  ],
  exports: [SandboxGateway, SandboxTime],
})
export class SandboxModule implements OnModuleInit, OnApplicationBootstrap, OnModuleDestroy {
  private leadership: Leadership | undefined;

  constructor(
    private readonly sender: WebhookSender,
    private readonly gateway: SandboxGateway,
    private readonly sales: SandboxSales,
    private readonly gateways: BillingGateways,
    private readonly clock: ProductClock,
    @Inject(DOCUMENTS) private readonly documents: DocumentStore,
    @Inject(RANDOM) private readonly random: Random,
    @Inject(LOGGER) private readonly log: Logs,
    @Inject(CONFIG) private readonly config: SandboxConfig,
  ) {}

  /**
   * @throws Error when real payments would run on a clock that was moved, or next to sales made with play money;
   * StoreUnavailable
   */
  async onModuleInit(): Promise<void> {
    if (!takesRealPayments(this.config.gateways)) return this.gateways.add(this.gateway);
    if (await this.sales.hasSold())
      throw new Error(
        'This installation holds plans or packs bought at the sandbox without money. Beside real payments they would count as paid and never end. Start with a fresh DATA_DIR and fresh stores, or remove the keys of the payment gateway',
      );
    if (this.clock.ahead > 0)
      throw new Error(
        'The sandbox has moved the clock of this installation forward, so it cannot take real payments. Start with a fresh DATA_DIR and fresh stores, or remove the keys of the payment gateway',
      );
  }

  /** Only one process posts deliveries. Two would do everything twice, which is harmless but useless. */
  async onApplicationBootstrap(): Promise<void> {
    if (!this.config.roles.has('api') || takesRealPayments(this.config.gateways)) return;
    if (!this.documents.shared) return this.sender.start();
    const clock = { now: () => performance.now() };
    this.leadership = new Leadership({
      leases: await Leases.open(this.documents, clock),
      clock,
      log: this.log,
      name: LEASE,
      holder: this.random.uuid(),
      forMs: LEASE_MS,
      job: this.sender,
    });
    this.leadership.begin();
  }

  /** Stops before the HTTP server, to which it posts, is closed. */
  async onModuleDestroy(): Promise<void> {
    await this.leadership?.end();
    await this.sender.stop();
  }
}
