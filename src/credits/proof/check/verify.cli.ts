import { GENESIS_HASH, verifyChain, type ChainVerdict } from '../../../kernel/event-sourcing/chain.js';
import type { RecordedEvent, Revision, StreamName } from '../../../kernel/event-sourcing/event.js';
import type { CliCommand, CliTools } from '../../../platform/cli.js';
import type { EventStore } from '../../../platform/event-store/port.js';
import { keysOf } from '../cli.js';
import { DAILY_ROOTS } from '../proof.module.js';
import type { DailyRootsParts } from '../daily-roots.js';
import { RootStore } from '../root-store.js';
import { CopiesUnread } from '../deliver/copies.js';
import { findLost } from '../start/check-start.js';
import { verifyAgainstKept, type KeptFault } from './against-kept.js';
import { verifyAgainstRoot, type RootVerdict } from './against-root.js';
import { readCertificates } from '../stamp/open.js';
import { RootStamps } from '../stamp/stamps.js';
import { readRoots } from './root-files.js';
import { stampRemarks, stampsBeside, stampWords, storedStamps, type StampVerdict } from './root-stamps.js';

const READ_AT_ONCE = 5_000;
const ROOTS_AT_ONCE = 500;

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
  const broken = new Map(
    [...places].flatMap(([stream, verdict]) => (verdict.intact ? [] : [[stream, verdict] as const])),
  );
  const heads = new Map(
    [...places].flatMap(([stream, verdict]) => (verdict.intact ? [[stream, verdict.revision] as const] : [])),
  );
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
function rootWords(
  verdict: RootVerdict,
  { broken }: LedgerVerdict,
): { readonly streams: readonly string[]; readonly whole: string; readonly isGood: boolean } {
  switch (verdict.outcome) {
    case 'none':
      return {
        streams: [],
        whole: 'No root is signed yet: a stream that was cut at its end would not show.',
        isGood: true,
      };
    case 'reached': {
      const { day } = verdict;
      // The root covers stored hashes. An event may differ from its own hash.
      return {
        streams: [],
        whole:
          broken.size === 0
            ? `They lead to the root that was signed for ${day}.`
            : `The root that was signed for ${day} covers the hashes as they are stored, so the events named above differ from what it covers.`,
        isGood: broken.size === 0,
      };
    }
    case 'not-signed':
      return {
        streams: [],
        whole: `The root of ${verdict.day} is not signed by the key that it names: it says nothing of the log.`,
        isGood: false,
      };
    case 'missed': {
      const streams = verdict.places
        .filter(({ stream }) => !broken.has(stream))
        .map(
          ({ stream, revision, day, what }) =>
            `${stream}: event ${revision} is ${what === 'missing' ? `missing: the root of ${day} covers it.` : `not the one that the root of ${day} covers, or one before it is not.`}`,
        );
      return { streams, whole: `The log does not lead to the root that was signed for ${verdict.day}.`, isGood: false };
    }
    default:
      return verdict satisfies never;
  }
}

/** Describes a fault of a kept root for an operator or auditor. */
function faultWords({ day, what }: KeptFault): string {
  switch (what) {
    case 'not-signed':
      return `${day}: the given root is not signed by the key that it names.`;
    case 'unknown-key':
      return `${day}: the given root names a key that this installation does not know. Pass the keys as --key.`;
    case 'missing':
      return `${day}: this installation has no root for this day. The given one was signed for it.`;
    case 'rewritten':
      return `${day}: this installation has another root than the given one, which was signed for it.`;
    case 'unreached':
      return `${day}: the log does not lead to the given root. Events that it covers are missing or were rewritten.`;
    default:
      return what satisfies never;
  }
}

