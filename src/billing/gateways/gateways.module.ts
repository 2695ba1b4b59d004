import { Module } from '@nestjs/common';
import { BillingGateways } from './registry.js';

/** Who takes payments here: whoever is configured adds itself. */
@Module({ providers: [BillingGateways], exports: [BillingGateways] })
export class GatewaysModule {}
