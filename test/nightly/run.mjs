// `npm run test:nightly -- [--seeds 5000] [--kills 50] [--from 1] [--subscribers 10000]`: every measure of what the engine makes; every screen by
// every rule of accessibility in every look; every outage of every server; the simulator from thousands of seeds and a ledger that is killed under load again and again (what
// the two are: docs/simulator.md); and a year of subscribers that ends with books that balance.
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const { values } = parseArgs({ options: { seeds: { type: 'string', default: '5000' }, from: { type: 'string', default: '1' }, kills: { type: 'string', default: '50' }, subscribers: { type: 'string', default: '10000' } } });
for (const [name, value] of Object.entries(values)) {
  if (/^\d+$/.test(value)) continue;
  console.error(`--${name} takes a whole number, not ${value}`);
  process.exit(2);
}

const run = (args, env = {}) => spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...process.env, NODE_ENV: 'test', ...env } }).status ?? 1;
const jest = (env, ...args) => run(['--experimental-vm-modules', '--no-warnings', join(root, 'node_modules/jest/bin/jest.js'), '--runInBand', ...args], env);

const built = run([join(root, 'src/start.mjs'), '--build-only']);
if (built !== 0) process.exit(built);
const begun = performance.now();
const measured = jest({ ALL_TESTS: '1' }, '--selectProjects', 'measures');
const looked = jest({ ALL_TESTS: '1' }, '--selectProjects', 'e2e', '--testPathPatterns', 'screens', 'finance');
const outlived = jest({ ALL_TESTS: '1' }, '--selectProjects', 'faults', '--testPathPatterns', 'stores/layout');
const simulated = jest({ SEEDS: values.seeds, FROM: values.from }, '--selectProjects', 'simulator');
const killed = jest({ KILLS: values.kills }, '--selectProjects', 'faults', '--testPathPatterns', 'ledger-kill');
const lived = jest({ SUBSCRIBERS: values.subscribers }, '--selectProjects', 'integration', '--testPathPatterns', 'billing-year');
console.log(`Measures ${measured === 0 ? 'held' : 'failed'}, screens ${looked === 0 ? 'broke no rule' : 'failed'}, outages ${outlived === 0 ? 'were outlived' : 'failed'}, ${values.seeds} seeds ${simulated === 0 ? 'held' : 'failed'}, ${values.kills} deaths ${killed === 0 ? 'held' : 'failed'}, a year of ${values.subscribers} subscribers ${lived === 0 ? 'balanced' : 'failed'}, in ${Math.round((performance.now() - begun) / 1_000)} s.`);
process.exit(measured === 0 && looked === 0 && outlived === 0 && simulated === 0 && killed === 0 && lived === 0 ? 0 : 1);
