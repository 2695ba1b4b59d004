import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, spawnServer, startServer, type Server, type ServerOptions } from '../../support/servers/server.js';
import { signInVisitor } from '../../support/people/visitor.js';

const env = { ROLES: 'api,worker,projector' };

// Long enough for the slowest machine; nothing waits for it.
jest.setTimeout(120_000);

describe('the server as the operator starts it', () => {
  let dataDir: string;
  const running: Server[] = [];
  const start = async (options: Partial<ServerOptions> = {}): Promise<Server> => {
    const server = await startServer({ dataDir, env, ...options });
    running.push(server);
    return server;
  };
  /** Starts what is expected to end by itself. */
  const refused = async (options: Partial<ServerOptions> = {}): Promise<{ code: number | null; lines: string[] }> => {
    const server = await spawnServer({ dataDir, env, ...options });
    running.push(server);
    if (server.process.exitCode === null) await once(server.process, 'close');
    return { code: server.process.exitCode, lines: server.output().trim().split('\n') };
  };
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'kinora-start-'));
  });
  afterEach(async () => {
    for (const server of running.splice(0)) await server.kill9();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('says in one line where it is, at the very first start in another how to become its administrator, and nothing else', async () => {
    const said = async (server: Server, lines: number): Promise<string> => {
      while (server.output().split('\n').length <= lines) await new Promise((resolve) => setTimeout(resolve, 10));
      return server.output();
    };
    const first = await start();
    const origin = `http://localhost:${first.port}`;
    const [ready, link] = (await said(first, 2)).split('\n');
    expect(ready).toBe(`Kinora is ready: ${origin}`);
    expect(link).toMatch(/^Become the administrator with this link, valid once and for a day: /);
    expect(link?.split(': ').at(-1)).toMatch(new RegExp(`^${origin}/admin/first\\?token=[\\w-]{43}$`));
    expect(await first.stop()).toBe(0);
    const second = await start({ port: first.port });
    expect(await said(second, 1)).toBe(`Kinora is ready: ${origin}\n`);
  });

  it('ends cleanly when asked to, though somebody is listening', async () => {
    const server = await start();
    const visitor = await signInVisitor(server.url);
    const listening = await visitor.fetch('/api/trpc/credits.onChange');
    expect(listening.status).toBe(200);
    const cut = listening.text().catch(() => 'cut');
    expect(await server.stop()).toBe(0);
    await cut;
  });

  it('takes two signals at once for one wish: npm passes on what the terminal has sent to all', async () => {
    const server = await start();
    const exit = once(server.process, 'exit');
    server.process.kill('SIGINT');
    server.process.kill('SIGTERM');
    expect(await exit).toEqual([0, null]);
  });

  it('knows its sessions again after a start anew', async () => {
    const first = await start();
    const visitor = await signInVisitor(first.url);
    const before = await visitor.session();
    await first.stop();
    const second = await start({ port: first.port });
    expect(second.url).toBe(first.url);
    // what the wire answered before
    expect(await visitor.session()).toMatchObject({ user: (before as { user: object }).user });
  });

  it('says that the port is in use and what to do, in one line', async () => {
    const port = await freePort();
    const holder = createServer().listen(port, '127.0.0.1');
    await once(holder, 'listening');
    const { code, lines } = await refused({ port });
    holder.close();
    expect(code).toBe(1);
    expect(lines).toEqual([
      `Kinora cannot start: Port ${port} on 127.0.0.1 is in use. Stop what uses it, or choose another: PORT=${port + 1} npm start`,
    ]);
  });

  it('touches nothing of a data folder that a newer version made', async () => {
    writeFileSync(join(dataDir, 'FORMAT'), '999\n');
    const { code, lines } = await refused();
    expect(code).toBe(1);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^Kinora cannot start: the data folder .* made by a newer version/);
    expect(readdirSync(dataDir)).toEqual(['FORMAT']);
    expect(readFileSync(join(dataDir, 'FORMAT'), 'utf8')).toBe('999\n');
  });

  it('leaves a data folder to the process that has it', async () => {
    const server = await start();
    const { code, lines } = await refused();
    expect(code).toBe(1);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(`in use by process ${server.process.pid}`);
  });

  it('refuses roles that would follow no log, says what to set instead, and makes no data folder', async () => {
    rmSync(dataDir, { recursive: true });
    const { code, lines } = await refused({ env: { ROLES: 'api,worker' } });
    expect(code).toBe(1);
    expect(lines).toEqual([
      expect.stringMatching(/^Kinora cannot start: ROLES has no projector: .* ROLES=api,worker,projector$/),
    ]);
    expect(existsSync(dataDir)).toBe(false);
  });

  it('starts without a worker, saying in one line that creations will wait', async () => {
    const server = await start({ env: { ROLES: 'api,projector' } });
    expect(server.output().split('\n')[0]).toMatch(/^ROLES has no worker: /);
  });

  it('serves no calls and no sign-in without the role for it, but health, and metrics on a port of their own', async () => {
    const metricsPort = await freePort();
    const { url } = await start({ env: { ROLES: 'worker,projector', METRICS_PORT: String(metricsPort) } });
    for (const path of ['/api/trpc/user.find', '/api/auth/csrf', '/api/auth/session', '/api/nothing']) {
      const answer = await fetch(`${url}${path}`);
      expect([answer.status, await answer.json()]).toMatchObject([404, { error: { identifier: 'NOT_FOUND' } }]);
    }
    for (const path of ['/api/health', '/api/health/ready']) expect((await fetch(`${url}${path}`)).status).toBe(200);
    expect((await fetch(`${url}/metrics`)).status).toBe(404);
    const metrics = `http://127.0.0.1:${metricsPort}`;
    expect(await (await fetch(`${metrics}/metrics`)).text()).toContain('kinora_');
    expect((await fetch(`${metrics}/api/health`)).status).toBe(404);
  });

  it('names a server that is configured and cannot be reached, never its password, and puts nothing in its place', async () => {
    const port = await freePort();
    const { code, lines } = await refused({ env: { ...env, REDIS_URL: `redis://:hush-hush@127.0.0.1:${port}` } });
    expect(code).toBe(1);
    expect(lines).toEqual([
      expect.stringMatching(
        new RegExp(`^Kinora cannot start: Redis at 127\\.0\\.0\\.1:${port} \\(REDIS_URL\\) cannot be used: `),
      ),
    ]);
    expect(lines.join()).not.toContain('hush');
    const server = await start();
    expect(await server.stop()).toBe(0);
  });

  it('needs one secret for all where every store has a server', async () => {
    const { code, lines } = await refused({
      env: {
        ROLES: 'worker',
        EVENT_STORE_URL: 'esdb://127.0.0.1:1',
        MONGODB_URL: 'mongodb://127.0.0.1:1',
        REDIS_URL: 'redis://127.0.0.1:1',
        S3_BUCKET: 'kinora',
        S3_REGION: 'here',
        AUTH_SECRET: '',
      },
    });
    expect(code).toBe(1);
    expect(lines).toEqual([
      expect.stringMatching(/^Kinora cannot start: AUTH_SECRET is not set: .*openssl rand -hex 48/),
    ]);
  });

  it('names a variable that it cannot read', async () => {
    const { code, lines } = await refused({ env: { ...env, VISITOR_GRANTS_PER_ADDRESS: 'many' } });
    expect(code).toBe(1);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^Kinora cannot start: VISITOR_GRANTS_PER_ADDRESS: /);
  });
});
