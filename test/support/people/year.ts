import { createAccountLoop } from '../../../src/credits/commands.js';
import { accountStream, type AccountCommand, type AccountKey } from '../../../src/credits/index.js';
import { openEmbeddedFolder } from '../../../src/platform/data-folder/embedded.js';
import type { DocumentStore } from '../../../src/platform/documents/port.js';
import type { EventStore } from '../../../src/platform/event-store/port.js';
import { explainAdjustment } from './adjustments.js';
import { DAY_MS, lifeOf, type Span } from './year-life.js';
import { recordPayments } from './year-paid.js';

/** So many accounts over some days. */
export interface Year extends Span {
  readonly accounts: number;
  /** The same seed makes the same streams. */
  readonly seed: number;
}

/** What was written. Refused is what an account could not pay for. */
export interface Written {
  readonly events: number;
  readonly refused: number;
}

interface DayRequest {
  readonly account: AccountKey;
  readonly command: AccountCommand;
}

/**
 * Lives through the days: each command goes to the accounts' own command loop, in the order of its time, and the clock is moved on day by
 * day, and what was paid for is recorded as Billing has it. Read models are filled by the Kinora that has the stores then.
 * @param clock the event store's own
 * @param documents where the requests of adjustments and the gateway's transactions are stored; none are without it
 * @throws StoreUnavailable
 */
export async function writeYear(events: EventStore, clock: { now: number }, { accounts, seed, ...span }: Year, documents?: Pick<DocumentStore, 'collection'>): Promise<Written> {
  const days = Array.from({ length: span.days }, (): DayRequest[] => []);
  for (let index = 0; index < accounts; index += 1) {
    const { account, commands } = lifeOf(seed, index, span);
    for (const command of commands) days[Math.floor((command.at - span.first) / DAY_MS)]?.push({ account, command });
  }
  const loop = createAccountLoop(events, (error) => {
    throw error;
  });
  const pay = recordPayments(events, documents);
  const written = { events: 0, refused: 0 };
  for (const [day, requests] of days.entries()) {
    clock.now = span.first + (day + 1) * DAY_MS - 1;
    // The order of the day over all accounts, as it would have come in.
    requests.sort((a, b) => a.command.at - b.command.at);
    const answers = await Promise.all(requests.map(async (request) => ({ ...request, answer: await loop.execute(accountStream(request.account), request.command) })));
    for (const { account, command, answer } of answers) {
      if (answer.ok) written.events += answer.value.events.length;
      else written.refused += 1;
      if (answer.ok && documents !== undefined) await explainAdjustment(documents, account, command);
    }
    for (const { account, command } of requests) await pay(account, command);
  }
  return written;
}

/** The last so many days up to the end of one. @param lastDay `YYYY-MM-DD` */
export const daysUpTo = (lastDay: string, days: number): Span => ({ first: Date.parse(lastDay) - (days - 1) * DAY_MS, days });

/**
 * `node --import ./src/platform/sqlite/typescript-loader.mjs test/support/people/year.ts <data folder> [accounts] [last day]`: fills a data folder with a
 * year of so many accounts (10,000 without a number), up to the end of a day (UTC; yesterday without one).
 */
async function main([dataDir, accounts = '10000', lastDay = new Date(Date.now() - DAY_MS).toISOString().slice(0, 10)]: readonly string[]): Promise<void> {
  if (dataDir === undefined) throw new Error('Say which data folder to fill.');
  const clock = { now: 0 };
  const folder = await openEmbeddedFolder({ dataDir, clock: { now: () => clock.now } });
  try {
    const started = performance.now();
    const { events, refused } = await writeYear(folder.events(), clock, { accounts: Number(accounts), seed: 1, ...daysUpTo(lastDay, 365) }, folder.documents());
    process.stdout.write(`${events} events of ${accounts} accounts up to ${lastDay}, ${refused} commands refused, in ${((performance.now() - started) / 1_000).toFixed(1)} s\n`);
  } finally {
    await folder.close();
  }
}

if (process.argv[1] === import.meta.filename) await main(process.argv.slice(2));
