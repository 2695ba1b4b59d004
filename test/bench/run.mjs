// `npm run bench` runs every benchmark on the built server; `npm run bench ledger` runs one, and `npm run bench rebuild
// 5000000` tells it a number. Figures, never a test: nothing fails here. `npm run bench peers` needs PostgreSQL and
// installs packages: it runs only when it is named, and is handed what follows `--`.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { NODE_OPTIONS_OF_START } from './support.mjs';

const here = new URL('.', import.meta.url);
const helpers = ['run', 'support', 'hops', 'ledger-driver', 'ledger-log', 'ledger-side', 'made-prompts'];
const all = readdirSync(here)
  .filter((file) => file.endsWith('.mjs'))
  .map((file) => file.slice(0, -4))
  .filter((name) => !helpers.includes(name))
  .sort();
const named = { peers: 'peers/run.mjs', 'held-out': 'held-out/run.mjs' };
const words = process.argv.slice(2);
const firstOption = words.findIndex((word) => /^(--|\d+$)/.test(word));
const requested = firstOption === -1 ? words : words.slice(0, firstOption);
const options = words.slice(requested.length);
const unknown = requested.filter((name) => !all.includes(name) && !(name in named));
if (unknown.length > 0) {
  console.error(`no such benchmark: ${unknown.join(', ')}; there are ${[...all, ...Object.keys(named)].join(', ')}`);
  process.exit(2);
}
if (!existsSync(new URL('../../dist/main.js', import.meta.url))) {
  console.error('nothing is built: npm run build');
  process.exit(2);
}
let failed = false;
for (const name of requested.length > 0 ? requested : all) {
  console.log(`\n${name}`);
  const run = spawnSync(
    process.execPath,
    [
      '--enable-source-maps',
      ...NODE_OPTIONS_OF_START,
      fileURLToPath(new URL(named[name] ?? `${name}.mjs`, here)),
      ...options,
    ],
    { stdio: 'inherit' },
  );
  failed ||= run.status !== 0;
}
process.exit(failed ? 1 : 0);
