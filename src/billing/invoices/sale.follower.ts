import { see, type SeenEvent } from '../../kernel/event-sourcing/projection.js';
import type { LoggedEvent, StreamName } from '../../kernel/event-sourcing/event.js';
import type { EventStore } from '../../platform/event-store/port.js';
import type { ParkedStreams } from '../../platform/projections/parked.js';
import type { ProjectionRunner } from '../../platform/projections/projection-runner.js';
import { StreamFollower } from '../../platform/projections/stream-follower.js';
import { invoiceCodec, ownerIn, soldBy, type InvoiceEvent, type InvoiceOwner } from './invoice.events.js';
import { gatewayInvoiceOf } from './invoice.js';
import type { OwnerOf } from './invoices.projection.js';

/** Cache size: owners of at least this many streams, of at most twice as many. */
const KNOWN_STREAMS = 50_000;

/** An event with its owner, looked up when it was read. */
interface Owned extends SeenEvent<InvoiceEvent> {
  readonly owner: InvoiceOwner;
}

const isOwned = (seen: SeenEvent<InvoiceEvent>): seen is Owned => 'owner' in seen;

/** The owner that a follower looked up for an event. @throws Error for an event that did not come from one */
export const ownerOfSeen: OwnerOf = (seen) => {
  if (!isOwned(seen)) throw new Error(`no owner was looked up for ${seen.stream}`);
  return seen.owner;
};

/**
 * Keeps documents about the invoices of sales up to date with the log. Only a stream's first event names the owner. The
 * owner is cached for recent streams and otherwise read from the first event; it never changes, so both agree.
 */
export abstract class SaleFollower<Document> extends StreamFollower<Document, InvoiceEvent, InvoiceOwner> {
  readonly retryFrom = 'beginning';

  constructor(
    pages: ProjectionRunner<Document, InvoiceEvent>,
    private readonly events: Pick<EventStore, 'readStream'>,
    parked: ParkedStreams,
  ) {
    super(pages, parked, KNOWN_STREAMS);
  }

  protected override concerns(stream: StreamName): boolean {
    return soldBy(stream) !== undefined;
  }

  protected async enter(recorded: LoggedEvent): Promise<void> {
    const seen = see(invoiceCodec, recorded);
    const opened = ownerIn(seen.event);
    if (opened !== undefined) this.remember(recorded.stream, opened);
    if (gatewayInvoiceOf(seen.event) === undefined) return;
    const owned: Owned = { ...seen, owner: await this.ownerOf(recorded.stream) };
    this.pages.gather(owned);
  }

  /** @throws Error when a stream does not begin with its opening event */
  private async ownerOf(stream: StreamName): Promise<InvoiceOwner> {
    const known = this.known(stream);
    if (known !== undefined) return known;
    const owner = await this.readBack(stream);
    if (owner === undefined) throw new Error(`${stream} has no opening`);
    this.remember(stream, owner);
    return owner;
  }

  private async readBack(stream: StreamName): Promise<InvoiceOwner | undefined> {
    const [first] = await this.events.readStream(stream, { limit: 1 });
    return first === undefined ? undefined : ownerIn(invoiceCodec.decode(first).event);
  }
}
