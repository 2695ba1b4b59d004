// `npm run bench peers`: hold + capture on the ledger and on its peers, in turns in one run, and the tables of
// docs/performance.md. Options: --callers 1,64,1024 --accounts 1,10,10000,100000 --seconds 2 (of a slice) --rounds 3
// (slices of each).
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { NODE_OPTIONS_OF_START } from '../support.mjs';
import { memoryOfServer, processorMicrosOfServer, startCluster } from './cluster.mjs';
import { installPeers } from './install.mjs';
import { CONTENDERS, machine, summaryOf, tableOf } from './report.mjs';

const { values } = parseArgs({
  options: {
    callers: { type: 'string', default: '1,64,1024' },
    accounts: { type: 'string', default: '1,10,10000,100000' },
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '3' },
  },
});
const list = (text) =>
  text.split(',').map((one) => {
    if (!(Number(one) > 0)) throw new Error(`not a positive number: ${one}`);
    return Number(one);
  });
const CALLERS = list(values.callers);
const ACCOUNTS = list(values.accounts);
const [SECONDS] = list(values.seconds);
const [ROUNDS] = list(values.rounds);
/** How long a variant is tried, and everybody else warmed up. */
const TRIAL_SECONDS = Math.min(0.6, SECONDS);
/** So few accounts are never used twice: no slice pays for how much the slices before it have left in them. */
const FEW = 100;
const SLICES_AT_MOST = 16 + ROUNDS;

/**
 * Everybody's stores; gone at the end, also of a run that was interrupted. The server is of another user, who passes
 * through.
 */
const stores = mkdtempSync(join(tmpdir(), 'kinora-bench-peers-'));
chmodSync(stores, 0o711);
// A server that was just told to end may still write: what it leaves is removed at another try.
process.once('exit', () => rmSync(stores, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));

const contenderFile = fileURLToPath(new URL('contender.mjs', import.meta.url));

/**
 * A contender in a process of its own. @param cluster the server that works for it, if any. @returns `ask(what,
 * details)`, which rejects when the contender failed, and its variants
 */
async function open(name, options, cluster) {
  const child = fork(contenderFile, [name, JSON.stringify(options)], {
    execArgv: NODE_OPTIONS_OF_START,
    stdio: ['ignore', 2, 2, 'ipc'],
    env: { ...process.env, TMPDIR: stores },
  });
  let settle = { resolve() {}, reject() {} };
  child.on('message', ({ answer, error }) => {
    if (error === undefined) settle.resolve(answer);
    else settle.reject(new Error(error));
  });
  child.on('exit', (code) => settle.reject(new Error(`${name} ended with ${code}`)));
  const heard = () =>
    new Promise((resolve, reject) => {
      settle = { resolve, reject };
    });
  const ask = (action, details = {}) => {
    const answer = heard();
    child.send({ action, ...details });
    return answer;
  };
  const { variants } = await heard();
  let used = 0;
  const slice = async (callers, seconds) => {
    const first = options.total > options.accounts ? (used % (options.total / options.accounts)) * options.accounts : 0;
    used += 1;
    const before = cluster === undefined ? 0 : processorMicrosOfServer(cluster.pid);
    const { processorMicros, pairs, residentMiB, ...figures } = await ask('slice', {
      callers,
      accounts: options.accounts,
      first,
      seconds,
    });
    const ofServer =
      cluster === undefined
        ? { micros: 0, MiB: 0 }
        : { micros: processorMicrosOfServer(cluster.pid) - before, MiB: memoryOfServer(cluster.pid, options.database) };
    return {
      ...figures,
      processorMicrosPerPair: (processorMicros + ofServer.micros) / pairs,
      residentMiB: residentMiB + ofServer.MiB,
    };
  };
  const end = async () => {
    const exit = once(child, 'exit');
    if (child.connected) child.disconnect();
    if (child.exitCode === null) await exit;
  };
  // More connections than callers would stand idle; Emmett's also beyond the accounts, each of which is one caller's at
  // a time.
  const maxConnections = (callers) => (name === 'emmett-postgresql' ? Math.min(callers, options.accounts) : callers);
  return { name, variants, maxConnections, ask, slice, end };
}

