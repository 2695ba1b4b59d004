// `npm test`: builds what is not built, runs every jest project, says by name what could not run, and ends with one
// plain line of counts. `npm test -- --all`: also what was proved before and what is left to the nightly run.
// `--keep-times`: writes how long each file took to test/times.json and docs/testing.md. Anything else is handed to
// jest.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { marks, sweepCache } from './support/cache.mjs';
import { ignored } from '../jest.config.mjs';
import { YOUNG_SPACE } from './support/node-flags.mjs';
import { proofKeys } from './support/proofs.mjs';
import { keepTimes, keptTimes, timeLines } from './support/times.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const output = join(root, 'test', '.output');
const report = join(output, 'report.json');
mkdirSync(output, { recursive: true });
rmSync(report, { force: true });
/** One line a test file: its path and its processor seconds (test/support/native/environment.mjs). */
const processorReport = join(output, 'processor.jsonl');
rmSync(processorReport, { force: true });

const own = new Set(['--all', '--keep-times']);
const options = process.argv.slice(2);
const named = options.filter((argument) => !own.has(argument));
const all = options.includes('--all');

const services = spawn(process.execPath, [join(root, 'test/services/prepare.mjs')], { cwd: root, stdio: 'inherit' });
// What could not be built is said again by each suite that wants it.
const servicesEnded = once(services, 'exit');
const build = await once(
  spawn(process.execPath, [join(root, 'test/build.mjs')], { cwd: root, stdio: 'inherit' }),
  'exit',
);
const hadServices = services.exitCode !== null;
/** Ends with the line of counts though no test could be counted. */
function fail(why, status) {
  console.error(why);
  console.log('0 passed, 1 failed');
  process.exit(status || 1);
}
if (build[0] !== 0) fail('the product could not be built', build[0]);

/** All jest runs together: a run that hangs is ended before a build server's limit of 90 minutes. */
const MAX_TESTS_MS = 75 * 60_000;
const begun = performance.now();

/** A worker that has grown to this is replaced between two files, or several would take a small machine's memory. */
const MAX_WORKER_MEMORY = '1200MB';

/** Runs jest once. Answers its report; ends the process when there is none. */
function jest(...args) {
  rmSync(report, { force: true });
  const { status } = spawnSync(
    process.execPath,
    [
      '--no-warnings',
      YOUNG_SPACE,
      join(root, 'node_modules/jest/bin/jest.js'),
      '--json',
      `--outputFile=${report}`,
      `--workerIdleMemoryLimit=${MAX_WORKER_MEMORY}`,
      ...args,
    ],
    {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, NODE_ENV: 'test', PROCESSOR_REPORT: processorReport, ...(all ? { ALL_TESTS: '1' } : {}) },
      timeout: Math.max(1, Math.round(MAX_TESTS_MS - (performance.now() - begun))),
    },
  );
  try {
    return JSON.parse(readFileSync(report, 'utf8'));
  } catch {
    return fail('jest ended without a report', status);
  }
}

// What follows from its inputs alone is proved once for the same inputs (adr/0048, adr/0088).
const proofs = marks('proofs');
sweepCache('proofs');
const keys = proofKeys(root, process.env.ALL_TESTS ?? '');
const proved = all || named.length > 0 ? [] : [...keys].filter(([, key]) => proofs.has(key)).map(([file]) => file);
const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

// More than there are cores: stores, servers and browsers are waited for more than they work, most of all in the runs
// without browsers.
const workers = Math.min(6, availableParallelism() + 2);
const browserWorkers = Math.min(4, availableParallelism() + 1);
const left =
  proved.length > 0
    ? [
        '--testPathIgnorePatterns',
        ...ignored(all || process.env.ALL_TESTS === '1'),
        ...proved.map((file) => `/${escaped(file)}$`),
      ]
    : [];
const [alone, onServers] = [
  ['unit', 'simulator', 'measures'],
  ['contract', 'integration', 'faults', 'rules'],
];
const select = (projects, maxWorkers = workers) => [
  '--selectProjects',
  ...projects,
  `--maxWorkers=${maxWorkers}`,
  ...left,
];
// Browsers have the machine to themselves. While servers are still being built, what needs none goes first.
const runs =
  named.length > 0
    ? [named]
    : [
        ...(hadServices ? [[...alone, ...onServers]] : [alone, onServers]).map((projects) => select(projects)),
        select(['e2e'], browserWorkers),
      ];
const reports = [];
for (const args of runs) {
  if (named.length > 0 || reports.length > 0) await servicesEnded;
  reports.push(jest(...args));
}

const files = reports.flatMap(({ testResults }) => testResults);
const skippedIn = (file) => file.assertionResults.filter((test) => test.status === 'pending' || test.status === 'todo');
const skipped = files.flatMap((file) =>
  skippedIn(file).map((test) => `${relative(root, file.name)}: ${test.fullName}`),
);
for (const file of files) {
  const key = keys.get(relative(root, file.name));
  if (named.length === 0 && key !== undefined && file.status === 'passed' && skippedIn(file).length === 0)
    proofs.add(key);
}
// A file that did not load, or whose end threw after its tests had passed.
const broken = files.filter(
  (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
);
const times = Object.fromEntries(
  files.map((file) => [relative(root, file.name), (file.endTime - file.startTime) / 1_000]),
);
writeFileSync(join(output, 'times.json'), JSON.stringify(times, undefined, 1));
const wholeMinutes = ((performance.now() - begun) / 60_000).toFixed(1);
// What did not run this time, as it was proved before or not asked for, keeps the time that it took last.
const formerTimes = Object.fromEntries(
  Object.entries(keptTimes(root)).filter(([file]) => existsSync(join(root, file))),
);
if (options.includes('--keep-times'))
  keepTimes(root, { ...formerTimes, ...times }, `${cpus().length} cores, the whole run in ${wholeMinutes} minutes`);

console.log(`${files.length} files in ${wholeMinutes} minutes:`);
for (const line of timeLines(times)) console.log(line);
if (existsSync(processorReport)) {
  const lines = readFileSync(processorReport, 'utf8').trim().split('\n');
  // A planted fault runs tests of a copy: the file that planted it has their time too.
  const used = lines
    .map((line) => JSON.parse(line))
    .map(([file, seconds]) => [relative(root, file), seconds])
    .filter(([file]) => !file.startsWith('..'));
  console.log('processor seconds:');
  for (const line of timeLines(Object.fromEntries(used))) console.log(line);
}
if (proved.length > 0)
  console.log(
    `proved before on this machine from the same contents (\`npm test -- --all\` runs them again): ${proved.join(', ')}`,
  );
if (!all && named.length === 0)
  console.log(
    'not run, only in `npm run test:nightly`: every screen with every accessibility rule, every outage of every server, every way of using a live engine, thousands of simulator seeds, fifty kills under load, one year of ten thousand subscribers',
  );
for (const name of skipped) console.log(`skipped: ${name}`);
for (const file of broken) console.log(`broken: ${relative(root, file.name)}\n${file.message}`);
const sum = (count) => reports.reduce((total, one) => total + one[count], 0);
// A skip hides what it names: where services are required it counts as a failure.
const skipFailures = process.env.REQUIRE_SERVICES === '1' ? skipped.length : 0;
const failed = sum('numFailedTests') + broken.length + skipFailures;
console.log(`${sum('numPassedTests')} passed, ${failed} failed`);
process.exit(failed === 0 && reports.every(({ success }) => success) ? 0 : 1);
