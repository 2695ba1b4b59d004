// `node packages/ffmpeg/fetch.mjs` installs the FFmpeg and ffprobe of this folder's lock file, for this platform. Ends
// with npm's exit code, and 1 where the platform has none. Imports nothing but Node, so that it runs before there is a
// node_modules.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = dirname(fileURLToPath(import.meta.url));
const suffix = process.platform === 'win32' ? '.exe' : '';
const files = ['ffmpeg', 'ffprobe'].map((name) =>
  join(folder, 'node_modules', `@${name}-installer`, `${process.platform}-${process.arch}`, `${name}${suffix}`),
);

// No script of the packages runs: all that theirs do is the chmod below.
const args = [
  'ci',
  '--prefix',
  folder,
  '--include=optional',
  '--ignore-scripts',
  '--prefer-offline',
  '--fetch-timeout=20000',
  '--fetch-retries=1',
  '--fetch-retry-mintimeout=1000',
  '--no-audit',
  '--no-fund',
  '--loglevel=error',
];
// `npm start` names the npm that runs it; on Windows its command can only be run by a shell.
const npm = process.env.npm_execpath ?? '';
const [program, given, shell] = npm.endsWith('npm-cli.js')
  ? [process.execPath, [npm, ...args], false]
  : ['npm', args, process.platform === 'win32'];

const child = spawn(program, given, { cwd: folder, shell, stdio: ['ignore', 'ignore', 'inherit'] });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
const code = await once(child, 'close').then(
  ([exitCode]) => exitCode ?? 1,
  (error) => {
    console.error(`npm cannot be run: ${error.message}`);
    return 1;
  },
);
if (code !== 0) process.exit(code);
const absent = files.find((file) => !existsSync(file));
if (absent !== undefined) {
  console.error(`The packages have no FFmpeg for ${process.platform} ${process.arch}`);
  process.exit(1);
}
for (const file of files) chmodSync(file, 0o755);
