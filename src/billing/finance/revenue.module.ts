import { Module, type OnModuleInit } from '@nestjs/common';
import { GrantUseFollower } from '../../credits/index.js';
import type { Clock } from '../../kernel/clock.js';
import type { DocumentStore } from '../../platform/documents/port.js';
import type { EventStore } from '../../platform/event-store/port.js';
import { LogRuntime } from '../../platform/projections/log-runtime.js';
import { ParkedStreams } from '../../platform/projections/parked.js';
import { ProjectionRunner } from '../../platform/projections/projection-runner.js';
import { CLOCK, DOCUMENTS, EVENT_STORE } from '../../platform/tokens.js';
import { AccountingModule } from '../accounting/accounting.module.js';
import { AccountingStore } from '../accounting/settings.js';
import { PackReads } from './packs/pack-reads.js';
import { PACK_USE, packsProjection } from './packs/packs.projection.js';
import { RevenueFollower } from './revenue.follower.js';
import { GetDeferredHandler, GetRevenueHandler, RevenueReads } from './revenue.queries.js';
import { PURCHASE_MONEY, SUBSCRIPTION_MONEY } from './revenue.sources.js';

/** Revenue from payments. */
@Module({
  imports: [AccountingModule],
  providers: [
    {
      provide: PackReads,
      inject: [DOCUMENTS, ParkedStreams, AccountingStore],
      useFactory: async (documents: DocumentStore, parked: ParkedStreams, accounting: AccountingStore) =>
        new PackReads(
          await ProjectionRunner.open(packsProjection, documents, parked),
          await GrantUseFollower.open(PACK_USE, documents, parked),
          accounting,
        ),
    },
    {
      provide: RevenueReads,
      inject: [EVENT_STORE, DOCUMENTS, ParkedStreams, PackReads, CLOCK, AccountingStore],
      useFactory: async (
        events: EventStore,
        documents: DocumentStore,
        parked: ParkedStreams,
        packs: PackReads,
        clock: Clock,
        accounting: AccountingStore,
      ) =>
        new RevenueReads(
          await RevenueFollower.open(SUBSCRIPTION_MONEY, events, documents, parked),
          await RevenueFollower.open(PURCHASE_MONEY, events, documents, parked),
          packs,
          parked,
          clock,
          accounting,
        ),
    },
    GetRevenueHandler,
    GetDeferredHandler,
  ],
  exports: [RevenueReads, PackReads],
})
export class RevenueModule implements OnModuleInit {
  constructor(
    private readonly reads: RevenueReads,
    private readonly runtime: LogRuntime,
  ) {}

  onModuleInit(): void {
    this.runtime.add(this.reads.subscriptions);
    this.runtime.add(this.reads.purchases);
    this.runtime.add(this.reads.packs.packs);
    this.runtime.add(this.reads.packs.uses);
  }
}
