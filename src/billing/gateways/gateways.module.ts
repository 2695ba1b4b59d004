import { Module } from '@nestjs/common';
import { BillingGateways } from './registry.js';

/** Registry of payment gateways. Each configured gateway registers itself. */
@Module({ providers: [BillingGateways], exports: [BillingGateways] })
export class GatewaysModule {}
