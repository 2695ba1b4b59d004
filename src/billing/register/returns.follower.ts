import type { DocumentStore } from '../../platform/documents/port.js';
import type { EventStore } from '../../platform/event-store/port.js';
import type { RefillStores } from '../../platform/projections/follower.js';
import type { ParkedStreams } from '../../platform/projections/parked.js';
import { ProjectionRunner } from '../../platform/projections/projection-runner.js';
import { ownerOfSeen, SaleFollower } from '../invoices/sale.follower.js';
import { returnsProjection, type ReturnDocument } from './returns.projection.js';

/** Keeps refunds and disputes up to date with the log. */
export class ReturnsFollower extends SaleFollower<ReturnDocument> {
  /**
   * @param generation see `ProjectionRunner.open`
   * @throws StoreUnavailable
   */
  static async open(
    events: Pick<EventStore, 'readStream'>,
    documents: DocumentStore,
    parked: ParkedStreams,
    generation?: number,
  ): Promise<ReturnsFollower> {
    return new ReturnsFollower(
      await ProjectionRunner.open(returnsProjection(ownerOfSeen), documents, parked, generation),
      events,
      parked,
    );
  }

  openAnew({ events, documents, parked }: RefillStores, generation: number): Promise<ReturnsFollower> {
    return ReturnsFollower.open(events, documents, parked, generation);
  }
}
