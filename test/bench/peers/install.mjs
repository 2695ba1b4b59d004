// Puts the peers' packages into a cache beside the project's own, exactly as package-lock.json says, once for each
// state of that file.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const cache = fileURLToPath(new URL('../../../node_modules/.cache/kinora-bench-peers/', import.meta.url));

/**
 * Installs what is not there yet. @returns the folder that `peersFrom` takes. @throws Error when npm cannot install
 * them
 */
export function installPeers() {
  const lock = readFileSync(join(here, 'package-lock.json'));
  const folder = join(cache, createHash('sha256').update(lock).digest('hex').slice(0, 16));
  const finished = join(folder, 'installed');
  if (existsSync(finished)) return folder;
  mkdirSync(folder, { recursive: true });
  for (const file of ['package.json', 'package-lock.json']) copyFileSync(join(here, file), join(folder, file));
  console.error("installing the peers' packages, once (sqlite3 may be compiled: a minute or two)");
  execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, stdio: ['ignore', 2, 2] });
  writeFileSync(finished, '');
  return folder;
}

/** @returns `require` as it resolves in the peers' folder */
export const peersFrom = (folder) => createRequire(join(folder, 'package.json'));
