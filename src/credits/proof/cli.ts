import { z } from 'zod';
import { defined } from '../../kernel/defined.shared.js';
import type { Clock, Millis } from '../../kernel/clock.js';
import type { CliCommand, CliTools } from '../../platform/cli.js';
import type { OperatorCommandLog } from '../../platform/http/operator-log.js';
import { CLOCK, OPERATOR_LOG } from '../../platform/tokens.js';
import { makeDailyRoots, type DailyRootsParts } from './daily-roots.js';
import { RootDeliveries } from './deliver/deliveries.js';
import { DAILY_ROOTS } from './proof.module.js';
import { keySet, publicKey, rootBody, utcDay, type PublicKey } from './root.shared.js';
import { readJson, readRoots } from './check/root-files.js';
import { RootStore, type ReadRoot } from './root-store.js';
import { checkStart, RootsLost } from './start/check-start.js';
import type { RootId } from './start/events.js';
import { StoreUnavailable } from '../../platform/unavailable.js';
import { RootStamps } from './stamp/stamps.js';
import { unreached } from './check/against-kept.js';
import { verifyReceipt, type Fault, type Verdict } from './verify.shared.js';

const KEY_ADDRESS = '/.well-known/kinora/ledger-key';

/**
 * The keys in a file; `own` without a file.
 * @throws Error with an operator message
 */
export async function keysOf(path: string | undefined): Promise<readonly PublicKey[] | 'own'> {
  if (path === undefined) return 'own';
  const read = z.union([keySet, publicKey]).safeParse(await readJson(path));
  if (!read.success) throw new Error(`${path} is not a key as ${KEY_ADDRESS} gives it.`);
  return 'keys' in read.data ? read.data.keys : [read.data];
}

async function publishedIn(path: string | undefined): Promise<((day: string) => string | undefined) | undefined> {
  if (path === undefined) return undefined;
  const roots = await readRoots(path);
  return (day) => roots.find(({ body }) => body.day === day)?.signed.body;
}

/** Describes a fault for an operator or auditor. */
function faultWords(fault: Fault): string {
  switch (fault.what) {
    case 'not-a-receipt':
      return 'This is not a receipt.';
    case 'event-changed':
      return `Event ${fault.revision} is not what was written.`;
    case 'link-broken':
      return `Event ${fault.revision} is not chained to the one before it: an event is missing, or they are out of order.`;
    case 'line-incomplete':
      return 'The event that opens this line is not among the events.';
    case 'proof-wrong':
      return 'The events do not lead to the signed root: some are missing at the end, or the proof is of something else.';
    case 'signature-wrong':
      return 'The root is not signed by the key that it names.';
    case 'unknown-key':
      return `The root is signed, but by the key ${fault.kid}, which is none of those given.`;
    case 'root-rewritten':
      return `The root that is published for ${fault.day} is not the one that was signed for this receipt: the days before were rewritten.`;
    case 'unsupported':
      return 'This runtime cannot check Ed25519 signatures.';
    default:
      return fault satisfies never;
  }
}

/** The files given with a receipt. */
interface Given {
  readonly key: boolean;
  readonly roots: boolean;
}

/** Whether roots were given, and the day of the receipt's root is not among them. */
const isUnlisted = (verdict: Verdict, { roots }: Given): boolean =>
  verdict.outcome === 'proved' && roots && !verdict.steps.includes('published');

function printVerdict(verdict: Verdict, expected: Given, say: (line: string) => void): void {
  if (verdict.outcome === 'failed') return say(faultWords(verdict.fault));
  say(`${verdict.line.kind} ${verdict.line.id}:`);
  for (const { at, type, amount } of verdict.story)
    say(`  ${new Date(at).toISOString()} ${type}${amount === undefined ? '' : ` ${amount}`}`);
  if (verdict.outcome === 'pending')
    return say(
      'The events are consistent, but the daily root that proves them has not been signed yet. Request the receipt again after midnight UTC.',
    );
  say(`Proven by the root of ${verdict.day}, signed with the key ${verdict.kid}.`);
  if (isUnlisted(verdict, expected))
    say(
      `The given roots have none for ${verdict.day}: the root of this receipt is not among those that are published or were kept.`,
    );
  if (!expected.key)
    say(
      `The key comes from the receipt: compare it with the one published at ${KEY_ADDRESS}, or pass that one as --key.`,
    );
}

