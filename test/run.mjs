// `npm test`: builds what is not built, runs every jest project, says by name what could not run, and ends with one
// plain line of counts.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const output = join(root, 'test', '.output');
const report = join(output, 'report.json');
mkdirSync(output, { recursive: true });
rmSync(report, { force: true });

const build = spawnSync(process.execPath, [join(root, 'src/start.mjs'), '--build-only'], { cwd: root, stdio: 'inherit' });
if (build.status !== 0) process.exit(build.status ?? 1);

const jest = spawnSync(
  process.execPath,
  ['--experimental-vm-modules', '--no-warnings', join(root, 'node_modules/jest/bin/jest.js'), '--json', `--outputFile=${report}`, ...process.argv.slice(2)],
  { cwd: root, stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, NODE_ENV: 'test' } },
);

let results;
try {
  results = JSON.parse(readFileSync(report, 'utf8'));
} catch {
  console.error('jest ended without a report');
  process.exit(jest.status || 1);
}
const skipped = results.testResults.flatMap((file) =>
  file.assertionResults.filter((test) => test.status === 'pending' || test.status === 'todo').map((test) => `${relative(root, file.name)}: ${test.fullName}`));
const broken = results.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
for (const name of skipped) console.log(`skipped: ${name}`);
for (const file of broken) console.log(`did not run: ${relative(root, file.name)}\n${file.message}`);
// A skip hides what it names: where services are required it counts as a failure.
const skipFailures = process.env.REQUIRE_SERVICES === '1' ? skipped.length : 0;
const failed = results.numFailedTests + broken.length + skipFailures;
console.log(`${results.numPassedTests} passed, ${failed} failed`);
process.exit(failed === 0 && results.success ? 0 : 1);