/** Compares the log with the roots in a file or folder. @returns whether they agree */
async function compareWithKept(
  { parts, get, say }: CliTools,
  path: string,
  keyFile: string | undefined,
  authorities: readonly string[] | undefined,
): Promise<boolean> {
  const kept = await readRoots(path);
  const store = get(RootStore);
  const given = await keysOf(keyFile);
  const keys =
    given === 'own' ? [...(await store.published()), get<DailyRootsParts>(DAILY_ROOTS).key.publicKey] : given;
  const faults = await verifyAgainstKept(parts.events, store, kept, keys);
  for (const fault of faults) say(faultWords(fault));
  const days = new Set(faults.map(({ day }) => day)).size;
  const [first, last] = [kept[0]?.body.day ?? '', kept.at(-1)?.body.day ?? ''];
  say(
    days === 0
      ? `The log leads to the ${kept.length} given roots, from ${first} to ${last}.`
      : `${days} of the ${kept.length} given roots, from ${first} to ${last}, failed.`,
  );
  const stamps = await stampsBeside(path, kept, authorities);
  return (
    sayStamps(
      stamps,
      kept.map(({ body }) => body.day),
      say,
    ) && days === 0
  );
}

/**
 * Reports each time stamp that fails, the newest of the others, and roots with a late one or none.
 * @param days of the roots
 * @returns whether none fails
 */
function sayStamps(verdicts: readonly StampVerdict[], days: readonly string[], say: CliTools['say']): boolean {
  const failed = verdicts.filter((verdict) => 'fault' in verdict);
  for (const verdict of failed) say(stampWords(verdict));
  const newest = verdicts.findLast((verdict) => 'stamp' in verdict);
  if (newest !== undefined) say(stampWords(newest));
  stampRemarks(verdicts, days).forEach((remark) => say(remark));
  return failed.length === 0;
}

async function rootDays(store: RootStore): Promise<readonly string[]> {
  const days: string[] = [];
  let before: string | undefined;
  do {
    const { roots, next } = await store.page(ROOTS_AT_ONCE, before);
    days.push(...roots.map(({ day }) => day));
    before = next;
  } while (before !== undefined);
  return days;
}

/**
 * Compares the roots of this installation with those that the log notes and the copies outside have. Copies that cannot
 * be read are reported, and do not keep the rest from being verified.
 * @returns whether nothing is lost, as far as everything can be read
 */
async function compareWithKnown(parts: DailyRootsParts, say: CliTools['say']): Promise<boolean> {
  const unread: string[] = [];
  const copies = (): ReturnType<DailyRootsParts['copies']> =>
    parts.copies().catch((error: unknown) => {
      if (!(error instanceof CopiesUnread)) throw error;
      unread.push(`The roots were not compared with every copy outside: ${error.message}`);
      return error.read;
    });
  const lost = await findLost({ ...parts, copies });
  if (lost !== undefined) say(lost.message);
  unread.forEach(say);
  return lost === undefined && unread.length === 0;
}

export const verifyCommand: CliCommand = {
  name: 'verify',
  takes: [],
  options: { roots: '<file or folder>', key: '<file>', authorities: '<file>' },
  does: 'verifies the hash chain of every stream up to the newest signed root, and names the first altered event of each; also against roots and time stamps that were kept elsewhere',
  async run(tools, _args, options) {
    const { parts, get, say } = tools;
    const walked = await verifyLedger(parts.events);
    const { streams, events, heads, broken } = walked;
    for (const [stream, { revision, eventId, reason }] of broken)
      say(`${stream}: event ${revision} (${eventId}) is ${reason}.`);
    const root = rootWords(await verifyAgainstRoot(parts.events, get(RootStore), heads), walked);
    for (const line of root.streams) say(line);
    const found = broken.size + root.streams.length;
    say(
      found === 0
        ? `${events} events in ${streams} streams: every chain is intact.`
        : `${found} of ${streams} streams failed verification.`,
    );
    say(root.whole);
    const isWhole = await compareWithKnown(get<DailyRootsParts>(DAILY_ROOTS), say);
    const stamps = get(RootStamps);
    const caFile = options.get('authorities');
    const authorities = caFile === undefined ? stamps.authorities : await readCertificates(caFile);
    const isStamped = sayStamps(
      await storedStamps(stamps, get(RootStore), authorities),
      await rootDays(get(RootStore)),
      say,
    );
    const path = options.get('roots');
    const isKept = path === undefined || (await compareWithKept(tools, path, options.get('key'), authorities));
    return found === 0 && root.isGood && isWhole && isStamped && isKept ? 0 : 1;
  },
};
