import type { Difference, ModelComparison, ModelOwner } from '../../credits/index.js';
import { compareDocuments, pagesOf } from '../../credits/index.js';
import type { DomainEvent, RecordedEvent, StreamName } from '../../kernel/event-sourcing/event.js';
import { foldInto, type Projection, type SeenEvent } from '../../kernel/event-sourcing/projection.js';
import { wordsOf } from '../../kernel/thrown.js';
import type { EventStore } from '../../platform/event-store/port.js';
import { streamNames } from '../../platform/event-store/streams.js';
import type { ProjectionReads } from '../../platform/projections/projection-runner.js';
import { gatewayInvoiceOf, type InvoiceDocument } from '../invoices/invoice.js';
import { invoiceCodec, ownerIn, soldBy, type InvoiceEvent, type InvoiceOwner } from '../invoices/invoice.events.js';
import { invoicesProjection, type OwnerOf } from '../invoices/invoices.projection.js';
import { PURCHASE_PREFIX } from '../purchase/events.js';
import { returnKey, returnsProjection, type ReturnDocument } from '../register/returns.projection.js';
import { SUBSCRIPTION_PREFIX } from '../subscription/events.js';
import { subscriptionProjection, type SubscriptionDocument } from '../subscription/subscription.projection.js';
import type { Entry } from '../finance/entries.js';
import { dayName } from '../finance/recognition.js';
import { entered, type RevenuePage } from '../finance/revenue.projection.js';
import type { MoneySource } from '../finance/revenue.sources.js';

export interface BillingModelsParts {
  readonly events: Pick<EventStore, 'follow' | 'readStream'>;
  readonly subscriptions: Pick<ProjectionReads<SubscriptionDocument>, 'find' | 'getMany'>;
  readonly invoices: Pick<ProjectionReads<InvoiceDocument>, 'find' | 'getMany'>;
  readonly returns: Pick<ProjectionReads<ReturnDocument>, 'find' | 'getMany'>;
}

/** Runs work for each stream; a stream whose events cannot be read becomes a difference. */
export async function eachStream(
  events: Pick<EventStore, 'follow' | 'readStream'>,
  prefixes: readonly string[],
  work: (stream: StreamName, recorded: readonly RecordedEvent[]) => Promise<readonly Difference[]>,
): Promise<{ readonly streams: ReadonlySet<StreamName>; readonly differences: Difference[] }> {
  const streams = new Set<StreamName>();
  const differences: Difference[] = [];
  for await (const stream of streamNames(events, prefixes)) {
    streams.add(stream);
    const recorded = await events.readStream(stream);
    try {
      differences.push(...(await work(stream, recorded)));
    } catch (error) {
      if (!isOfStream(error)) throw error;
      differences.push({ code: 'event-unreadable', where: stream, what: wordsOf(error) });
    }
  }
  return { streams, differences };
}

/** Marks a fault in the events of a stream, in contrast to one of a store. */
class StreamFault extends Error {}
const isOfStream = (error: unknown): error is StreamFault => error instanceof StreamFault;

/** @throws StreamFault */
export function fromEvents<T>(fold: () => T): T {
  try {
    return fold();
  } catch (error) {
    throw new StreamFault(wordsOf(error));
  }
}

/** Subscriptions, each against its stream up to the revision that the document states. */
export function subscriptionModel({ events, subscriptions }: BillingModelsParts): ModelOwner {
  return {
    name: 'subscriptions',
    async compare(): Promise<ModelComparison> {
      let documents = 0;
      const { streams, differences } = await eachStream(events, [SUBSCRIPTION_PREFIX], async (stream, recorded) => {
        const [found] = await subscriptions.getMany([stream]);
        const known = recorded.filter(({ revision }) => revision <= Math.max(found?.revision ?? Infinity, 0));
        const expected = fromEvents(() => folded(subscriptionProjection, stream, known));
        if (expected === undefined) return [];
        documents += 1;
        return compareDocuments(
          'subscriptions',
          new Map([[stream, expected]]),
          found === undefined ? new Map() : new Map([[stream, found]]),
        );
      });
      for await (const page of pagesOf(subscriptions, {})) {
        for (const { subscriptionId } of page) {
          const stream = `${SUBSCRIPTION_PREFIX}${subscriptionId}`;
          if (!streams.has(stream as StreamName))
            differences.push({
              code: 'document-unknown',
              where: `subscriptions: ${stream}`,
              what: 'is not in the log',
            }); // only looked up
        }
      }
      return { documents, differences };
    },
  };
}

