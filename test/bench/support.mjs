// What the benchmarks share: a server from the build on a temporary folder, a visitor, and how figures are printed.
import { spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The value below which `part` (0..1) of the samples lie. */
export function percentile(samples, part) {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
}

/** One row: name, figures with their unit, and the aim. */
export function row(name, figures, aim = '') {
  const text = Object.entries(figures)
    .map(([key, value]) => `${key} ${typeof value === 'number' ? Number(value.toPrecision(4)) : value}`)
    .join(' · ');
  console.log(`${name.padEnd(44)} ${text}${aim === '' ? '' : `   (aim ${aim})`}`);
}

async function freePort() {
  const probe = createServer();
  probe.listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  await once(probe, 'close');
  return port;
}

/** What `npm start` gives Node beside the program (package.json). */
export const NODE_OPTIONS_OF_START = ['--max-semi-space-size=64'];

/**
 * Starts dist/main.js on an empty folder, with the options of `npm start`; `readyMs` is from spawn to the first healthy
 * answer.
 */
export async function startServer(env = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'kinora-bench-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const started = performance.now();
  const child = spawn(process.execPath, [...NODE_OPTIONS_OF_START, 'dist/main.js'], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      VISITOR_GRANTS_PER_ADDRESS: '0',
      REQUESTS_PER_ADDRESS: '0',
      ...env,
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  for (;;) {
    if (child.exitCode !== null) throw new Error('the server ended before it was ready');
    if (
      await fetch(`${url}/api/health/ready`).then(
        (answer) => answer.ok,
        () => false,
      )
    )
      break;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  const readyMs = performance.now() - started;
  const stop = async () => {
    const exit = once(child, 'exit');
    child.kill('SIGTERM');
    await exit;
    await rm(dataDir, { recursive: true, force: true });
  };
  return { url, pid: child.pid, readyMs, stop };
}

/** Resident memory of a process and all its children, MiB (Linux). A child that ends meanwhile has none. */
export async function residentMiB(pid) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  let kib = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0);
  for (const task of await readdir(`/proc/${pid}/task`)) {
    const children = await readFile(`/proc/${pid}/task/${task}/children`, 'utf8').catch(() => '');
    for (const child of children.split(' ').filter(Boolean)) kib += (await residentMiB(child).catch(() => 0)) * 1024;
  }
  return kib / 1024;
}

/** Signs the visitor of a device in, by default a new one, and answers a fetch that carries its cookies. */
export async function visitor(url, deviceId = randomUUID()) {
  const jar = new Map();
  const call = async (path, init = {}) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(`${url}${path}`, { ...init, headers: { ...init.headers, cookie } });
    for (const line of answer.headers.getSetCookie()) {
      const [pair] = line.split(';');
      jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    return answer;
  };
  const { csrfToken } = await (await call('/api/auth/csrf')).json();
  const deviceNumber = createHash('sha256').update(`kinora-device:v1:${deviceId}`).digest('hex');
  const answer = await call('/api/auth/callback/anonymous', {
    method: 'POST',
    body: new URLSearchParams({ csrfToken, callbackUrl: url, json: 'true', deviceId, deviceNumber, version: 'v1' }),
  });
  if (!answer.ok) throw new Error(`sign-in refused: ${answer.status}`);
  return call;
}
