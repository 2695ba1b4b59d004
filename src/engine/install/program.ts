import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { access, chmod, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { wordsOf } from '../../kernel/thrown.js';
import { helperEnvironment, processEnvironment } from '../../platform/environment.js';
import { BoundedLog } from './bounded-log.js';
import { InstallFault } from './fault.js';
import type { Backend } from './fit.shared.js';

/** Where sd-server comes from. */
export interface ProgramChoice {
  /** The operator's own; then nothing is built. */
  readonly configured?: string;
  /** Where built ones are kept. */
  readonly folder: string;
}

/** `packages/sd-server`: the pinned source package and the script that builds it. */
const PACKAGE = fileURLToPath(new URL('../../../packages/sd-server/', import.meta.url));

/** This machine's own instructions, and what a GPU needs (`docs/build.md` of stable-diffusion.cpp). */
const CMAKE_OPTIONS: Readonly<Record<Backend, readonly string[]>> = {
  cpu: ['-DGGML_NATIVE=ON'],
  cuda: ['-DGGML_NATIVE=ON', '-DSD_CUDA=ON'],
  vulkan: ['-DGGML_NATIVE=ON', '-DSD_VULKAN=ON'],
};

/** Programs that the build needs, with Debian's packages. Python brings CMake and Ninja from PyPI. */
const TOOLS = [
  ['python3', 'python3-venv'],
  ['c++', 'g++'],
  ['tar', 'tar'],
] as const;

/** Variables that pip, CMake and the proxies of this machine need besides those of every helper. */
const PASSED_ON =
  /^(HOME|XDG_CACHE_HOME|PIP_\w+|(HTTPS?|NO|ALL)_PROXY|(https?|no|all)_proxy|SSL_CERT_(FILE|DIR)|REQUESTS_CA_BUNDLE|CUDA\w*|VULKAN_SDK)$/;
const KEPT_CHARACTERS = 4_000;
const KEPT_LINES = 12;
const ASK_MS = 20_000;

const isExecutable = (path: string): Promise<boolean> =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  );

async function isOnPath(program: string): Promise<boolean> {
  for (const folder of (processEnvironment['PATH'] ?? '').split(delimiter))
    if (folder !== '' && (await isExecutable(join(folder, program)))) return true;
  return false;
}

/** Debian's `python3` has the module `venv` without `ensurepip`, which `python3-venv` adds. */
const canMakeVenv = (): Promise<boolean> =>
  promisify(execFile)('python3', ['-c', 'import ensurepip, venv'], { timeout: ASK_MS, env: helperEnvironment() }).then(
    () => true,
    () => false,
  );

/** The Debian packages of what a build would lack here. */
export async function missingTools(): Promise<readonly string[]> {
  const found = await Promise.all(
    TOOLS.map(async ([program, debian]) =>
      (await isOnPath(program)) && (program !== 'python3' || (await canMakeVenv())) ? [] : [debian],
    ),
  );
  return found.flat();
}

/** Checks whether the program is there or can be built, before anything is downloaded. @throws InstallFault tools */
export async function mustHaveProgram(choice: ProgramChoice, backend: Backend): Promise<void> {
  if ((await foundProgram(choice, backend)).isThere) return;
  const missing = await missingTools();
  if (missing.length > 0) throw new InstallFault('tools', missing.join(', '));
}

/** @throws InstallFault tools if the configured one cannot be run */
async function foundProgram(
  { configured, folder }: ProgramChoice,
  backend: Backend,
): Promise<{ readonly path: string; readonly isThere: boolean }> {
  if (configured !== undefined && !(await isExecutable(configured)))
    throw new InstallFault('tools', `SD_SERVER_PATH: ${configured} is not an executable file`);
  const path = configured ?? (await builtPath(folder, backend));
  return { path, isThere: await isExecutable(path) };
}

/** A build is used for exactly these sources, options and platform. */
async function builtPath(folder: string, backend: Backend): Promise<string> {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch} ${CMAKE_OPTIONS[backend].join(' ')}`);
  for (const file of (await readdir(PACKAGE)).sort())
    hash.update(`\n${file}\n`).update(await readFile(join(PACKAGE, file)));
  return join(folder, `sd-server-${hash.digest('hex').slice(0, 16)}`);
}

/**
 * sd-server: the configured one, or the one built here from its source package, once. Builds of older sources are
 * removed.
 * @param onProgress part of the build that is done, 0 to 1
 * @throws InstallFault tools, build; the signal's reason
 */
export async function provideProgram(
  choice: ProgramChoice,
  backend: Backend,
  onProgress: (done: number) => void,
  signal: AbortSignal,
): Promise<string> {
  const { path, isThere } = await foundProgram(choice, backend);
  if (isThere) return path;
  await mustHaveProgram(choice, backend);
  const { folder } = choice;
  await mkdir(folder, { recursive: true });
  signal.throwIfAborted();
  const aside = `${path}.building`;
  await build(aside, CMAKE_OPTIONS[backend], onProgress, signal);
  await chmod(aside, 0o755);
  for (const file of await readdir(folder))
    if (file.startsWith('sd-server-') && join(folder, file) !== aside) await rm(join(folder, file), { force: true });
  await rename(aside, path);
  return path;
}

function build(
  into: string,
  options: readonly string[],
  onProgress: (done: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const passed = Object.fromEntries(Object.entries(processEnvironment).filter(([name]) => PASSED_ON.test(name)));
  // It leads a group, so that its compilers end with it.
  const child = spawn(process.execPath, [join(PACKAGE, 'build.mjs'), into, ...options], {
    env: { ...helperEnvironment(), ...passed },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const end = (): void => {
    if (child.pid === undefined) return;
    try {
      process.kill(-child.pid, 'SIGTERM');
    } catch {
      // It has ended.
    }
  };
  // Compilers complain by standard output, which Ninja passes on; pip and CMake by the other.
  const said = new BoundedLog(KEPT_CHARACTERS);
  child.stdout.on('data', (text: Buffer) => {
    const words = text.toString('utf8');
    said.add(words);
    // Ninja counts: [12/345].
    const [done, all] = /\[(\d+)\/(\d+)\](?!.*\[\d+\/\d+\])/s.exec(words)?.slice(1).map(Number) ?? [];
    if (done !== undefined && all !== undefined && all > 0) onProgress(done / all);
  });
  child.stderr.on('data', (text: Buffer) => {
    said.add(text.toString('utf8'));
  });
  signal.addEventListener('abort', end);
  process.once('exit', end);
  return new Promise<void>((resolve, reject) => {
    child.once('error', (error) => {
      reject(new InstallFault('build', wordsOf(error)));
    });
    child.once('close', (code) => {
      if (signal.aborted)
        reject(signal.reason as Error); // the reason that it was aborted with
      else if (code === 0) resolve();
      else reject(new InstallFault('build', said.text().trim().split('\n').slice(-KEPT_LINES).join('\n')));
    });
  }).finally(() => {
    signal.removeEventListener('abort', end);
    process.removeListener('exit', end);
  });
}
