import { Module, type OnModuleInit } from '@nestjs/common';
import type { Clock } from '../../kernel/clock.js';
import type { DocumentStore } from '../../platform/documents/port.js';
import type { EventStore } from '../../platform/event-store/port.js';
import { LogRuntime } from '../../platform/projections/log-runtime.js';
import { ParkedStreams } from '../../platform/projections/parked.js';
import { CLOCK, DOCUMENTS, EVENT_STORE } from '../../platform/tokens.js';
import { AccountingModule } from '../accounting/accounting.module.js';
import { AccountingStore } from '../accounting/settings.js';
import { RevenueFollower } from './revenue.follower.js';
import { GetDeferredHandler, GetRevenueHandler, RevenueReads } from './revenue.queries.js';
import { PURCHASE_MONEY, SUBSCRIPTION_MONEY } from './revenue.sources.js';

/** Revenue from payments. */
@Module({
  imports: [AccountingModule],
  providers: [
    {
      provide: RevenueReads,
      inject: [EVENT_STORE, DOCUMENTS, ParkedStreams, CLOCK, AccountingStore],
      useFactory: async (events: EventStore, documents: DocumentStore, parked: ParkedStreams, clock: Clock, accounting: AccountingStore) => (
        new RevenueReads(await RevenueFollower.open(SUBSCRIPTION_MONEY, events, documents, parked), await RevenueFollower.open(PURCHASE_MONEY, events, documents, parked), parked, clock, accounting)
      ),
    },
    GetRevenueHandler, GetDeferredHandler,
  ],
  exports: [RevenueReads],
})
export class RevenueModule implements OnModuleInit {
  constructor(
    private readonly reads: RevenueReads,
    private readonly runtime: LogRuntime,
  ) {}

  onModuleInit(): void {
    this.runtime.add(this.reads.subscriptions);
    this.runtime.add(this.reads.purchases);
  }
}
