import { see, type SeenEvent } from '../../kernel/event-sourcing/projection.js';
import type { LoggedEvent, StreamName } from '../../kernel/event-sourcing/event.js';
import type { DocumentStore } from '../../platform/documents/port.js';
import type { EventStore } from '../../platform/event-store/port.js';
import type { RefillStores } from '../../platform/projections/follower.js';
import type { ParkedStreams } from '../../platform/projections/parked.js';
import { ProjectionRunner } from '../../platform/projections/projection-runner.js';
import { StreamFollower } from '../../platform/projections/stream-follower.js';
import { invoiceCodec, ownerIn, soldBy, type InvoiceEvent, type InvoiceOwner } from './invoice.events.js';
import { gatewayInvoiceOf, type InvoiceDocument } from './invoice.js';
import { invoicesProjection } from './invoices.projection.js';

/** Cache size: owners of at least this many streams, of at most twice as many. */
const KNOWN_STREAMS = 50_000;

/** An event with its owner, looked up when it was read. */
interface Owned extends SeenEvent<InvoiceEvent> {
  readonly owner: InvoiceOwner;
}

const isOwned = (seen: SeenEvent<InvoiceEvent>): seen is Owned => 'owner' in seen;

/**
 * Keeps the invoices up to date with the log. Only a stream's first event names the owner. The owner is cached for
 * recent streams and otherwise read from the first event; it never changes, so both agree.
 */
export class InvoicesFollower extends StreamFollower<InvoiceDocument, InvoiceEvent, InvoiceOwner> {
  readonly retryFrom = 'beginning';

  private constructor(invoices: ProjectionRunner<InvoiceDocument, InvoiceEvent>, private readonly events: Pick<EventStore, 'readStream'>, parked: ParkedStreams) {
    super(invoices, parked, KNOWN_STREAMS);
  }

  /**
   * @param generation see `ProjectionRunner.open`
   * @throws StoreUnavailable
   */
  static async open(events: Pick<EventStore, 'readStream'>, documents: DocumentStore, parked: ParkedStreams, generation?: number): Promise<InvoicesFollower> {
    const projection = invoicesProjection((seen) => {
      if (!isOwned(seen)) throw new Error(`no owner was looked up for ${seen.stream}`);
      return seen.owner;
    });
    return new InvoicesFollower(await ProjectionRunner.open(projection, documents, parked, generation), events, parked);
  }

  openAnew({ events, documents, parked }: RefillStores, generation: number): Promise<InvoicesFollower> {
    return InvoicesFollower.open(events, documents, parked, generation);
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
