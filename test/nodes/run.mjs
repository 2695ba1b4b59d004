// `npm run test:nodes -- [--nodes 20,22,24] [--starts 50]`: on each version of Node named, in a clean clone of what is
// committed: an install that neither compiles nor warns, that many starts and orderly ends of the whole product, and
// the unit tests. Nodes come from the package registry (the package `node`) and are kept for the next run.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { cacheFolder } from '../support/cache.mjs';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const { values } = parseArgs({
  options: { nodes: { type: 'string', default: '20,22,24' }, starts: { type: 'string', default: '50' } },
});
const majors = values.nodes.split(',');
const starts = Number(values.starts);
if (!majors.every((major) => /^\d{2}$/.test(major)) || !Number.isSafeInteger(starts) || starts < 1) {
  console.error('--nodes takes major versions, as 20,22,24; --starts takes a whole number from 1');
  process.exit(2);
}

const READY_MS = 60_000;
/** No install may need a compiler: whatever calls one finds a program that fails. */
const NO_COMPILER = { CC: 'false', CXX: 'false', MAKE: 'false', npm_config_python: 'false' };

/** The folder that holds the newest Node of a major version. */
function nodeOf(major) {
  if (process.versions.node.startsWith(`${major}.`)) return dirname(process.execPath);
  const folder = join(cacheFolder('nodes'), major);
  const bin = join(folder, 'node_modules', 'node', 'bin');
  if (!existsSync(join(bin, 'node'))) {
    const { status } = spawnSync('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', `node@${major}`], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    if (status !== 0 || !existsSync(join(bin, 'node'))) throw new Error(`Node ${major} could not be installed`);
  }
  return bin;
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

/** Starts the product once, waits until it answers, and ends it in order. @returns what went wrong, if anything did */
async function startOnce(clone, env) {
  const dataDir = mkdtempSync(join(tmpdir(), 'kinora-nodes-data-'));
  const port = await freePort();
  const child = spawn('node', ['dist/main.js'], {
    cwd: clone,
    env: { ...env, NODE_ENV: 'production', PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += chunk));
  const ended = once(child, 'exit');
  try {
    const until = performance.now() + READY_MS;
    for (;;) {
      if (child.exitCode !== null || child.signalCode !== null)
        return `ended before it answered (${child.exitCode ?? child.signalCode}): ${printed}`;
      if (performance.now() > until) return `did not answer within ${READY_MS / 1_000} s: ${printed}`;
      if (
        await fetch(`http://127.0.0.1:${port}/api/health`).then(
          ({ ok }) => ok,
          () => false,
        )
      )
        break;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    child.kill('SIGTERM');
    const [code, signal] = await ended;
    return code === 0 ? undefined : `ended with ${code ?? signal}: ${printed}`;
  } finally {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL');
      await ended;
    }
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** @returns a line of the report, and whether all held */
async function tryNode(major) {
  const clone = mkdtempSync(join(tmpdir(), 'kinora-nodes-'));
  try {
    const env = { ...process.env, ...NO_COMPILER, PATH: `${nodeOf(major)}${delimiter}${process.env.PATH}` };
    const run = (command, args, options = {}) =>
      spawnSync(command, args, { cwd: clone, encoding: 'utf8', maxBuffer: 1 << 28, env, ...options });
    const version = run('node', ['--version']).stdout.trim();
    console.error(`${version}: installing`);
    if (run('git', ['clone', '--quiet', root, '.']).status !== 0) throw new Error('the repository could not be cloned');
    const installing = performance.now();
    const installed = run('npm', ['install', '--no-audit', '--no-fund']);
    const seconds = Math.round((performance.now() - installing) / 1_000);
    const warnings = `${installed.stdout}${installed.stderr}`
      .split('\n')
      .filter((line) => /EBADENGINE|node-gyp|gyp ERR/.test(line));
    if (installed.status !== 0 || warnings.length > 0)
      return {
        line: `${version}: the install failed or warned: ${warnings.join(' ')} ${installed.stderr}`,
        held: false,
      };
    console.error(`${version}: building`);
    if (run('node', ['src/start.mjs', '--build-only'], { stdio: ['ignore', 'ignore', 'inherit'] }).status !== 0)
      return { line: `${version}: the build failed`, held: false };
    console.error(`${version}: starting ${starts} times`);
    const faults = [];
    for (let start = 0; start < starts; start += 1) {
      const fault = await startOnce(clone, env);
      if (fault !== undefined) faults.push(fault);
    }
    for (const fault of faults) console.error(`${version}: ${fault}`);
    console.error(`${version}: testing`);
    const units = run('node', ['--no-warnings', 'node_modules/jest/bin/jest.js', '--selectProjects', 'unit'], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...env, NODE_ENV: 'test' },
    });
    const held = faults.length === 0 && units.status === 0;
    return {
      line: `${version}: installed in ${seconds} s without a compiler, ${starts - faults.length} of ${starts} starts ended in order, unit tests ${units.status === 0 ? 'passed' : 'failed'}`,
      held,
    };
  } finally {
    rmSync(clone, { recursive: true, force: true });
  }
}

const reports = [];
for (const major of majors) reports.push(await tryNode(major));
for (const { line } of reports) console.log(line);
process.exit(reports.every(({ held }) => held) ? 0 : 1);
