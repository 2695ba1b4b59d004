import { GENESIS_HASH, verifyChain, type ChainVerdict } from '../kernel/chain.js';
import type { RecordedEvent, StreamName } from '../kernel/event.js';
import type { CliCommand, CliGroup } from '../platform/cli.js';
import { balanceCommand, exportCommand, trialBalanceCommand } from './books.cli.js';
import { rootCommand, verifyReceiptCommand } from './proof/cli.js';
import type { EventStore } from '../platform/event-store/port.js';
import { reconcileCommand } from './reconcile.cli.js';

const READ_AT_ONCE = 5_000;

/** What a walk along every chain came to. */
export interface LedgerVerdict {
  readonly streams: number;
  readonly events: number;
  /** Streams that are not what was written, each with its first event that is not. */
  readonly broken: ReadonlyMap<StreamName, Extract<ChainVerdict, { readonly intact: false }>>;
}

/**
 * Walks the chain of every stream of the log once, from the first event to the log's end (adr/0012).
 * A stream cut at its end is intact as far as it goes. Takes memory for each stream, not for each event.
 * @throws StoreUnavailable
 */
export async function verifyLedger(log: Pick<EventStore, 'follow'>): Promise<LedgerVerdict> {
  const places = new Map<StreamName, ChainVerdict>();
  const stop = new AbortController();
  let events = 0;
  for await (const batch of log.follow({ after: -1, prefixes: [''], batchSize: READ_AT_ONCE, signal: stop.signal })) {
    events += batch.events.length;
    for (const [stream, own] of byStream(batch.events)) {
      const place = places.get(stream) ?? { intact: true, revision: -1, hash: GENESIS_HASH };
      if (place.intact) places.set(stream, verifyChain(own, place));
    }
    if (batch.caughtUp) break;
  }
  stop.abort();
  const broken = new Map([...places].flatMap(([stream, verdict]) => (verdict.intact ? [] : [[stream, verdict] as const])));
  return { streams: places.size, events, broken };
}

function byStream(events: readonly RecordedEvent[]): ReadonlyMap<StreamName, readonly RecordedEvent[]> {
  const streams = new Map<StreamName, RecordedEvent[]>();
  for (const event of events) {
    const own = streams.get(event.stream);
    if (own === undefined) streams.set(event.stream, [event]);
    else own.push(event);
  }
  return streams;
}

const verifyCommand: CliCommand = {
  name: 'verify',
  takes: [],
  does: 'walks the hash chain of every stream and names the first event of each that is not what was written',
  async run({ parts, say }) {
    const { streams, events, broken } = await verifyLedger(parts.events);
    for (const [stream, { revision, eventId, reason }] of broken) say(`${stream}: event ${revision} (${eventId}) is ${reason}.`);
    say(broken.size === 0 ? `${events} events in ${streams} streams: every chain is intact.` : `${broken.size} of ${streams} streams are not what was written.`);
    return broken.size === 0 ? 0 : 1;
  },
};

/** `npm run ledger -- …`: the ledger's own checks, for the operator. */
export const ledgerCli: CliGroup = { name: 'ledger', commands: [verifyCommand, verifyReceiptCommand, rootCommand, trialBalanceCommand, balanceCommand, exportCommand, reconcileCommand] };
