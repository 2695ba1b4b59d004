// How long the questions of finance take over a year of so many accounts (default 10,000), as HTTP calls to a running
// server with embedded stores: the median and the longest of seven. `npm run bench finance 1000`. Another process
// writes the year; `npm run bench finance --folder=year` takes one that test/support/people/year.ts has written and
// nothing has changed since.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { percentile, residentMiB, row, startServer, visitor } from './support.mjs';

const DAY_MS = 86_400_000;
const TIMES = 7;
const root = fileURLToPath(new URL('../..', import.meta.url));
const day = (back) => new Date(Date.now() - back * DAY_MS).toISOString().slice(0, 10);
const year = { from: day(365), to: day(1) };
const of = { appName: 'kinora', usageType: 'credits' };

function command(dataDir, ...words) {
  const started = performance.now();
  const { status, stdout } = spawnSync(process.execPath, ['dist/cli.js', ...words], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${words.join(' ')}: ${stdout}`);
  return { said: stdout.trim(), seconds: (performance.now() - started) / 1_000 };
}

/** Calls procedures with the session of a new account that has the role finance. */
async function financeOf(url, token) {
  const call = await visitor(url);
  const answered = async (path, init) => {
    const answer = await call(path, init);
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
    return text;
  };
  const mutate = async (name, input) =>
    JSON.parse(
      await answered(`/api/trpc/${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(input),
      }),
    ).result.data;
  await mutate('account.claimAdmin', {
    token,
    account: { email: `bench-${Date.now()}@example.org`, password: 'correct horse battery' },
  });
  return {
    get: answered,
    mutate,
    query: async (name, input) =>
      JSON.parse(await answered(`/api/trpc/${name}?input=${encodeURIComponent(JSON.stringify(input))}`)).result.data,
  };
}

async function ask(name, question) {
  const took = [];
  for (let time = 0; time < TIMES; time += 1) {
    const started = performance.now();
    await question();
    took.push(performance.now() - started);
  }
  row(
    name,
    { 'p50 ms': percentile(took, 0.5), 'max ms': Math.max(...took), 'first ms': took[0], load: loadavg()[0] },
    '<= 1,000 ms',
  );
}

async function measure({ get, query }) {
  const {
    grants: [grant],
  } = await query('finance.grants', { source: 'plan' });
  const userId = /(user\d+)\./.exec(grant.account)[1];
  const {
    payments: [payment],
  } = await query('revenue.trace', { of: userId });
  const {
    items: [failed],
  } = await query('finance.failedWork', { ...year, ...of, reason: 'failed' });
  const {
    adjustments: [adjustment],
  } = await query('finance.adjustments', {});
  console.log('why does this customer have so many credits');
  await ask('search: a user', () => query('finance.search', { of: userId }));
  await ask('the account, its grants and newest events', () => query('finance.history', { userId }));
  console.log('who adjusted what');
  await ask('the register', () => query('finance.adjustments', {}));
  await ask('of one actor', () => query('finance.adjustments', { actor: adjustment.actor }));
  console.log('what did failed work cost');
  await ask('by reason, over the year', () => query('finance.failedWork', { ...year, ...of }));
  await ask('and the holds of one reason', () => query('finance.failedWork', { ...year, ...of, reason: 'failed' }));
  console.log('which refunds left a receivable');
  await ask('receivables', () => query('finance.receivables', of));
  console.log('what do we owe');
  await ask('trial balance of the year', () => query('finance.trialBalance', { from: year.from, day: year.to, ...of }));
  await ask('liability by month', () => query('finance.liability', { day: year.to, ...of }));
  console.log('other pages');
  await ask('roll-forward of the year', () => query('finance.rollForward', { ...year, ...of }));
  await ask('grants of a source', () => query('finance.grants', { source: 'purchase' }));
  await ask('revenue of the year by plan', () => query('revenue.byDay', { ...year, by: 'plan' }));
  await ask('deferred revenue of the year', () => query('revenue.deferred', year));
  await ask('payments behind deferred revenue', () =>
    query('revenue.schedule', { ...year, currency: 'usd', figure: 'deferred', limit: 50 }),
  );
  await ask('trace of a user', () => query('revenue.trace', { of: userId }));
  await ask('search: a printed invoice number', () => query('finance.search', { of: payment.number }));
  await ask('search: an id of the gateway', () => query('finance.search', { of: payment.gatewayInvoiceId }));
  await ask('search: a creation', () => query('finance.search', { of: failed.holdId }));
  await ask('search: nothing of that name', () => query('finance.search', { of: 'nobody@example.org' }));
  for (const page of ['', '/failed', '/receivables', '/adjustments'])
    await ask(`HTML of /finance${page}`, () => get(`/finance${page}`));
}

/** Duration, size and the peak memory of the server while it writes one file. */
async function measureExport({ get }, { pid }, name) {
  const before = await residentMiB(pid);
  let peak = before;
  let isOver = false;
  const sampling = (async () => {
    while (!isOver) {
      peak = Math.max(peak, await residentMiB(pid));
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  const started = performance.now();
  const text = await get(`/api/finance/export?name=${name}&format=csv`);
  const seconds = (performance.now() - started) / 1_000;
  isOver = true;
  await sampling;
  row(`export ${name}`, {
    s: seconds,
    'MiB of file': text.length / 2 ** 20,
    'MiB before': before,
    'peak MiB': peak,
    load: loadavg()[0],
  });
}

const folder = process.argv.find((word) => word.startsWith('--folder='))?.slice('--folder='.length);
const dataDir = folder ?? mkdtempSync(join(tmpdir(), 'kinora-bench-'));
try {
  if (folder === undefined)
    spawnSync(
      process.execPath,
      [
        '--import',
        './src/platform/sqlite/typescript-loader.mjs',
        'test/support/people/year.ts',
        dataDir,
        process.argv.slice(2).find((word) => /^\d+$/.test(word)) ?? '10000',
      ],
      { cwd: root, stdio: 'inherit' },
    );
  const filled = command(dataDir, 'ledger', 'reconcile');
  row('fills the read models and reconciles', { s: filled.seconds, load: loadavg()[0] });
  console.log(filled.said);
  const token = /token=([\w-]+)/.exec(command(dataDir, 'users', 'admin-link').said)[1];
  const server = await startServer({ DATA_DIR: dataDir });
  try {
    const finance = await financeOf(server.url, token);
    await measure(finance);
    for (const name of [
      'trial-balance',
      'roll-forward',
      'liability',
      'deferred',
      'receivables',
      'trace',
      'revenue',
      'grant-movements',
      'ledger',
    ])
      await measureExport(finance, server, name);
    const started = performance.now();
    const { found, differences } = await finance.mutate('finance.reconcile');
    for (const { code, where, what } of differences) console.log(`${code}  ${where}: ${what}`);
    row('reconcile in the running server', {
      s: (performance.now() - started) / 1_000,
      differences: found,
      load: loadavg()[0],
    });
    row('memory of the server', { MiB: await residentMiB(server.pid) });
  } finally {
    await server.stop();
  }
} finally {
  if (folder === undefined) rmSync(dataDir, { recursive: true, force: true });
}
