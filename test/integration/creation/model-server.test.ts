import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { BoundedLog } from '../../../src/engine/install/bounded-log.js';
import type { InstallProblem } from '../../../src/engine/install/faults.shared.js';
import {
  endNamedProcess,
  freeLoopbackPort,
  ModelServer,
  MODEL_SERVER_DEFAULTS,
  type ModelServerOptions,
} from '../../../src/engine/install/model-server.js';
import { isSameProcess, startOfProcess } from '../../../src/platform/machine/process-identity.js';
import { until } from '../../support/until.js';

const PROGRAM = resolve('test/support/servers/small-model-server.mjs');
const HASTY = { ...MODEL_SERVER_DEFAULTS, watchMs: 50, unanswered: 2, restartMs: { first: 10, max: 40 }, maxEnds: 3 };
const never = new AbortController().signal;

describe('the server of an installed model', () => {
  let folder: string;
  let server: ModelServer | undefined;
  const problems: InstallProblem[] = [];
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kinora-model-server-'));
    problems.length = 0;
  });
  afterEach(async () => {
    await server?.stop();
    await rm(folder, { recursive: true });
  });

  const pidFile = () => join(folder, 'server.pid');
  function serverWith(args: readonly string[] = [], more: Partial<ModelServerOptions> = {}): ModelServer {
    server = new ModelServer({
      program: PROGRAM,
      args,
      pidFile: pidFile(),
      memoryBytes: 1e10,
      log: new BoundedLog(1_000),
      onFailed: (problem) => {
        problems.push(problem);
      },
      settings: HASTY,
      ...more,
    });
    return server;
  }
  const named = async (): Promise<{ readonly pid: number; readonly startedAt: string }> =>
    JSON.parse(await readFile(pidFile(), 'utf8')) as { pid: number; startedAt: string }; // written by the server
  const refusal = (starting: Promise<void>) =>
    starting.then(
      () => undefined,
      (error: unknown) => error,
    );

  it('answers on loopback, on the port that it had before if that is free, and is gone when stopped', async () => {
    const port = await freeLoopbackPort();
    const one = serverWith([], { port });
    await one.start(never);
    expect([one.address, one.isRunning]).toEqual([`http://127.0.0.1:${port}`, true]);
    expect((await fetch(`${one.address}/v1/models`)).ok).toBe(true);
    const { pid, startedAt } = await named();
    expect(pid).toBe(one.pid);
    await one.stop();
    expect([await isSameProcess(pid, startedAt), one.isRunning]).toEqual([false, false]);
    const other = createServer().listen(port, '127.0.0.1');
    await once(other, 'listening');
    await one.start(never);
    expect(one.port).not.toBe(port);
    other.close();
  });

  it('is started again when it is killed, with its port, and is never there twice', async () => {
    const one = serverWith();
    await one.start(never);
    const [first, { port }] = [one.pid ?? 0, one];
    process.kill(first, 'SIGKILL');
    await until(
      () => Promise.resolve(one.isRunning && one.pid !== first),
      (again) => again,
    );
    expect([one.port, (await named()).pid]).toEqual([port, one.pid]);
    const second = await named();
    await one.start(never);
    expect(await isSameProcess(second.pid, second.startedAt)).toBe(false);
  });

  it('says why it does not start, with the end of what it printed', async () => {
    const log = new BoundedLog(200);
    expect(await refusal(serverWith(['--print', '100', '--on-start', 'exit'], { log }).start(never))).toMatchObject({
      reason: 'start',
      message: 'sd-server ended with 3',
    });
    expect(log.text()).toContain('cannot load the model');
    expect(log.text().length).toBeLessThanOrEqual(200);
    expect(
      await refusal(serverWith(['--on-start', 'mute'], { settings: { ...HASTY, startMs: 300 } }).start(never)),
    ).toMatchObject({ reason: 'start', message: 'no answer after 0 s' });
    expect(await refusal(serverWith([], { program: '/nowhere/sd-server' }).start(never))).toMatchObject({
      reason: 'start',
    });
  });

  it('is ended when it needs more memory than its limit', async () => {
    const one = serverWith(['--grow', '300000000'], { memoryBytes: 200_000_000 });
    const refused = await refusal(one.start(never));
    // It may have answered before its memory was looked at.
    if (refused === undefined)
      await until(
        () => Promise.resolve(problems.length),
        (count) => count === 1,
      );
    expect(refused ?? problems[0]).toMatchObject({ reason: 'memory' });
  });

  it('is given up after it ended some times in succession', async () => {
    const one = serverWith();
    await one.start(never);
    const killed = new Set<number>();
    await until(
      () => {
        const { pid } = one;
        if (one.isRunning && pid !== undefined && !killed.has(pid)) {
          killed.add(pid);
          process.kill(pid, 'SIGKILL');
        }
        return Promise.resolve(problems.length);
      },
      (count) => count === 1,
    );
    expect(problems).toEqual([{ reason: 'start', detail: 'sd-server ended with SIGKILL' }]);
    expect(killed.size).toBe(HASTY.maxEnds);
  });

  it('ends what a killed process left, and no other process with the same id', async () => {
    const left = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'], { stdio: 'ignore' });
    const pid = left.pid ?? 0;
    const startedAt = await startOfProcess(pid);
    await writeFile(pidFile(), JSON.stringify({ pid, startedAt: 'another time' }));
    await endNamedProcess(pidFile());
    expect(await isSameProcess(pid, startedAt ?? '')).toBe(true);
    await writeFile(pidFile(), JSON.stringify({ pid, startedAt }));
    const ended = once(left, 'exit');
    await serverWith().start(never);
    expect((await ended)[1]).toBe('SIGKILL');
    expect((await named()).pid).not.toBe(pid);
  });
});
