// Results of a run as the Markdown of docs/performance.md.
import { DatabaseSync } from '@photostructure/sqlite';
import { closeSync, fdatasyncSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { percentile } from '../support.mjs';

/** In the order of the tables. `where`: does the work in the process that asks, or in a server behind a Unix socket. */
export const CONTENDERS = {
  kinora: { words: 'Kinora embedded, CommandBus', where: 'process' },
  raw: { words: 'raw grouped SQLite appends (the limit)', where: 'process' },
  usual: { words: 'PostgreSQL, `SELECT … FOR UPDATE`', where: 'socket' },
  calls: { words: 'PostgreSQL, one function call per step, pipelined', where: 'socket' },
  grouped: { words: 'PostgreSQL, steps grouped by the client', where: 'socket' },
  'emmett-sqlite': { words: 'Emmett on SQLite', where: 'process' },
  'emmett-postgresql': { words: 'Emmett on PostgreSQL', where: 'socket' },
};
const WHERE = { process: 'in-process', socket: 'over a socket' };

/** At 64 callers: Kinora's pairs a second as a multiple of another's. */
const AIMS = [
  { accounts: 1, against: 'usual', atLeast: 40 },
  { accounts: 10_000, against: 'calls', atLeast: 10 },
  { accounts: 10_000, against: 'emmett-postgresql', atLeast: 45 },
  { accounts: 1, against: 'raw', atLeast: 0.5 },
  { accounts: 10_000, against: 'raw', atLeast: 0.4 },
];
const AIM_CALLERS = 64;

const median = (samples) => percentile(samples, 0.5);
const middle = (cell, figure) => median(cell.slices.map((slice) => slice[figure]));
const round = (value) => Number(value.toPrecision(3)).toLocaleString('en', { maximumSignificantDigits: 3 });
const rate = (value) => Math.round(value).toLocaleString('en');
const ms = (value) => (value < 0.095 ? value.toFixed(3) : Number(value.toPrecision(2)).toLocaleString('en'));

/** How long one write of a page and its flush take in the folder of the stores, microseconds. */
function flushMicros() {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-bench-flush-'));
  const file = openSync(join(folder, 'page'), 'w');
  const page = Buffer.alloc(4096, 1);
  const samples = Array.from({ length: 500 }, (_, n) => {
    const started = performance.now();
    writeSync(file, page, 0, page.length, n * page.length);
    fdatasyncSync(file);
    return (performance.now() - started) * 1_000;
  });
  closeSync(file);
  rmSync(folder, { recursive: true, force: true });
  return { median: median(samples), p99: percentile(samples, 0.99) };
}

/** Everything that figures depend on and that can be asked for. @returns lines of Markdown */
export function machine({ cluster, folder, options }) {
  const versionOf = (name) =>
    JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8')).version;
  const db = new DatabaseSync(':memory:');
  const sqlite = db.prepare('SELECT sqlite_version() AS version').get().version;
  db.close();
  const flush = flushMicros();
  return [
    `- ${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GiB, load before the run ${loadavg()[0].toFixed(2)}`,
    `- one 4 KiB write and its fdatasync where the stores are: median ${Math.round(flush.median)} µs, p99 ${Math.round(flush.p99)} µs`,
    `- Node ${process.versions.node}; SQLite ${sqlite} in Kinora and raw; ${cluster.version}; pg ${versionOf('pg')}`,
    `- Emmett ${versionOf('@event-driven-io/emmett')}, emmett-sqlite ${versionOf('@event-driven-io/emmett-sqlite')} (sqlite3 ${versionOf('sqlite3')}), emmett-postgresql ${versionOf('@event-driven-io/emmett-postgresql')}`,
    `- \`npm run bench peers -- ${Object.entries(options)
      .map(([name, value]) => `--${name} ${value}`)
      .join(' ')}\`, ${new Date().toISOString().slice(0, 10)}`,
  ];
}

/** Kinora's pairs as a multiple of another's, round by round, and of those the median. */
function multiple(kinora, other) {
  return median(kinora.slices.map((slice, n) => slice.pairsPerSecond / other.slices[n].pairsPerSecond));
}

/** The table of one number of accounts. @returns lines of Markdown */
export function tableOf(cells, accounts, callers) {
  const cellOf = (name, count) => cells.find((cell) => cell.name === name && cell.callers === count);
  const lines = [
    `### ${accounts.toLocaleString('en')} account${accounts === 1 ? '' : 's'}`,
    '',
    `| | where | ${callers.map((count) => `${count.toLocaleString('en')} caller${count === 1 ? '' : 's'}: pairs/s | p50 / p99, ms | CPU, µs/pair`).join(' | ')} | memory, MiB |`,
    `|---|---|${callers.map(() => '--:|--:|--:|').join('')}--:|`,
  ];
  for (const [name, { words, where }] of Object.entries(CONTENDERS)) {
    const columns = callers.map((count) => {
      const cell = cellOf(name, count);
      if (!cell.counts) return 'failed its check | – | –';
      const times = name === 'kinora' ? '' : ` (${round(multiple(cellOf('kinora', count), cell))}×)`;
      return `${rate(middle(cell, 'pairsPerSecond'))}${times} | ${ms(middle(cell, 'p50Ms'))} / ${ms(middle(cell, 'p99Ms'))} | ${rate(middle(cell, 'processorMicrosPerPair'))}`;
    });
    const memory = Math.max(...callers.map((count) => middle(cellOf(name, count), 'residentMiB')));
    lines.push(`| ${words} | ${WHERE[where]} | ${columns.join(' | ')} | ${rate(memory)} |`);
  }
  return lines;
}

function aimsOf(cells) {
  const cellOf = (name, accounts) =>
    cells.find(
      (cell) => cell.name === name && cell.accounts === accounts && cell.callers === AIM_CALLERS && cell.counts,
    );
  const rows = AIMS.flatMap(({ accounts, against, atLeast }) => {
    const [kinora, other] = [cellOf('kinora', accounts), cellOf(against, accounts)];
    if (kinora === undefined || other === undefined) return [];
    const reached = multiple(kinora, other);
    return [
      `| ${accounts.toLocaleString('en')} | ${CONTENDERS[against].words} | ≥ ${atLeast} | ${round(reached)} | ${reached >= atLeast ? 'met' : 'not met'} |`,
    ];
  });
  if (rows.length === 0) return [];
  return [
    `### Targets at ${AIM_CALLERS} callers`,
    '',
    "| accounts | Kinora's pairs/s as a multiple of | target | measured | |",
    '|--:|---|--:|--:|---|',
    ...rows,
    '',
  ];
}

function chosenOf(cells) {
  const rows = cells
    .filter(({ variant }) => variant !== undefined)
    .map(
      ({ name, accounts, callers, variant }) =>
        `| ${CONTENDERS[name].words} | ${accounts.toLocaleString('en')} | ${callers.toLocaleString('en')} | ${variant.connections} | ${variant.commitDelay === undefined ? '–' : `${variant.commitDelay} µs`} |`,
    );
  return [
    '### Selected settings',
    '',
    '| | accounts | callers | connections | commit_delay |',
    '|---|--:|--:|--:|--:|',
    ...rows,
  ];
}

/**
 * What can be said once all is measured: the aims, how far the rounds were apart, and which variants were chosen.
 * @returns lines of Markdown
 */
export function summaryOf(cells) {
  const spreads = cells.map(({ slices }) => {
    const rates = slices.map((slice) => slice.pairsPerSecond);
    return (Math.max(...rates) - Math.min(...rates)) / median(rates);
  });
  return [
    ...aimsOf(cells),
    `The fastest and slowest round of a cell differ by ${Math.round(median(spreads) * 100)} % (median over all cells; at most ${Math.round(percentile(spreads, 0.9) * 100)} % in nine of ten).`,
    '',
    ...chosenOf(cells),
  ];
}
