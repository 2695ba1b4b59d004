import { Module, type OnModuleInit } from '@nestjs/common';
import type { DocumentStore } from '../../platform/documents/port.js';
import type { EventStore } from '../../platform/event-store/port.js';
import { LogRuntime } from '../../platform/projections/log-runtime.js';
import { ParkedStreams } from '../../platform/projections/parked.js';
import { DOCUMENTS, EVENT_STORE } from '../../platform/tokens.js';
import { SubscriptionModule } from '../subscription.module.js';
import { InvoiceDrawing } from './invoice.drawing.js';
import { InvoiceFiles } from './invoice.files.js';
import { FinanceInvoicesController, InvoicesController } from './invoices.controller.js';
import { InvoicesFollower } from './invoices.follower.js';
import { InvoiceReads, ListInvoicesHandler } from './invoices.queries.js';
import { GetPaymentsOfGrantsHandler } from './payments-of-grants.js';

/** Invoices: payments, what they were for, and refunds. */
@Module({
  imports: [SubscriptionModule],
  controllers: [InvoicesController, FinanceInvoicesController],
  providers: [
    {
      provide: InvoiceReads,
      inject: [EVENT_STORE, DOCUMENTS, ParkedStreams],
      useFactory: async (events: EventStore, documents: DocumentStore, parked: ParkedStreams) =>
        new InvoiceReads(await InvoicesFollower.open(events, documents, parked)),
    },
    ListInvoicesHandler,
    GetPaymentsOfGrantsHandler,
    InvoiceDrawing,
    InvoiceFiles,
  ],
  exports: [InvoiceReads],
})
export class InvoicesModule implements OnModuleInit {
  constructor(
    private readonly invoices: InvoiceReads,
    private readonly runtime: LogRuntime,
  ) {}

  onModuleInit(): void {
    this.runtime.add(this.invoices.follower);
  }
}
