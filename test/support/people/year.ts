import { grantPolicy } from '../../../src/billing/grants/grant.policy.js';
import { purchasePolicy } from '../../../src/billing/purchase/purchase.policy.js';
import { adjustmentDocument, ADJUSTMENTS } from '../../../src/credits/adjustments/request.js';
import { createAccountLoop, type AccountLoop } from '../../../src/credits/commands.js';
import { accountStream, Adjustments, GetGrantStories } from '../../../src/credits/index.js';
import { GetGrantStoriesHandler } from '../../../src/credits/statement/grant-stories.js';
import type { Position } from '../../../src/kernel/event-sourcing/event.js';
import { openEmbeddedFolder } from '../../../src/platform/data-folder/embedded.js';
import type { DocumentStore } from '../../../src/platform/documents/port.js';
import type { EventStore } from '../../../src/platform/event-store/port.js';
import { Checkpoints } from '../../../src/platform/projections/checkpoints.js';
import { explainAdjustment } from './adjustments.js';
import { DAY_MS, lifeOf, type AccountRequest, type Span } from './year-life.js';
import { YearOfSales } from './year-paid.js';
import { storeSales } from './year-sales.js';

/** So many accounts over some days. */
export interface Year extends Span {
  readonly accounts: number;
  /** The same seed makes the same streams. */
  readonly seed: number;
}

/** What was written. Refused is what an account could not pay for, and the end of work that was refused. */
export interface Written {
  /** Events of all streams. */
  readonly events: number;
  readonly refused: number;
}

/** A clock that the year moves on. */
interface MovedClock {
  now: number;
}

/** The adjustments of the product, without the processes that run them. */
async function adjustmentsOf(
  events: EventStore,
  documents: DocumentStore,
  loop: AccountLoop,
  clock: MovedClock,
): Promise<Adjustments> {
  const stories = new GetGrantStoriesHandler(events);
  return new Adjustments({
    documents: await documents.collection(ADJUSTMENTS, (stored) => adjustmentDocument.parse(stored)),
    change: (account, change, causedBy) => loop.execute(accountStream(account), change, causedBy),
    uses: (account) => stories.execute(new GetGrantStories(account)),
    // Only operators reverse adjustments and give them a valid time.
    adjusted: async () => undefined,
    since: async () => undefined,
    clock: { now: () => clock.now },
    approvalAbove: Infinity,
  });
}

/** Splits what happens in a span by day. What lies outside is left out. */
function byDay<One>({ first, days }: Span, all: Iterable<One>, at: (one: One) => number): One[][] {
  const groups = Array.from({ length: days }, (): One[] => []);
  for (const one of all) groups[Math.floor((at(one) - first) / DAY_MS)]?.push(one);
  return groups;
}

/**
 * Lives through the days as the product would: each command goes to the accounts' own command loop with the cause that
 * the product stores, what the sandbox reports goes to Billing, and Billing's policies request the credits. The clock
 * is moved on day by day. Read models are filled by the Kinora that has the stores then.
 * @param clock the event store's own
 * @throws StoreUnavailable
 */
export async function writeYear(
  events: EventStore,
  clock: MovedClock,
  { accounts, seed, ...span }: Year,
  documents: DocumentStore,
): Promise<Written> {
  const lives = Array.from({ length: accounts }, (_, index) => lifeOf(seed, index, span));
  const bought = lives.flatMap((life) => life.bought);
  const requests = byDay(
    span,
    lives.flatMap((life) => life.requests),
    ({ command }) => command.at,
  );
  const deliveries = byDay(
    span,
    bought.flatMap((one) => one.deliveries),
    ({ arrives }) => arrives,
  );
  const loop = createAccountLoop(events, (error) => {
    throw error;
  });
  const sales = new YearOfSales(events, await adjustmentsOf(events, documents, loop, clock));
  let refused = 0;
  for (const [day, own] of requests.entries()) {
    clock.now = span.first + (day + 1) * DAY_MS - 1;
    const paid = await sales.day(
      (deliveries[day] ?? []).toSorted((a, b) => a.arrives - b.arrives),
      clock.now,
    );
    for (const expiry of expiriesOf(paid))
      requests[Math.floor((expiry.command.at - span.first) / DAY_MS)]?.push(expiry);
    // The order of the day over all accounts, as it would have come in.
    const all = [...own, ...paid].toSorted((a, b) => a.command.at - b.command.at);
    const answers = await Promise.all(
      all.map(({ account, command, causedBy }) => loop.execute(accountStream(account), command, causedBy)),
    );
    for (const [index, { account, command }] of all.entries()) {
      const answer = answers[index];
      if (answer?.ok !== true) {
        refused += 1;
        continue;
      }
      await explainAdjustment(documents, account, command);
    }
    await sales.review();
  }
  await storeSales(documents, bought);
  const head = await events.head();
  await skipPolicies(documents, head);
  return { events: head + 1, refused };
}

/** A sweep records the end of a plan's month within a minute. */
const expiriesOf = (paid: readonly AccountRequest[]): readonly AccountRequest[] =>
  paid.flatMap(({ account, command }) =>
    command.type === 'grant' && command.expiresAt !== undefined
      ? [{ account, command: { type: 'expire', at: command.expiresAt + 30_000 } }]
      : [],
  );

/** The policies have nothing left to do when the product starts, because the year has carried out what they request. */
async function skipPolicies(documents: DocumentStore, head: Position): Promise<void> {
  await (
    await Checkpoints.open(documents)
  ).save(new Map([grantPolicy, purchasePolicy].map(({ name }) => [`policy_${name}`, head])));
}

/** The last so many days up to the end of one. @param lastDay `YYYY-MM-DD` */
export const daysUpTo = (lastDay: string, days: number): Span => ({
  first: Date.parse(lastDay) - (days - 1) * DAY_MS,
  days,
});

/**
 * `node --import ./src/platform/sqlite/typescript-loader.mjs test/support/people/year.ts <data folder> [accounts] [last
 * day]`: fills a data folder with a year of so many accounts (10,000 without a number), up to the end of a day (UTC;
 * yesterday without one).
 */
async function main([
  dataDir,
  accounts = '10000',
  lastDay = new Date(Date.now() - DAY_MS).toISOString().slice(0, 10),
]: readonly string[]): Promise<void> {
  if (dataDir === undefined) throw new Error('Say which data folder to fill.');
  const clock = { now: 0 };
  const folder = await openEmbeddedFolder({ dataDir, clock: { now: () => clock.now } });
  try {
    const started = performance.now();
    const { events, refused } = await writeYear(
      folder.events(),
      clock,
      { accounts: Number(accounts), seed: 1, ...daysUpTo(lastDay, 365) },
      folder.documents(),
    );
    process.stdout.write(
      `${events} events of ${accounts} accounts up to ${lastDay}, ${refused} commands refused, in ${((performance.now() - started) / 1_000).toFixed(1)} s\n`,
    );
  } finally {
    await folder.close();
  }
}

if (process.argv[1] === import.meta.filename) await main(process.argv.slice(2));
