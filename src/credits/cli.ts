import { GENESIS_HASH, verifyChain, type ChainVerdict } from '../kernel/event-sourcing/chain.js';
import type { RecordedEvent, Revision, StreamName } from '../kernel/event-sourcing/event.js';
import type { CliCommand, CliGroup } from '../platform/cli.js';
import { adjustCommand } from './account/adjust.cli.js';
import { balanceCommand, trialBalanceCommand } from './books/books.cli.js';
import { exportCommand } from './exports/exports.cli.js';
import { verifyAgainstRoot, type RootVerdict } from './proof/against-root.js';
import { rootCommand, verifyReceiptCommand } from './proof/cli.js';
import { RootStore } from './proof/root-store.js';
import type { EventStore } from '../platform/event-store/port.js';
import { reconcileCommand } from './reconcile/reconcile.cli.js';

const READ_AT_ONCE = 5_000;

/** Result of verifying every stream's hash chain. */
export interface LedgerVerdict {
  readonly streams: number;
  readonly events: number;
  /** The last revision of each stream that is intact. */
  readonly heads: ReadonlyMap<StreamName, Revision>;
  /** Streams whose chain does not verify, each with its first faulty event. */
  readonly broken: ReadonlyMap<StreamName, Extract<ChainVerdict, { readonly intact: false }>>;
}

/**
 * Verifies the hash chain of every stream in one pass over the log (adr/0012). A stream truncated at its end still
 * counts as intact. Memory grows with the number of streams, not events.
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
  const heads = new Map([...places].flatMap(([stream, verdict]) => (verdict.intact ? [[stream, verdict.revision] as const] : [])));
  return { streams: places.size, events, heads, broken };
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

/**
 * Operator messages that compare the newest signed root with the chains. Leaves out streams that the chain check
 * already reported.
 */
function rootWords(verdict: RootVerdict, { broken }: LedgerVerdict): { readonly streams: readonly string[]; readonly whole: string; readonly isGood: boolean } {
  switch (verdict.outcome) {
    case 'none': return { streams: [], whole: 'No root is signed yet: a stream that was cut at its end would not show.', isGood: true };
    case 'reached': return { streams: [], whole: `They lead to the root that was signed for ${verdict.day}.`, isGood: true };
    case 'not-signed': return { streams: [], whole: `The root of ${verdict.day} is not signed by the key that it names: it says nothing of the log.`, isGood: false };
    case 'missed': {
      const streams = verdict.places.filter(({ stream }) => !broken.has(stream)).map(({ stream, revision, day, what }) => (
        `${stream}: event ${revision} is ${what === 'missing' ? `missing: the root of ${day} covers it.` : `not the one that the root of ${day} covers, or one before it is not.`}`
      ));
      return { streams, whole: `The log does not lead to the root that was signed for ${verdict.day}.`, isGood: false };
    }
    default: return verdict satisfies never;
  }
}

const verifyCommand: CliCommand = {
  name: 'verify',
  takes: [],
  does: 'verifies the hash chain of every stream up to the newest signed root, and names the first altered event of each',
  async run({ parts, get, say }) {
    const walked = await verifyLedger(parts.events);
    const { streams, events, heads, broken } = walked;
    for (const [stream, { revision, eventId, reason }] of broken) say(`${stream}: event ${revision} (${eventId}) is ${reason}.`);
    const root = rootWords(await verifyAgainstRoot(parts.events, get(RootStore), heads), walked);
    for (const line of root.streams) say(line);
    const found = broken.size + root.streams.length;
    say(found === 0 ? `${events} events in ${streams} streams: every chain is intact.` : `${found} of ${streams} streams failed verification.`);
    say(root.whole);
    return found === 0 && root.isGood ? 0 : 1;
  },
};

/** `npm run ledger -- …`: the ledger's own checks, for the operator. */
export const ledgerCli: CliGroup = { name: 'ledger', commands: [verifyCommand, verifyReceiptCommand, rootCommand, trialBalanceCommand, balanceCommand, exportCommand, reconcileCommand, adjustCommand] };
