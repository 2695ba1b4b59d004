import type { DomainEvent, Position, RecordedEvent, Revision, StreamName } from '../../kernel/event-sourcing/event.js';
import { UnreadableEvent } from '../../kernel/event-sourcing/codec.js';
import type { EventStore } from '../../platform/event-store/port.js';
import { entriesBetween, purchaseMoney, type Entry } from '../finance/entries.js';
import type { PackReads, SoldInvoice } from '../finance/packs/pack-reads.js';
import { dayName } from '../finance/recognition.js';
import { entered, type RevenuePage } from '../finance/revenue.projection.js';
import { PURCHASE_MONEY, SUBSCRIPTION_MONEY, type MoneySource } from '../finance/revenue.sources.js';
import type { PurchaseEvent } from '../purchase/events.js';

const PREFIXES = [SUBSCRIPTION_MONEY.prefix, PURCHASE_MONEY.prefix];
const READ_AT_ONCE = 5_000;

/** Follows streams from a log position up to the end of the log. */
export async function* eventsAfter(
  log: Pick<EventStore, 'follow'>,
  after: Position,
  prefixes: readonly string[],
): AsyncGenerator<
  { readonly stream: StreamName; readonly revision: Revision; readonly metadata: string },
  void,
  undefined
> {
  const stop = new AbortController();
  try {
    for await (const { events, caughtUp } of log.follow({
      after,
      prefixes,
      batchSize: READ_AT_ONCE,
      signal: stop.signal,
    })) {
      yield* events;
      if (caughtUp) return;
    }
  } finally {
    stop.abort();
  }
}

/**
 * Events of subscriptions and purchases in the order of the log. A closing states how many of them it knows: facts of a
 * gateway may be reported late, with a time in a closed month. The number stays the same in a copy of the log.
 */
export class MoneyLog {
  constructor(
    private readonly events: Pick<EventStore, 'follow' | 'readStream'>,
    private readonly packs: Pick<PackReads, 'changesBetween'>,
  ) {}

  /** Number of events. @throws StoreUnavailable */
  async count(): Promise<number> {
    let count = 0;
    for await (const _event of eventsAfter(this.events, -1, PREFIXES)) count += 1;
    return count;
  }

  /**
   * The changes of revenue by the events after the first ones. A stream that cannot be read changes nothing; the books
   * of revenue leave it out too. Packs are recognised by the rules of today, as in those books.
   * @param known number of events that are not late
   * @returns pages of the changes, in no order; a day may have several, which add up
   * @throws StoreUnavailable
   */
  async changesAfter(known: number): Promise<readonly RevenuePage[]> {
    const firstLate = new Map<StreamName, Revision>();
    let count = 0;
    for await (const { stream, revision } of eventsAfter(this.events, -1, PREFIXES)) {
      count += 1;
      if (count > known && !firstLate.has(stream)) firstLate.set(stream, revision);
    }
    const pages = new Map<string, RevenuePage>();
    const packs: { readonly before: SoldInvoice[]; readonly after: SoldInvoice[] } = { before: [], after: [] };
    for (const [stream, revision] of firstLate) {
      const recorded = await this.events.readStream(stream);
      const isPurchase = stream.startsWith(PURCHASE_MONEY.prefix);
      const entries = isPurchase
        ? changesBy(PURCHASE_MONEY, recorded, revision)
        : changesBy(SUBSCRIPTION_MONEY, recorded, revision);
      if (isPurchase && entries.length > 0) {
        const facts = recorded.map((one) => ({
          revision: one.revision,
          event: PURCHASE_MONEY.codec.decode(one).event,
        }));
        packs.before.push(...soldBy(facts.filter((one) => one.revision < revision)));
        packs.after.push(...soldBy(facts));
      }
      for (const entry of entries) {
        const day = dayName(entry.day);
        pages.set(day, entered(pages.get(day), [entry]));
      }
    }
    return [...pages.values(), ...(await this.packs.changesBetween(packs.before, packs.after))];
  }
}

/** The invoices of a one-time purchase, with its customer. */
function soldBy(events: readonly { readonly event: PurchaseEvent }[]): readonly SoldInvoice[] {
  const opened = events.flatMap(({ event }) => (event.type === 'PurchaseOpened' ? [event.data] : []))[0];
  const known = events.reduce((state, { event }) => PURCHASE_MONEY.evolve(state, event), PURCHASE_MONEY.initial);
  return opened === undefined || known === null
    ? []
    : purchaseMoney(known.gateway, known.facts).map((invoice) => ({ owner: opened, invoice }));
}

/** Entries by which the events from a revision on change those of the events before. */
export function changesBy<Event extends DomainEvent, State>(
  { initial, evolve, codec, entriesOf }: MoneySource<Event, State>,
  recorded: readonly RecordedEvent[],
  revision: Revision,
): readonly Entry[] {
  try {
    const fold = (state: State, some: readonly RecordedEvent[]): State =>
      some.reduce((before, one) => evolve(before, codec.decode(one).event), state);
    const known = fold(
      initial,
      recorded.filter((one) => one.revision < revision),
    );
    return entriesBetween(
      entriesOf(known),
      entriesOf(
        fold(
          known,
          recorded.filter((one) => one.revision >= revision),
        ),
      ),
    );
  } catch (error) {
    if (error instanceof UnreadableEvent) return [];
    throw error;
  }
}
