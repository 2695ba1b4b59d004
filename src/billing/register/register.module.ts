import { Module, type OnModuleInit } from '@nestjs/common';
import type { DocumentStore } from '../../platform/documents/port.js';
import type { EventStore } from '../../platform/event-store/port.js';
import { LogRuntime } from '../../platform/projections/log-runtime.js';
import { ParkedStreams } from '../../platform/projections/parked.js';
import { DOCUMENTS, EVENT_STORE } from '../../platform/tokens.js';
import { RevenueModule } from '../finance/revenue.module.js';
import { InvoicesModule } from '../invoices/invoices.module.js';
import { GetRegisterHandler, ReturnReads } from './register.queries.js';
import { ReturnsFollower } from './returns.follower.js';
import { GetScheduleHandler } from './schedule.queries.js';

/** The register of payments, refunds and disputes, and the schedule of their revenue. */
@Module({
  imports: [RevenueModule, InvoicesModule],
  providers: [
    {
      provide: ReturnReads,
      inject: [EVENT_STORE, DOCUMENTS, ParkedStreams],
      useFactory: async (events: EventStore, documents: DocumentStore, parked: ParkedStreams) =>
        new ReturnReads(await ReturnsFollower.open(events, documents, parked)),
    },
    GetRegisterHandler,
    GetScheduleHandler,
  ],
  exports: [ReturnReads],
})
export class RegisterModule implements OnModuleInit {
  constructor(
    private readonly returns: ReturnReads,
    private readonly runtime: LogRuntime,
  ) {}

  onModuleInit(): void {
    this.runtime.add(this.returns.follower);
  }
}
