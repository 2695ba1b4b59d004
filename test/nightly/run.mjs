// `npm run test:nightly -- [--seeds 5000] [--from 1] [--kills 50] [--subscribers 10000]` runs the tests that take too
// long for each change: every quality measure of the engine; every screen with every accessibility rule, in every
// size, theme and language; every kind of outage of every server; live engines in every way; whatever `npm test` takes
// from its cache; the ledger simulator with thousands of seeds, and a server killed repeatedly under load
// (docs/simulator.md); one year of subscriptions, after which the books must balance; and requests made from the
// schemas of the API. Then it prints how the tools fare with held-out photographs.
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ALONE } from '../support/proofs.mjs';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '5000' },
    from: { type: 'string', default: '1' },
    kills: { type: 'string', default: '50' },
    subscribers: { type: 'string', default: '10000' },
  },
});
for (const [name, value] of Object.entries(values)) {
  if (/^\d+$/.test(value)) continue;
  console.error(`--${name} requires a whole number, not "${value}".`);
  process.exit(2);
}

const run = (args, env = {}) =>
  spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...process.env, NODE_ENV: 'test', ...env } })
    .status ?? 1;
const JEST = ['--no-warnings', join(root, 'node_modules/jest/bin/jest.js'), '--runInBand'];

const suites = [
  { name: 'quality measures', env: { ALL_TESTS: '1' }, args: ['measures'] },
  { name: 'screens', env: { ALL_TESTS: '1' }, args: ['e2e', '--testPathPatterns', 'screens', 'finance'] },
  { name: 'outages', env: { ALL_TESTS: '1' }, args: ['faults', '--testPathPatterns', 'stores/layout'] },
  {
    name: 'engines, driven for real',
    env: { ALL_TESTS: '1' },
    args: ['contract', 'integration', '--testPathPatterns', 'live-engines', 'creation/installs'],
  },
  {
    name: 'planted ledger faults, and stores and adapters alone',
    env: {},
    args: ['contract', 'faults', 'integration', '--testPathPatterns', 'ledger/planted-ledger', ...ALONE],
  },
  {
    name: 'requests made from the schemas of the API',
    env: { FUZZ: '100' },
    args: ['integration', '--testPathPatterns', 'public-api-schemas'],
  },
  {
    name: `simulator, ${values.seeds} seeds from ${values.from}`,
    env: { SEEDS: values.seeds, FROM: values.from },
    args: ['simulator'],
  },
  {
    name: `ledger killed ${values.kills} times`,
    env: { KILLS: values.kills },
    args: ['faults', '--testPathPatterns', 'ledger-kill'],
  },
  {
    name: 'an export of one year of 2000 accounts, checked independently',
    env: { ACCOUNTS: '2000' },
    args: ['integration', '--testPathPatterns', 'export-checker'],
  },
  {
    name: `one year of ${values.subscribers} subscribers`,
    env: { SUBSCRIBERS: values.subscribers },
    args: ['integration', '--testPathPatterns', 'billing-year'],
  },
];

const built = run([join(root, 'src/start.mjs'), '--build-only']);
if (built !== 0) process.exit(built);
const startedAt = performance.now();
const results = suites.map(({ name, env, args }) => ({
  name,
  isPassed: run([...JEST, '--selectProjects', ...args], env) === 0,
}));
results.push({
  name: 'the tools on held-out photographs ran; their figures are above',
  isPassed: run([join(root, 'test/bench/run.mjs'), 'held-out']) === 0,
});
console.log(`Nightly tests, ${Math.round((performance.now() - startedAt) / 1_000)} s:`);
for (const { name, isPassed } of results) console.log(`  ${isPassed ? 'passed' : 'FAILED'}  ${name}`);
process.exit(results.every(({ isPassed }) => isPassed) ? 0 : 1);
