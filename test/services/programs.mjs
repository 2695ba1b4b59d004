// The test servers that are built from source, once, into a cache outside the repository. Imports nothing but Node, so
// that they can be built before there is a node_modules.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Tests make images of 64 × 64 pixels, so only the matrix library is optimised: the rest is built in about two thirds
 * of the processor time.
 */
const UNOPTIMISED = [
  '-DCMAKE_CXX_FLAGS_RELEASE=-O0 -DNDEBUG',
  '-DCMAKE_C_FLAGS_RELEASE=-O2 -DNDEBUG',
  `-DCMAKE_PROJECT_ggml_INCLUDE=${fileURLToPath(new URL('./optimised.cmake', import.meta.url))}`,
];

/**
 * What is built: the Go module in the folder of that name, and the package of it that is the program; or what its
 * `build.mjs` writes.
 */
export const PROGRAMS = {
  ferretdb: { title: 'FerretDB', package: '.' },
  minio: { title: 'MinIO', package: 'github.com/minio/minio' },
  compose: { title: 'the reader of Compose files', package: '.' },
  'stripe-mock': { title: 'stripe-mock', package: 'github.com/stripe/stripe-mock' },
  'sd-server': {
    title: 'the server of stable-diffusion.cpp',
    folder: '../../packages/sd-server/',
    options: UNOPTIMISED,
  },
  'sd-weights': { title: 'the random weights of a small image model' },
};

/**
 * Nobody debugs these servers and tests ask little of them, but a fresh machine builds them each time. Without
 * inlining, debug information and (until it has taken 1 GiB) garbage collection the Go compiler takes little more than
 * half the processor time.
 */
const CHEAPLY = ['-gcflags=all=-l -dwarf=false', '-ldflags=-s -w'];

/** The command that builds a program into a file. */
function commandOf(name, into) {
  const cwd = moduleFolder(name);
  const { package: what, options = [] } = PROGRAMS[name];
  if (what === undefined)
    return { file: process.execPath, args: [join(cwd, 'build.mjs'), into, ...options], cwd, env: process.env };
  return {
    file: 'go',
    args: ['build', '-buildvcs=false', '-mod=readonly', ...CHEAPLY, '-o', into, what],
    cwd,
    env: { ...process.env, GOFLAGS: '', GOWORK: 'off', GOGC: 'off', GOMEMLIMIT: '1GiB' },
  };
}

/** The folder beside this file of the same name, unless the product builds it as well. */
const moduleFolder = (name) => fileURLToPath(new URL(PROGRAMS[name].folder ?? `./${name}/`, import.meta.url));

export function cacheFolder() {
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'kinora', 'services');
}

export function programPath(name) {
  const folder = moduleFolder(name);
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`);
  if (PROGRAMS[name].options !== undefined) hash.update('unoptimised');
  for (const file of readdirSync(folder).sort()) hash.update(`\n${file}\n`).update(readFileSync(join(folder, file)));
  return join(cacheFolder(), `${name}-${hash.digest('hex').slice(0, 16)}`);
}

function alive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

const BUILDING = /\.building-(\d+)$/;

/** Clears away what a build left that was ended before it could rename its result. */
function sweep(folder) {
  for (const file of readdirSync(folder)) {
    const pid = BUILDING.exec(file)?.[1];
    if (pid !== undefined && !alive(Number(pid))) rmSync(join(folder, file), { force: true });
  }
}

/** No build takes as long: what is older was left by a process whose number another one has now. */
const MAX_BUILD_MS = 20 * 60_000;

/** Waits while another process builds the same. */
async function untilNobodyBuilds(path) {
  const folder = dirname(path);
  const isBuilding = (file) => {
    const pid = file.startsWith(`${basename(path)}.`) ? BUILDING.exec(file)?.[1] : undefined;
    const begun = statSync(join(folder, file), { throwIfNoEntry: false })?.mtimeMs ?? 0;
    return pid !== undefined && alive(Number(pid)) && Date.now() - begun < MAX_BUILD_MS;
  };
  while (readdirSync(folder).some(isBuilding)) await new Promise((resolve) => setTimeout(resolve, 500));
}

export async function build(name) {
  const path = programPath(name);
  if (existsSync(path)) return { path, outcome: 'kept' };
  const { title, package: what } = PROGRAMS[name];
  if (what !== undefined && spawnSync('go', ['version']).error !== undefined)
    return { path, outcome: 'missing', why: `go is not here to build ${title} (Debian: golang)` };
  mkdirSync(cacheFolder(), { recursive: true });
  await untilNobodyBuilds(path);
  if (existsSync(path)) return { path, outcome: 'kept' };
  sweep(cacheFolder());
  const aside = `${path}.building-${process.pid}`;
  // There from the beginning, for others to see; Go writes over a file that is empty.
  writeFileSync(aside, '');
  const { file, args, cwd, env } = commandOf(name, aside);
  const child = spawn(file, args, { cwd, env, stdio: ['ignore', 'ignore', 'pipe'] });
  let complaint = '';
  child.stderr.on('data', (chunk) => (complaint = `${complaint}${chunk}`.slice(-4_000)));
  const status = await new Promise((resolve) => child.once('close', resolve));
  if (status !== 0) {
    rmSync(aside, { force: true });
    return {
      path,
      outcome: 'missing',
      why: `${title} could not be built: ${complaint.trim().split('\n').slice(-3).join(' ')}`,
    };
  }
  renameSync(aside, path);
  return { path, outcome: 'built' };
}
