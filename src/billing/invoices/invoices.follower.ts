import type { EventStore } from '../../platform/event-store/port.js';
import type { DocumentStore } from '../../platform/documents/port.js';
import type { RefillStores } from '../../platform/projections/follower.js';
import type { ParkedStreams } from '../../platform/projections/parked.js';
import { ProjectionRunner } from '../../platform/projections/projection-runner.js';
import type { InvoiceDocument } from './invoice.js';
import { invoicesProjection } from './invoices.projection.js';
import { ownerOfSeen, SaleFollower } from './sale.follower.js';

/** Keeps the invoices up to date with the log. */
export class InvoicesFollower extends SaleFollower<InvoiceDocument> {
  /**
   * @param generation see `ProjectionRunner.open`
   * @throws StoreUnavailable
   */
  static async open(
    events: Pick<EventStore, 'readStream'>,
    documents: DocumentStore,
    parked: ParkedStreams,
    generation?: number,
  ): Promise<InvoicesFollower> {
    return new InvoicesFollower(
      await ProjectionRunner.open(invoicesProjection(ownerOfSeen), documents, parked, generation),
      events,
      parked,
    );
  }

  openAnew({ events, documents, parked }: RefillStores, generation: number): Promise<InvoicesFollower> {
    return InvoicesFollower.open(events, documents, parked, generation);
  }
}
