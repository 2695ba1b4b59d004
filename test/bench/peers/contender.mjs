// One contender in a process of its own: opened, driven with the same load as every other, and checked. Told what to do
// by run.mjs.
import { percentile } from '../support.mjs';
import { peersFrom } from './install.mjs';

/** Nobody loads what only another contender needs: it would stand in its memory. */
const OPEN = {
  kinora: async (options) => (await import('./kinora.mjs')).openEmbedded(options),
  raw: async (options) => (await import('./kinora.mjs')).openRaw(options),
  usual: async (options) => (await import('./postgresql.mjs')).openUsual(options),
  calls: async (options) => (await import('./postgresql.mjs')).openCalls(options),
  grouped: async (options) => (await import('./postgresql.mjs')).openGrouped(options),
  'emmett-sqlite': async (options) => (await import('./emmett.mjs')).openOnSqlite(options),
  'emmett-postgresql': async (options) => (await import('./emmett.mjs')).openOnPostgresql(options),
};
/** What every account is given; ledger-driver.mjs gives the same. */
const GRANTED = 900_000_000;
const AMOUNT = 4;
/** Each caller walks the accounts in steps of a prime, so that two seldom meet. */
const STEP = 7_919;

const [, , name, options] = process.argv;
const { folder, ...given } = JSON.parse(options);
const contender = await OPEN[name]({ ...given, granted: GRANTED, require: peersFrom(folder) });
let pairs = 0;

async function expect(wanted, step) {
  const answer = await step;
  if (answer !== wanted) throw new Error(`${name}: ${answer} where ${wanted} was due`);
}

const residentMiB = () => process.memoryUsage.rss() / 1_048_576;

/**
 * So many callers, each of whom waits for its hold, then for its capture, then begins again. `first` is the number of
 * the first account.
 */
async function slice({ callers, accounts, first, seconds }) {
  const latencies = [];
  let resident = residentMiB();
  const sampler = setInterval(() => {
    resident = Math.max(resident, residentMiB());
  }, 100);
  const started = performance.now();
  const end = started + seconds * 1_000;
  const caller = async (index) => {
    for (let turn = index, sentAt = performance.now(); sentAt < end; turn += STEP) {
      const of = first + (turn % accounts);
      const key = contender.mint();
      const at = Date.now();
      await expect('done', contender.hold(of, key, AMOUNT, at));
      await expect('done', contender.capture(of, key, AMOUNT, at));
      const answered = performance.now();
      latencies.push(answered - sentAt);
      sentAt = answered;
    }
  };
  await Promise.all(Array.from({ length: callers }, (_, index) => caller(index)));
  const elapsed = performance.now() - started;
  clearInterval(sampler);
  pairs += latencies.length;
  return {
    pairs: latencies.length,
    pairsPerSecond: (latencies.length / elapsed) * 1_000,
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
    residentMiB: Math.max(resident, residentMiB()),
  };
}

/**
 * A hold beyond the balance is refused, a repeat changes nothing, nothing is still held, and the sums are those of the
 * answers given.
 */
async function check() {
  if (contender.totals === undefined) return;
  const key = contender.mint();
  const at = Date.now();
  await expect('insufficient', contender.hold(0, contender.mint(), GRANTED + 1, at));
  await expect('done', contender.hold(0, key, AMOUNT, at));
  await expect('repeat', contender.hold(0, key, AMOUNT, at));
  await expect('done', contender.capture(0, key, AMOUNT, at));
  await expect('repeat', contender.capture(0, key, AMOUNT, at));
  pairs += 1;
  const { granted, available, held, spent } = await contender.totals();
  const wanted = {
    granted: given.total * GRANTED,
    available: given.total * GRANTED - pairs * AMOUNT,
    held: 0,
    spent: pairs * AMOUNT,
  };
  if (granted !== wanted.granted || available !== wanted.available || held !== 0 || spent !== wanted.spent) {
    throw new Error(
      `${name} lost its count: ${JSON.stringify({ granted, available, held, spent })} where ${JSON.stringify(wanted)} was due`,
    );
  }
}

/** A slice, with the processor time of this process's threads beside it. */
async function timed(load) {
  const before = process.cpuUsage();
  const figures = await (contender.slice ?? slice)(load);
  const { user, system } = process.cpuUsage(before);
  return { ...figures, processorMicros: user + system };
}

const work = {
  use: ({ variant }) => contender.use(variant),
  slice: timed,
  settle: () => contender.settle?.(),
  check,
  close: () => contender.close(),
};
process.on('message', ({ action, ...details }) => {
  Promise.resolve(work[action](details)).then(
    (answer) => process.send({ answer }),
    (error) => process.send({ error: error.stack ?? String(error) }),
  );
});
process.on('disconnect', () => process.exit());
process.send({ answer: { variants: contender.variants ?? [] } });