/** Tries each variant and settles on the fastest; whoever has none is warmed up. @returns the variant chosen */
async function tune(contender, callers) {
  if (contender.variants.length === 0) {
    await contender.slice(callers, TRIAL_SECONDS);
    return undefined;
  }
  const fewest = contender.variants[0].connections;
  const tried = [];
  for (const variant of contender.variants.filter(
    ({ connections }) => connections <= Math.max(contender.maxConnections(callers), fewest),
  )) {
    await contender.ask('use', { variant });
    tried.push({ variant, ...(await contender.slice(callers, TRIAL_SECONDS)) });
  }
  const best = tried.reduce((one, other) => (other.pairsPerSecond > one.pairsPerSecond ? other : one));
  await contender.ask('use', { variant: best.variant });
  await contender.ask('settle');
  return best.variant;
}

/** One number of callers: everybody tuned, then in turns, each round beginning with another. */
async function measure(contenders, callers) {
  const slices = new Map();
  const variants = new Map();
  for (const contender of contenders) {
    variants.set(contender.name, await tune(contender, callers));
    slices.set(contender.name, []);
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    const order = contenders.map((_, n) => contenders[(n + round) % contenders.length]);
    for (const contender of order) {
      const figures = await contender.slice(callers, SECONDS);
      slices.get(contender.name).push(figures);
      await contender.ask('settle');
      console.error(
        `  ${callers} callers, round ${round + 1}, ${contender.name}: ${Math.round(figures.pairsPerSecond)} pairs/s`,
      );
    }
  }
  return contenders.map(({ name }) => ({ name, callers, variant: variants.get(name), slices: slices.get(name) }));
}

/** One number of accounts: everybody opened on stores of its own, measured and checked. */
async function measureAccounts(accounts, cluster, folder) {
  const total = accounts <= FEW ? accounts * SLICES_AT_MOST * CALLERS.length : accounts;
  const contenders = [];
  try {
    for (const name of Object.keys(CONTENDERS)) {
      console.error(`${accounts} accounts: opening ${name}`);
      contenders.push(
        await open(
          name,
          { folder, socket: cluster.socket, database: `${name.replaceAll('-', '_')}_${accounts}`, accounts, total },
          CONTENDERS[name].where === 'socket' ? cluster : undefined,
        ),
      );
    }
    const cells = [];
    for (const callers of CALLERS) cells.push(...(await measure(contenders, callers)));
    const failed = new Map();
    for (const contender of contenders)
      await contender.ask('check').catch((error) => failed.set(contender.name, error));
    for (const [name, error] of failed) console.error(`${name} does not count: ${error.message}`);
    await Promise.all(contenders.map((contender) => contender.ask('close')));
    return cells.map((cell) => ({ ...cell, accounts, counts: !failed.has(cell.name) }));
  } finally {
    await Promise.all(contenders.map((contender) => contender.end()));
  }
}

const cluster = await startCluster(stores);
try {
  const folder = installPeers();
  const about = machine({
    cluster,
    folder,
    options: { callers: values.callers, accounts: values.accounts, seconds: values.seconds, rounds: values.rounds },
  });
  console.log(about.join('\n'));
  const cells = [];
  for (const accounts of ACCOUNTS) {
    const found = await measureAccounts(accounts, cluster, folder);
    cells.push(...found);
    console.log(`\n${tableOf(found, accounts, CALLERS).join('\n')}`);
  }
  console.log(`\n${summaryOf(cells).join('\n')}`);
  if (cells.some((cell) => !cell.counts)) process.exitCode = 1;
} finally {
  await cluster.stop();
}
