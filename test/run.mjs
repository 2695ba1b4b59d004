// `npm test`: builds what is not built, runs every jest project, says by name what could not run, and ends with one
// plain line of counts.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const output = join(root, 'test', '.output');
const report = join(output, 'report.json');
mkdirSync(output, { recursive: true });
rmSync(report, { force: true });

const services = spawn(process.execPath, [join(root, 'test/services/prepare.mjs')], { cwd: root, stdio: 'inherit' });
const [build] = await Promise.all([
  once(spawn(process.execPath, [join(root, 'src/start.mjs'), '--build-only'], { cwd: root, stdio: 'inherit' }), 'exit'),
  // What could not be built is said again by each suite that wants it.
  once(services, 'exit'),
]);
/** Ends with the line of counts though no test could be counted. */
function fail(why, status) {
  console.error(why);
  console.log('0 passed, 1 failed');
  process.exit(status || 1);
}
if (build[0] !== 0) fail('the product could not be built', build[0]);

/** A run that hangs is ended; the slowest machine needs a fraction of it. */
const LONGEST_RUN_MS = 60 * 60_000;

/** Runs jest once. Answers its report; ends the process when there is none. */
function jest(...args) {
  rmSync(report, { force: true });
  const { status } = spawnSync(
    process.execPath,
    ['--experimental-vm-modules', '--no-warnings', join(root, 'node_modules/jest/bin/jest.js'), '--json', `--outputFile=${report}`, ...args],
    { cwd: root, stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, NODE_ENV: 'test' }, timeout: LONGEST_RUN_MS },
  );
  try {
    return JSON.parse(readFileSync(report, 'utf8'));
  } catch {
    return fail('jest ended without a report', status);
  }
}

const named = process.argv.slice(2);
// One more than there are cores: stores, servers and browsers are waited for more than they work.
const workers = Math.min(4, availableParallelism() + 1);
// Browsers have the machine to themselves.
const runs = named.length > 0 ? [named] : [
  ['--selectProjects', 'unit', 'contract', 'integration', 'faults', 'simulator', 'rules', 'measures', `--maxWorkers=${workers}`],
  ['--selectProjects', 'e2e', `--maxWorkers=${workers}`],
];
const reports = runs.map((args) => jest(...args));

const files = reports.flatMap(({ testResults }) => testResults);
const skipped = files.flatMap((file) =>
  file.assertionResults.filter((test) => test.status === 'pending' || test.status === 'todo').map((test) => `${relative(root, file.name)}: ${test.fullName}`));
// A file that did not load, or whose end threw after its tests had passed.
const broken = files.filter((file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'));
for (const name of skipped) console.log(`skipped: ${name}`);
for (const file of broken) console.log(`broken: ${relative(root, file.name)}\n${file.message}`);
const sum = (count) => reports.reduce((total, one) => total + one[count], 0);
// A skip hides what it names: where services are required it counts as a failure.
const skipFailures = process.env.REQUIRE_SERVICES === '1' ? skipped.length : 0;
const failed = sum('numFailedTests') + broken.length + skipFailures;
console.log(`${sum('numPassedTests')} passed, ${failed} failed`);
process.exit(failed === 0 && reports.every(({ success }) => success) ? 0 : 1);