/**
 * `verify <receipt.json>`: works offline, without opening the stores. Exit code 0 when the receipt is proved, 1 when it
 * is not, or not yet, or when the given roots lack its day.
 */
export const verifyReceiptCommand: CliCommand = {
  name: 'verify',
  takes: ['<receipt.json>'],
  options: { key: '<file>', roots: '<file or folder>' },
  does: 'verifies a receipt, also against the published keys and roots if given',
  async runBare(say, [path = ''], options) {
    const published = await publishedIn(options.get('roots'));
    const verdict = await verifyReceipt(await readJson(path), {
      keys: await keysOf(options.get('key')),
      ...defined({ published }),
    });
    const expected = { key: options.has('key'), roots: options.has('roots') };
    printVerdict(verdict, expected, say);
    return verdict.outcome === 'proved' && !isUnlisted(verdict, expected) ? 0 : 1;
  },
};

const line = ({ body: { day, events, streams, tree, kid } }: ReadRoot): string =>
  `${day} ${tree} over ${events} events of ${streams} streams, key ${kid}`;

/**
 * Accepts that signed roots are lost or that the log no longer leads to them, if that is so. The operator log records
 * it first. Roots then go on with the day after the newest one that is known, and name it as the previous one.
 * @param reason a case id or a word
 * @throws Error with an operator message
 */
async function acceptNewStart(get: CliTools['get'], reason: string, say: CliTools['say']): Promise<void> {
  if (!/^[\w.:-]{1,200}$/.test(reason)) throw new Error('The reason must be a case number or a word without spaces.');
  const parts = get<DailyRootsParts>(DAILY_ROOTS);
  const now = get<Clock>(CLOCK).now();
  const lost = await lostRoot(parts, now);
  if (lost === undefined) {
    say('No root is lost, and the log leads to the newest root: there is nothing to accept.');
    return;
  }
  await get<OperatorCommandLog>(OPERATOR_LOG).recordCommand({
    what: 'ledger root --accept-new-start',
    subjects: { reason, day: lost.day, root: lost.bodyHash },
  });
  await parts.rootLog.restarted(lost, reason, now);
  say(`Accepted: roots up to ${lost.day} are lost or no longer fit. The next root follows that one.`);
}

/** The newest root that is lost or that the log no longer leads to. */
async function lostRoot(parts: DailyRootsParts, now: Millis): Promise<RootId | undefined> {
  try {
    const before = await checkStart(parts, now);
    return before?.root === undefined || (await unreached(parts.log, [before.root])).length === 0 ? undefined : before;
  } catch (error) {
    if (error instanceof RootsLost) return error.lost;
    throw error;
  }
}

/** Stamps the roots that are due. The product tries again later if the authority is unavailable. */
async function stampRoots(stamps: RootStamps, say: CliTools['say']): Promise<void> {
  try {
    for (const day of await stamps.stampDue()) say(`Time-stamped: ${day}`);
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    say(`Not time-stamped yet: ${error.message}`);
  }
}

/** `root`: creates the roots that are due. */
export const rootCommand: CliCommand = {
  name: 'root',
  takes: [],
  options: { day: '<2026-11-20>', 'accept-new-start': '<reason>' },
  does: 'signs and time-stamps the missing roots of past days, and prints the newest root or that of a day; with --accept-new-start, goes on although signed roots are lost or the log no longer leads to them',
  async run({ get, say }, _args, options) {
    const day = options.get('day');
    if (day !== undefined && !utcDay.safeParse(day).success) throw new Error(`${day} is not a day such as 2026-11-20.`);
    const reason = options.get('accept-new-start');
    if (reason !== undefined) await acceptNewStart(get, reason, say);
    for (const made of await makeDailyRoots(get<DailyRootsParts>(DAILY_ROOTS), get<Clock>(CLOCK).now()))
      say(`Signed: ${line(made)}`);
    await stampRoots(get(RootStamps), say);
    // Carried out by the product, at once or when it is started next.
    await get(RootDeliveries).requestAll();
    const store = get(RootStore);
    const root = day === undefined ? await store.newest() : await store.signedOf(day);
    if (root === undefined) {
      say(day === undefined ? 'There is no root yet: no day with events is over.' : `There is no root for ${day}.`);
      return 1;
    }
    say(line(root));
    say(JSON.stringify({ day: rootBody.parse(JSON.parse(root.signed.body)).day, ...root.signed }));
    return 0;
  },
};
