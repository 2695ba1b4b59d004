// `npm run bench` runs every benchmark on the built server; `npm run bench ledger` runs one. Figures, never a test: nothing fails here.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { NODE_OPTIONS_OF_START } from './support.mjs';

const here = new URL('.', import.meta.url);
const helpers = ['run', 'support', 'hops', 'ledger-driver'];
const all = readdirSync(here).filter((file) => file.endsWith('.mjs')).map((file) => file.slice(0, -4)).filter((name) => !helpers.includes(name)).sort();
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !all.includes(name));
if (unknown.length > 0) {
  console.error(`no such benchmark: ${unknown.join(', ')}; there are ${all.join(', ')}`);
  process.exit(2);
}
if (!existsSync(new URL('../../dist/main.js', import.meta.url))) {
  console.error('nothing is built: npm run build');
  process.exit(2);
}
let failed = false;
for (const name of asked.length > 0 ? asked : all) {
  console.log(`\n${name}`);
  const run = spawnSync(process.execPath, ['--enable-source-maps', ...NODE_OPTIONS_OF_START, fileURLToPath(new URL(`${name}.mjs`, here))], { stdio: 'inherit' });
  failed ||= run.status !== 0;
}
process.exit(failed ? 1 : 0);
