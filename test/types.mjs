// `npm run typecheck`: both projects. What the compiler keeps of a project for the next time is kept for the next
// clone: it knows files by their contents, and names them from where it stands itself.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, renameSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheFolder } from './support/cache.mjs';
import { YOUNG_SPACE } from './support/node-flags.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
const kept = cacheFolder('types');
const here = join(root, 'test', '.output');
mkdirSync(here, { recursive: true });

for (const [name, project] of [
  ['server', 'tsconfig.json'],
  ['web', 'web/tsconfig.json'],
]) {
  const [state, stored] = [join(here, `${name}.tsbuildinfo`), join(kept, `${name}.tsbuildinfo`)];
  if (existsSync(stored)) copyFileSync(stored, state);
  const { status } = spawnSync(
    process.execPath,
    [YOUNG_SPACE, tsc, '--noEmit', '--incremental', '--tsBuildInfoFile', state, '-p', project],
    { cwd: root, stdio: 'inherit' },
  );
  if (status !== 0) process.exit(status ?? 1);
  // Whole, though another clone does the same at once.
  copyFileSync(state, `${stored}.${process.pid}`);
  renameSync(`${stored}.${process.pid}`, stored);
}
