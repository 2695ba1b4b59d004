import { Module } from '@nestjs/common';
import type { Clock } from '../../kernel/clock.js';
import type { DocumentStore } from '../../platform/documents/port.js';
import type { EventStore } from '../../platform/event-store/port.js';
import { CLOCK, DOCUMENTS, EVENT_STORE } from '../../platform/tokens.js';
import { closingDocument, CLOSING_ORDER, closingOrder, CLOSINGS, Closings } from './closings.js';

/** Closings as they are stored. The journal reads them, so it is a module of its own. */
@Module({
  providers: [
    {
      provide: Closings,
      inject: [EVENT_STORE, DOCUMENTS, CLOCK],
      useFactory: async (events: EventStore, documents: DocumentStore, clock: Clock) =>
        new Closings(
          events,
          await documents.collection(CLOSINGS, (stored) => closingDocument.parse(stored)),
          await documents.collection(CLOSING_ORDER, (stored) => closingOrder.parse(stored)),
          clock,
        ),
    },
  ],
  exports: [Closings],
})
export class ClosingsModule {}
