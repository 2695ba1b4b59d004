import { Module } from '@nestjs/common';
import type { Clock } from '../../kernel/clock.js';
import type { EventStore } from '../../platform/event-store/port.js';
import { Checkpoints } from '../../platform/projections/checkpoints.js';
import { LogRuntime } from '../../platform/projections/log-runtime.js';
import { isPolicy } from '../../platform/projections/policy-runner.js';
import { CLOCK, EVENT_STORE } from '../../platform/tokens.js';
import { RegisterModule } from '../register/register.module.js';
import { SubscriptionModule } from '../subscription.module.js';
import { grantPolicy } from '../grants/grant.policy.js';
import { InvoicesModule } from '../invoices/invoices.module.js';
import { InvoiceReads } from '../invoices/invoices.queries.js';
import { purchasePolicy } from '../purchase/purchase.policy.js';
import { BillingReads } from '../queries.js';
import { paidGrants } from './paid-grants.js';
import { FindPeopleHandler, SearchFinanceHandler } from './search.queries.js';
import { GetTraceHandler, PaidGrantsOwner } from './trace.queries.js';

const POLICIES: readonly string[] = [grantPolicy.name, purchasePolicy.name];

@Module({
  imports: [SubscriptionModule, InvoicesModule, RegisterModule],
  providers: [
    {
      provide: PaidGrantsOwner,
      inject: [EVENT_STORE, Checkpoints, InvoiceReads, BillingReads, LogRuntime, CLOCK],
      useFactory: (
        events: EventStore,
        checkpoints: Checkpoints,
        { documents: invoices }: InvoiceReads,
        { subscriptions }: BillingReads,
        runtime: LogRuntime,
        clock: Clock,
      ) =>
        new PaidGrantsOwner(
          paidGrants({
            events,
            checkpoints,
            invoices,
            subscriptions,
            clock,
            get feeds() {
              return runtime.followers.filter(
                ({ name }) => isPolicy(name) && POLICIES.some((policy) => name.endsWith(`_${policy}`)),
              );
            },
          }),
        ),
    },
    GetTraceHandler,
    FindPeopleHandler,
    SearchFinanceHandler,
  ],
  exports: [PaidGrantsOwner],
})
export class TraceModule {}
