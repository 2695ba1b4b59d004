// What is kept for the next clone on this machine, outside the repository, under names that follow from contents.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';

const KEPT_MS = 30 * 24 * 3_600_000;

/** The folder of a kind of thing that is kept, made when it is not there. */
export function cacheFolder(kind) {
  const folder = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'kinora', kind);
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Removes what nobody has used for a month. */
export function sweepCache(kind) {
  const folder = cacheFolder(kind);
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()) > KEPT_MS)
      rmSync(path, { recursive: true, force: true });
  }
}

/** What a result depends on besides the repository: Node, the machine's kind and the programs that tests start. */
export function machine() {
  const version = (program, flag) => spawnSync(program, [flag], { encoding: 'utf8' }).stdout?.split('\n')[0] ?? '';
  return [
    process.version,
    process.platform,
    process.arch,
    version('ffmpeg', '-version'),
    version('espeak-ng', '--version'),
  ];
}

/** A set of keys that are known to hold, one empty file each. */
export function marks(kind) {
  const folder = cacheFolder(kind);
  const pathOf = (key) => join(folder, createHash('sha256').update(key).digest('hex'));
  return {
    has: (key) => {
      const path = pathOf(key);
      if (!existsSync(path)) return false;
      utimesSync(path, new Date(), new Date());
      return true;
    },
    add: (key) => writeFileSync(pathOf(key), ''),
  };
}
