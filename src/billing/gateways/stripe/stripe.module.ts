import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import type { Clock } from '../../../kernel/clock.js';
import { CONFIG, WALL_CLOCK } from '../../../platform/tokens.js';
import { findProduct } from '../../plans/products.seed.shared.js';
import { GatewaysModule } from '../gateways.module.js';
import { BillingGateways } from '../registry.js';
import type { GatewaySettings } from '../settings.shared.js';

/** Takes payments through Stripe when the operator has configured an account. */
@Module({ imports: [GatewaysModule] })
export class StripeModule implements OnModuleInit {
  constructor(
    private readonly gateways: BillingGateways,
    @Inject(WALL_CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: { readonly gateways: GatewaySettings },
  ) {}

  async onModuleInit(): Promise<void> {
    const { stripe } = this.config.gateways;
    if (stripe === undefined) return;
    // Loaded only if it is configured: the library has some 220 modules.
    const { createStripe, StripeGateway } = await import('./gateway.js');
    this.gateways.add(new StripeGateway(createStripe(stripe), stripe.webhookSecret, findProduct, this.clock));
  }
}
