import { see, type SeenEvent } from '../../kernel/projection.js';
import type { LoggedEvent, StreamName } from '../../kernel/event.js';
import type { DocumentStore } from '../../platform/documents/port.js';
import type { EventStore } from '../../platform/event-store/port.js';
import type { Filling, Refillable, RefillStores } from '../../platform/projections/follower.js';
import type { ParkedStreams } from '../../platform/projections/parked.js';
import { ProjectionRunner } from '../../platform/projections/projection-runner.js';
import { StoreUnavailable } from '../../platform/unavailable.js';
import { invoiceCodec, ownerIn, soldBy, type InvoiceEvent, type InvoiceOwner } from './invoice.events.js';
import { gatewayInvoiceOf, type InvoiceDocument } from './invoice.js';
import { invoicesProjection } from './invoices.projection.js';

/** Owners of so many streams at least are remembered, of twice as many at most. */
const KNOWN_STREAMS = 50_000;

/** An event with whose it is, which was looked up when it was read. */
interface Owned extends SeenEvent<InvoiceEvent> {
  readonly owner: InvoiceOwner;
}

const isOwned = (seen: SeenEvent<InvoiceEvent>): seen is Owned => 'owner' in seen;

/**
 * Keeps the invoices up with the log. Their events do not say again whose the stream is: that is known of the streams last seen, and
 * read back from a stream's first event where it is not. It never changes, so that both say the same.
 */
export class InvoicesFollower implements Filling, Refillable {
  readonly begin = -1;
  readonly retryFrom = 'beginning';
  private owners = new Map<StreamName, InvoiceOwner>();
  private earlier = new Map<StreamName, InvoiceOwner>();

  private constructor(
    readonly documents: ProjectionRunner<InvoiceDocument, InvoiceEvent>,
    private readonly events: Pick<EventStore, 'readStream'>,
    private readonly parked: ParkedStreams,
  ) {}

  /** @param generation as `ProjectionRunner.open` has it. @throws StoreUnavailable */
  static async open(events: Pick<EventStore, 'readStream'>, documents: DocumentStore, parked: ParkedStreams, generation?: number): Promise<InvoicesFollower> {
    const projection = invoicesProjection((seen) => {
      if (!isOwned(seen)) throw new Error(`nobody looked up whose ${seen.stream} is`);
      return seen.owner;
    });
    return new InvoicesFollower(await ProjectionRunner.open(projection, documents, parked, generation), events, parked);
  }

  get name(): string {
    return this.documents.name;
  }

  get reader(): string {
    return this.documents.reader;
  }

  get indexes(): Refillable['indexes'] {
    return this.documents.indexes;
  }

  get prefix(): string {
    return this.documents.prefix;
  }

  live(): Promise<string> {
    return this.documents.live();
  }

  openAnew({ events, documents, parked }: RefillStores, generation: number): Promise<InvoicesFollower> {
    return InvoicesFollower.open(events, documents, parked, generation);
  }

  async takeUp(): Promise<void> {
    this.owners = new Map();
    this.earlier = new Map();
    await this.documents.takeUp();
  }

  async apply(events: readonly LoggedEvent[]): Promise<void> {
    try {
      await this.take(events);
      await this.write();
    } catch (error) {
      this.documents.letGo();
      throw error;
    }
  }

  async take(events: readonly LoggedEvent[]): Promise<void> {
    for (const recorded of events) if (soldBy(recorded.stream) !== undefined && !this.parked.leavesOut(this.reader, recorded)) await this.gather(recorded);
  }

  get waiting(): number {
    return this.documents.waiting;
  }

  write(): Promise<void> {
    return this.documents.write();
  }

  private async gather(recorded: LoggedEvent): Promise<void> {
    try {
      const seen = see(invoiceCodec, recorded);
      const opened = ownerIn(seen.event);
      if (opened !== undefined) this.remember(recorded.stream, opened);
      if (gatewayInvoiceOf(seen.event) === undefined) return;
      const owned: Owned = { ...seen, owner: await this.ownerOf(recorded.stream) };
      this.documents.gather(owned);
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error;
      await this.parked.park(this.reader, recorded, error);
    }
  }

  /** @throws Error for a stream that does not begin with its opening */
  private async ownerOf(stream: StreamName): Promise<InvoiceOwner> {
    const known = this.owners.get(stream) ?? this.earlier.get(stream) ?? (await this.readBack(stream));
    if (known === undefined) throw new Error(`${stream} has no opening`);
    if (!this.owners.has(stream)) this.remember(stream, known);
    return known;
  }

  private async readBack(stream: StreamName): Promise<InvoiceOwner | undefined> {
    const [first] = await this.events.readStream(stream, { limit: 1 });
    return first === undefined ? undefined : ownerIn(invoiceCodec.decode(first).event);
  }

  /** Those not seen while as many others were are let go of. */
  private remember(stream: StreamName, owner: InvoiceOwner): void {
    if (this.owners.size >= KNOWN_STREAMS) {
      this.earlier = this.owners;
      this.owners = new Map();
    }
    this.owners.set(stream, owner);
  }
}
