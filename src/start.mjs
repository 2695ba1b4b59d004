// `npm start`: builds what is not built or has changed since, saying so, then becomes the server: one process, so that
// whatever ends it ends the server.
// `node src/start.mjs --build-only` stops after the build; `--stamps` prints what the builds must be made of.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Kinora needs Node 20.19 or newer; this is ${process.versions.node}.`);
  process.exit(1);
}
if (!existsSync(join(root, 'node_modules', 'next'))) {
  console.error('The dependencies are not installed yet: run `npm install` first.');
  process.exit(1);
}

const require = createRequire(import.meta.url);
const LEFT_OUT = new Set(['node_modules', '.next', 'next-env.d.ts']);

function* filesUnder(path) {
  if (!existsSync(path)) return;
  if (!statSync(path).isDirectory()) return void (yield path);
  for (const name of readdirSync(path).sort())
    if (!LEFT_OUT.has(name) && !name.endsWith('.spec.ts')) yield* filesUnder(join(path, name));
}

/** A hash over the names and contents of everything that a build is made of. */
function stampOf(paths) {
  const hash = createHash('sha256').update(process.versions.node);
  for (const path of paths) {
    for (const file of filesUnder(join(root, path)))
      hash.update(`\0${relative(root, file)}\0`).update(readFileSync(file));
  }
  return hash.digest('hex');
}

const builds = [
  {
    what: 'the server',
    made: 'dist/main.js',
    stamp: 'dist/.built',
    from: ['src', '.swcrc', 'package.json', 'package-lock.json'],
    command: [join(root, 'src/build-server.mjs')],
  },
  {
    what: 'the web app',
    made: 'web/.next/BUILD_ID',
    stamp: 'web/.next/.built',
    // The pages hold the server's stamp (adr/0063): what the server is built of, they are built of too.
    from: ['web', 'src', '.swcrc', 'package.json', 'package-lock.json', 'tsconfig.json'],
    command: [require.resolve('next/dist/bin/next'), 'build', 'web'],
  },
];

// For whoever keeps builds: where each lies, and what it must be a build of.
if (process.argv.includes('--stamps')) {
  const wanted = builds
    .filter(({ from }) => existsSync(join(root, from[0])))
    .map(({ stamp, from }) => ({ stampFile: stamp, stamp: stampOf(from) }));
  console.log(JSON.stringify(wanted));
  process.exit(0);
}

const seconds = (since) => `${Math.round((Date.now() - since) / 1000)} s`;

let running;
let isStopping = false;
const stopBuilding = (signal) => {
  if (running === undefined) process.exit(1);
  isStopping = true;
  running.kill(signal);
};
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
for (const signal of SIGNALS) process.on(signal, stopBuilding);

/** Runs a Node program to its end. @returns its exit code and what it printed */
function run(args) {
  return new Promise((resolve) => {
    const env = { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' };
    running = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let printed = '';
    for (const stream of [running.stdout, running.stderr]) stream.on('data', (chunk) => (printed += chunk));
    running.on('close', (code, signal) => {
      running = undefined;
      resolve({ code: code ?? (signal === null ? 1 : 128), signal, printed });
    });
  });
}

/** Runs as `run`, saying every ten seconds what goes on. */
async function runAloud(doing, args) {
  const since = Date.now();
  console.log(`${doing} …`);
  const ticking = setInterval(() => console.log(`${doing} … ${seconds(since)}`), 10_000);
  const ended = await run(args);
  clearInterval(ticking);
  return { ...ended, took: seconds(since) };
}

async function build({ what, made, stamp, from, command }) {
  const wanted = stampOf(from);
  const stampFile = join(root, stamp);
  if (existsSync(join(root, made)) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted) return;
  // A build that is cut short must not pass for the one before it.
  rmSync(stampFile, { force: true });
  const { code, signal, printed, took } = await runAloud(`Building ${what}`, command);
  if (code !== 0) {
    if (signal === null) console.error(`${printed}\nBuilding ${what} failed after ${took}.`);
    process.exit(code);
  }
  mkdirSync(dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, wanted);
  console.log(`Built ${what} in ${took}.`);
}

const built = (path) => import(pathToFileURL(join(root, 'dist', path)).href);

/**
 * Fetches the packaged FFmpeg where it may be used and nothing else is there (adr/0064). Without FFmpeg the server
 * starts all the same.
 */
async function provideFfmpeg() {
  const [{ readConfig }, { ffmpegAtStart }] = [await built('config.js'), await built('creation/engines/programs.js')];
  let config;
  try {
    config = readConfig();
  } catch {
    return; // the server says what is wrong with it
  }
  let look = await ffmpegAtStart(config);
  if (look.state === 'fetchable') {
    const doing = 'Fetching FFmpeg for videos, once (52 MB; not needed where FFmpeg is installed)';
    const { code, printed, took } = await runAloud(doing, [join(root, 'packages/ffmpeg/fetch.mjs')]);
    if (isStopping) process.exit(code);
    // Of npm's words the first say which error it was.
    if (code !== 0)
      console.error(`${printed.trim().split('\n').slice(0, 4).join('\n')}\nFFmpeg could not be fetched (${took}).`);
    else console.log(`Fetched FFmpeg in ${took}.`);
    look = await ffmpegAtStart(config);
  }
  if (look.state !== 'found') console.error(`Videos cannot be made or uploaded until FFmpeg is there. ${look.why}`);
}

// The server alone is enough where there is no web app to build, as in an image that leaves it out.
for (const one of builds) if (existsSync(join(root, one.from[0]))) await build(one);
const isStart = !process.argv.includes('--build-only');
if (isStart) {
  process.chdir(root);
  process.setSourceMapsEnabled(true);
  await provideFfmpeg();
}
for (const signal of SIGNALS) process.off(signal, stopBuilding);
if (isStart) await built('main.js');
