import { z } from 'zod';
import type { Millis } from '../../kernel/clock.js';
import { derivedId } from '../../kernel/ids.js';
import type {
  Collection,
  CollectionDefinition,
  DocumentStore,
  PutOperation,
  Versioned,
} from '../../platform/documents/port.js';
import type { Logs } from '../../platform/http/logs.js';
import { pages } from '../../platform/documents/pages.js';

const DELIVERIES: CollectionDefinition = {
  name: 'billing_deliveries_v1',
  indexes: [['state', 'dueAt'], ['state', 'receivedAt'], ['receivedAt']],
};
/** How long a handled delivery is kept with its body, for inspection and replay. A body may name a person. */
export const DELIVERY_KEPT_MS: Millis = 30 * 86_400_000;
/** How long a parked delivery is kept: long enough to fix its cause and to answer questions about a payment. */
export const PARKED_KEPT_MS: Millis = 180 * 86_400_000;
/** The process that received a delivery handles it at once; others leave it alone for this long. */
export const OWN_TURN_MS: Millis = 30_000;
const PAGE = 200;

/** A gateway delivery as received. */
const delivery = z.object({
  gateway: z.string(),
  eventId: z.string(),
  body: z.string(),
  receivedAt: z.int(),
  /** `parked` needs an operator. */
  state: z.enum(['waiting', 'handled', 'parked']),
  /** Attempts that failed because of the delivery's content. */
  faults: z.int(),
  /** All failed attempts. */
  tries: z.int(),
  /** Time of the next automatic attempt; null when there is none. */
  dueAt: z.int().nullable(),
  handledAt: z.int().nullable(),
  /** Why the last attempt failed: an error identifier or message. */
  reason: z.string().nullable(),
});
export type DeliveryDocument = z.infer<typeof delivery>;
export type StoredDelivery = Versioned<DeliveryDocument>;

/** The same for each delivery of one event. */
export const deliveryId = (gateway: string, eventId: string): string => derivedId('delivery', gateway, eventId);

/** A delivery before anybody has handled it. */
export function newDelivery(gateway: string, eventId: string, body: string, at: Millis): DeliveryDocument {
  return {
    gateway,
    eventId,
    body,
    receivedAt: at,
    state: 'waiting',
    faults: 0,
    tries: 0,
    dueAt: at + OWN_TURN_MS,
    handledAt: null,
    reason: null,
  };
}

/** Operator's filter for deliveries. */
export interface DeliveryChoice {
  readonly state?: DeliveryDocument['state'];
  /** Received at or after this time. */
  readonly since?: Millis;
}

/** Deliveries as documents. @throws StoreUnavailable from every call */
export class Deliveries {
  private constructor(private readonly collection: Collection<DeliveryDocument>) {}

  static async open(documents: DocumentStore): Promise<Deliveries> {
    return new Deliveries(await documents.collection(DELIVERIES, (stored) => delivery.parse(stored)));
  }

  get(id: string): Promise<StoredDelivery | undefined> {
    return this.collection.get(id);
  }

  /** Writes several deliveries in one durable write. Each succeeds or fails on its own. */
  putMany(operations: readonly PutOperation<DeliveryDocument>[]) {
    return this.collection.putMany(operations);
  }

  put(operation: PutOperation<DeliveryDocument>) {
    return this.collection.put(operation);
  }

  /** Deliveries that are due, longest due first. */
  due(now: Millis): AsyncGenerator<StoredDelivery, void, undefined> {
    return pages(this.collection, {
      where: { state: 'waiting' },
      range: { field: 'dueAt', below: now + 1 },
      order: { field: 'dueAt', direction: 'ascending' },
      limit: PAGE,
    });
  }

  /** In the order in which they were received. */
  list({ state, since }: DeliveryChoice): AsyncGenerator<StoredDelivery, void, undefined> {
    return pages(this.collection, {
      ...(state === undefined ? {} : { where: { state } }),
      ...(since === undefined ? {} : { range: { field: 'receivedAt', above: since - 1 } }),
      order: { field: 'receivedAt', direction: 'ascending' },
      limit: PAGE,
    });
  }

  count(state: DeliveryDocument['state']): Promise<number> {
    return this.collection.count({ state });
  }

  /**
   * Deletes handled and parked deliveries after their retention. Waiting ones stay.
   * @param log receives each parked delivery that is deleted, without its content
   * @returns the number deleted
   */
  async prune(now: Millis, log: Pick<Logs, 'error'>): Promise<number> {
    let gone = 0;
    for (const [state, kept] of [
      ['handled', DELIVERY_KEPT_MS],
      ['parked', PARKED_KEPT_MS],
    ] as const) {
      for await (const { id, version, document } of pages(this.collection, {
        where: { state },
        range: { field: 'receivedAt', below: now - kept },
        order: { field: 'receivedAt', direction: 'ascending' },
        limit: PAGE,
      })) {
        if ((await this.collection.delete(id, version)) !== 'written') continue;
        gone += 1;
        if (state === 'parked')
          log.error(
            { gateway: document.gateway, event: document.eventId, delivery: id, reason: document.reason },
            'a webhook delivery that was parked for half a year is deleted without having been handled',
          );
      }
    }
    return gone;
  }
}