/** @throws the error of the first event that cannot be folded */
export function folded<Document, Event extends DomainEvent>(
  projection: Pick<Projection<Document, Event>, 'codec' | 'handles' | 'evolve'>,
  stream: StreamName,
  recorded: readonly RecordedEvent[],
): Document | undefined {
  const seen = recorded
    .filter(({ type }) => projection.handles.some((one) => one === type))
    .map((one) => seenOf(stream, one, projection.codec.decode(one).event));
  const { projected, poison } = foldInto(projection, undefined, seen);
  if (poison !== undefined) throw new Error(wordsOf(poison.error));
  return projected?.data;
}

/** Invoices of subscriptions and purchases. */
export const invoiceModel = ({ events, invoices }: BillingModelsParts): ModelOwner =>
  saleModel('invoices', events, invoicesProjection, invoices, ({ invoiceId }) => invoiceId);

/** Refunds and disputes of subscriptions and purchases. */
export const returnModel = ({ events, returns }: BillingModelsParts): ModelOwner =>
  saleModel('returns', events, returnsProjection, returns, (one) => returnKey(one.gateway, one));

/** Documents about invoices, each from the events of one sale. @param idOf the document's id */
function saleModel<Document extends object>(
  name: string,
  events: BillingModelsParts['events'],
  projectionOf: (ownerOf: OwnerOf) => Projection<Document, InvoiceEvent>,
  documents: Pick<ProjectionReads<Document>, 'find' | 'getMany'>,
  idOf: (document: Document) => string,
): ModelOwner {
  return {
    name,
    async compare(): Promise<ModelComparison> {
      const known = new Set<string>();
      const { differences } = await eachStream(
        events,
        [SUBSCRIPTION_PREFIX, PURCHASE_PREFIX],
        async (stream, recorded) => {
          const expected = fromEvents(() => documentsOfSale(projectionOf, stream, recorded));
          for (const id of expected.keys()) known.add(id);
          const found = new Map(
            (await documents.getMany([...expected.keys()])).map((document) => [idOf(document), document]),
          );
          return compareDocuments(name, expected, found);
        },
      );
      for await (const page of pagesOf(documents, {})) {
        for (const document of page)
          if (!known.has(idOf(document)))
            differences.push({
              code: 'document-unknown',
              where: `${name}: ${idOf(document)}`,
              what: 'is not in the log',
            });
      }
      return { documents: known.size, differences };
    },
  };
}

function documentsOfSale<Document>(
  projectionOf: (ownerOf: OwnerOf) => Projection<Document, InvoiceEvent>,
  stream: StreamName,
  recorded: readonly RecordedEvent[],
): ReadonlyMap<string, Document> {
  const documents = new Map<string, Document>();
  let owner: InvoiceOwner | undefined;
  const projection = projectionOf(() => {
    if (owner === undefined) throw new Error(`${stream} has no opening`);
    return owner;
  });
  if (soldBy(stream) === undefined) return documents;
  for (const one of recorded) {
    const { event } = invoiceCodec.decode(one);
    owner = ownerIn(event) ?? owner;
    if (gatewayInvoiceOf(event) === undefined) continue;
    const seen = seenOf(stream, one, event);
    const id = projection.key(seen);
    if (id !== undefined) documents.set(id, projection.evolve(documents.get(id), seen));
  }
  return documents;
}

const seenOf = <Event extends DomainEvent>(
  stream: StreamName,
  { id, revision }: RecordedEvent,
  event: Event,
): SeenEvent<Event> => ({ event, id, stream, revision, position: revision });

/**
 * Pages of recognised and deferred revenue, from the final state of each sale. The projection adds the change that each
 * event makes, so the two ways of computing are independent.
 */
export function revenueModel<Event extends DomainEvent, State>(
  source: MoneySource<Event, State>,
  events: BillingModelsParts['events'],
  pages: Pick<ProjectionReads<RevenuePage>, 'find'>,
): ModelOwner {
  return {
    name: source.name,
    async compare(): Promise<ModelComparison> {
      const expected = new Map<string, RevenuePage>();
      const { differences } = await eachStream(events, [source.prefix], async (_stream, recorded) => {
        const entries = fromEvents(() =>
          source.entriesOf(
            recorded.reduce((state, one) => source.evolve(state, source.codec.decode(one).event), source.initial),
          ),
        );
        for (const entry of entries) enter(expected, entry);
        return [];
      });
      const found = new Map<string, RevenuePage>();
      for await (const page of pagesOf(pages, {}))
        for (const one of page) if (one.rows.length > 0) found.set(one.day, one);
      for (const [day, { rows }] of expected) if (rows.length === 0) expected.delete(day);
      return {
        documents: expected.size,
        differences: [...differences, ...compareDocuments(source.name, expected, found)],
      };
    },
  };
}

function enter(pages: Map<string, RevenuePage>, entry: Entry): void {
  const day = dayName(entry.day);
  pages.set(day, entered(pages.get(day), [entry]));
}
