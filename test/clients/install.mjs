// Puts the packages of package-lock.json into a cache outside the repository, once for each state of that file. Imports
// nothing but Node.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheFolder } from '../services/programs.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));

/** The folder whose `node_modules` has the clients; installed by the first call. @throws Error if npm cannot */
export function installClients() {
  const lock = readFileSync(join(here, 'package-lock.json'));
  const folder = join(cacheFolder(), `clients-${createHash('sha256').update(lock).digest('hex').slice(0, 16)}`);
  if (existsSync(folder)) return folder;
  mkdirSync(dirname(folder), { recursive: true });
  const aside = mkdtempSync(`${folder}.`);
  try {
    for (const file of ['package.json', 'package-lock.json']) copyFileSync(join(here, file), join(aside, file));
    execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'], {
      cwd: aside,
      stdio: ['ignore', 2, 2],
      // On Windows the command is a script.
      shell: process.platform === 'win32',
    });
    renameSync(aside, folder);
  } catch (error) {
    // Another process was faster.
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
  return folder;
}
