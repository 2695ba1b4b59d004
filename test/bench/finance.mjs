// How long the questions of finance take over a year of so many accounts (default 10,000) on the embedded stores: the median and the
// longest of five, each through the query's own handler. `npm run bench finance 1000`. Another process writes the year;
// `npm run bench finance --folder=year` takes one that test/support/people/year.ts has written.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { invoiceNumberOf } from '../../dist/billing/invoices/invoice.js';
import { InvoicesFollower } from '../../dist/billing/invoices/invoices.follower.js';
import { InvoiceReads } from '../../dist/billing/invoices/invoices.queries.js';
import { balanceProjection } from '../../dist/credits/account/balance.projection.js';
import { BooksFollower } from '../../dist/credits/books/books.follower.js';
import { Books, GetGrants, GetGrantsHandler, GetLiability, GetLiabilityHandler, GetRollForward, GetRollForwardHandler, GetTrialBalance, GetTrialBalanceHandler } from '../../dist/credits/books/finance.queries.js';
import { GetFailedWork, GetFailedWorkHandler, GetReceivables, GetReceivablesHandler } from '../../dist/credits/books/losses.queries.js';
import { CreditsReads, GetAccounts, GetAccountsHandler } from '../../dist/credits/queries.js';
import { FindLines, FindLinesHandler } from '../../dist/credits/statement/find-lines.js';
import { GetAccountHistory, GetAccountHistoryHandler } from '../../dist/credits/statement/history.queries.js';
import { statementProjection } from '../../dist/credits/statement/statement.projection.js';
import { openEmbeddedStores } from '../../dist/platform/data-folder/embedded.js';
import { Checkpoints } from '../../dist/platform/projections/checkpoints.js';
import { ParkedStreams } from '../../dist/platform/projections/parked.js';
import { ProjectionRunner } from '../../dist/platform/projections/projection-runner.js';
import { refill } from '../../dist/platform/projections/rebuild.js';
import { percentile, row } from './support.mjs';

const DAY_MS = 86_400_000;
const TIMES = 5;
const clock = { now: () => Date.now() };
const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const root = fileURLToPath(new URL('../..', import.meta.url));
const day = (back) => new Date(Date.now() - back * DAY_MS).toISOString().slice(0, 10);

/** Fills the read models of a data folder, and opens what the questions need. */
async function opened(stores) {
  const parked = await ParkedStreams.open(stores.documents, clock, quiet, { parked() {} });
  const parts = { events: stores.events, documents: stores.documents, checkpoints: await Checkpoints.open(stores.documents), parked };
  const open = async () => [
    await ProjectionRunner.open(balanceProjection, stores.documents, parked), await ProjectionRunner.open(statementProjection, stores.documents, parked),
    await BooksFollower.open(stores.events, stores.documents, parked), await InvoicesFollower.open(stores.events, stores.documents, parked),
  ];
  let events = 0;
  for (const one of await open()) events = Math.max(events, (await refill(one, parts)).events);
  const [balance, statement, follower, invoices] = await open();
  // The handlers read what was filled; nothing here waits for a write.
  return { events, reads: new CreditsReads(balance, statement, undefined), books: new Books(follower, parked, clock), invoices: new InvoiceReads(invoices) };
}

async function ask(name, question) {
  const took = [];
  for (let time = 0; time < TIMES; time += 1) {
    const started = performance.now();
    await question();
    took.push(performance.now() - started);
  }
  row(name, { 'p50 ms': percentile(took, 0.5), 'max ms': Math.max(...took) }, '<= 1,000 ms');
}

async function measure(dataDir) {
  const stores = await openEmbeddedStores({ dataDir, clock });
  const { events, reads, books, invoices } = await opened(stores);
  row('the year', { events });
  const of = { usageType: 'credits' };
  const user = 'user00042';
  const account = { userId: user, appName: 'kinora', usageType: 'credits' };
  const [invoice] = (await invoices.documents.find({ order: { field: 'listedAt', direction: 'descending' }, limit: 1 })).items;
  const { items: [line] } = await reads.statement.find({ where: { account: `credits-${user}.kinora.credits` }, order: { field: 'opened', direction: 'descending' }, limit: 1 });
  const year = [day(365), day(1)];
  await ask('search: a user and the accounts', () => new GetAccountsHandler(reads, clock).execute(new GetAccounts(user)));
  await ask('search: a creation or a grant', () => new FindLinesHandler(reads).execute(new FindLines(line?.id ?? '')));
  await ask('search: a printed invoice number', () => invoices.called(invoice === undefined ? invoiceNumberOf('0'.repeat(32)) : invoice.number));
  await ask('why an account has its credits', () => new GetAccountHistoryHandler(stores.events, clock).execute(new GetAccountHistory(account, undefined, { limit: 50 })));
  await ask('what is owed: trial balance of the year', () => new GetTrialBalanceHandler(books).execute(new GetTrialBalance(year[1], year[0], of)));
  await ask('what is owed: liability', () => new GetLiabilityHandler(books).execute(new GetLiability(year[1], of)));
  await ask('roll-forward of the year', () => new GetRollForwardHandler(books).execute(new GetRollForward(...year, of)));
  await ask('receivables', () => new GetReceivablesHandler(reads).execute(new GetReceivables(of, { limit: 50 })));
  await ask('failed work of the year by reason, and a page of holds', () => new GetFailedWorkHandler(books, reads).execute(new GetFailedWork(...year, of, 'engine-failed', { limit: 50 })));
  await ask('grants of a source', () => new GetGrantsHandler(reads).execute(new GetGrants('purchase', { limit: 50 })));
  await stores.close();
}

const folder = process.argv.find((word) => word.startsWith('--folder='))?.slice('--folder='.length);
const dataDir = folder ?? mkdtempSync(join(tmpdir(), 'kinora-bench-'));
try {
  if (folder === undefined) spawnSync(process.execPath, ['--import', './src/platform/sqlite/typescript-loader.mjs', 'test/support/people/year.ts', dataDir, process.argv[2] ?? '10000'], { cwd: root, stdio: 'inherit' });
  await measure(dataDir);
} finally {
  if (folder === undefined) rmSync(dataDir, { recursive: true, force: true });
}
