// Builds the product, or takes what another clone on this machine built from the same contents. Only tests do so: who
// installs the product builds it.
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheFolder } from './support/cache.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const start = join(root, 'src/start.mjs');
/** Of each folder: the branch one works on, the one it goes to, and one more. */
const KEPT = 3;
/** Files in which Next names the folder that it was built in. */
const PLACED = ['required-server-files.json', 'required-server-files.js'];

const { stdout, status: stampsStatus } = spawnSync(process.execPath, [start, '--stamps'], {
  cwd: root,
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'inherit'],
});
if (stampsStatus !== 0) process.exit(stampsStatus ?? 1);
const builds = JSON.parse(stdout).map(({ stampFile, stamp }) => {
  const folder = join(root, dirname(stampFile));
  const kind = basename(folder).replace('.', '');
  return {
    folder,
    kind,
    stampFile: join(root, stampFile),
    stamp,
    kept: join(cacheFolder('builds'), `${kind}-${stamp}.tar`),
  };
});
const isBuilt = ({ stampFile, stamp }) => existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp;

/** Says where the build lies now in place of where it was made. */
function move(folder, from, to) {
  for (const path of PLACED.map((name) => join(folder, name))) {
    if (existsSync(path)) writeFileSync(path, readFileSync(path, 'utf8').replaceAll(from, to));
  }
}

function restore(build) {
  // The linters read `src`, `web` and `test` meanwhile, but nothing under `node_modules`.
  const aside = join(root, 'node_modules', `.${build.kind}.restoring`);
  rmSync(aside, { recursive: true, force: true });
  const made = spawnSync('sh', ['-c', 'mkdir -p "$1" && tar -xf "$2" -C "$1"', 'sh', aside, build.kept], {
    stdio: 'ignore',
  });
  if (made.status !== 0) return void rmSync(aside, { recursive: true, force: true });
  move(aside, readFileSync(join(aside, '.root'), 'utf8'), root);
  rmSync(build.folder, { recursive: true, force: true });
  renameSync(aside, build.folder);
  utimesSync(build.kept, new Date(), new Date());
  console.log(`Took ${build.kind} as it was built before.`);
}

function keep({ folder, kind, kept }) {
  writeFileSync(join(folder, '.root'), root);
  const aside = `${kept}.${process.pid}`;
  if (
    spawnSync('tar', ['--exclude=./cache', '--exclude=./dev', '-cf', aside, '-C', folder, '.'], { stdio: 'ignore' })
      .status === 0
  )
    renameSync(aside, kept);
  else rmSync(aside, { force: true });
  const age = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const all = readdirSync(cacheFolder('builds'))
    .filter((name) => name.startsWith(`${kind}-`))
    .map((name) => join(cacheFolder('builds'), name));
  for (const path of all.sort((one, other) => age(other) - age(one)).slice(KEPT)) rmSync(path, { force: true });
}

for (const build of builds) if (!isBuilt(build) && existsSync(build.kept)) restore(build);
const { status } = spawnSync(process.execPath, [start, '--build-only'], { cwd: root, stdio: 'inherit' });
if (status !== 0) process.exit(status ?? 1);
for (const build of builds) if (isBuilt(build) && !existsSync(build.kept)) keep(build);
