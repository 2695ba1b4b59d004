import { spawn, type ChildProcess } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { z } from 'zod';
import { exponentialBackoff } from '../../platform/concurrency/backoff.js';
import { helperEnvironment } from '../../platform/environment.js';
import { isSameProcess, startOfProcess } from '../../platform/machine/process-identity.js';
import { residentBytes } from '../../platform/machine/resident.js';
import { pause } from '../../platform/pause.js';
import { BoundedLog } from './bounded-log.js';
import { InstallFault } from './fault.js';
import type { InstallProblem } from './faults.shared.js';

export interface ModelServerSettings {
  /** Time to load the weights and answer, milliseconds. */
  readonly startMs: number;
  /** Interval of the checks of memory and answers, milliseconds. */
  readonly watchMs: number;
  /** Checks in succession without an answer, after which it is started again. */
  readonly unanswered: number;
  /** Time to end by itself after SIGTERM, milliseconds. */
  readonly stopMs: number;
  /** Pause before a restart, milliseconds. */
  readonly restartMs: { readonly first: number; readonly max: number };
  /** Ends in succession after which it is given up. */
  readonly maxEnds: number;
  /** A server that ran this long starts a new count, milliseconds. */
  readonly steadyMs: number;
}
export const MODEL_SERVER_DEFAULTS: ModelServerSettings = {
  startMs: 600_000,
  watchMs: 10_000,
  unanswered: 12,
  stopMs: 5_000,
  restartMs: { first: 1_000, max: 60_000 },
  maxEnds: 5,
  steadyMs: 300_000,
};

export interface ModelServerOptions {
  /** sd-server. */
  readonly program: string;
  /** Without address and port. */
  readonly args: readonly string[];
  /** The port that it had before; used again if free. */
  readonly port?: number;
  /** File that names its process. */
  readonly pidFile: string;
  readonly memoryBytes: number;
  readonly log: BoundedLog;
  /** It has ended too often, or by itself while it started: it stays off. */
  readonly onFailed: (problem: InstallProblem) => void;
  /** It ended or answers again. */
  readonly onChange?: () => void;
  readonly settings?: ModelServerSettings;
}

/** A server that answers, until it ends. */
interface Launched {
  readonly ended: Promise<InstallProblem>;
}

const identity = z.object({ pid: z.int().min(1), startedAt: z.string() });
const ANSWER_MS = 5_000;
const POLL_MS = 100;

/** A free port of this machine: the given one if possible. */
export function freeLoopbackPort(wanted = 0): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error) => {
      if (wanted === 0) reject(error);
      else freeLoopbackPort().then(resolve, reject);
    });
    server.listen(wanted, '127.0.0.1', () => {
      const at = server.address();
      server.close(() => {
        resolve(typeof at === 'object' && at !== null ? at.port : 0);
      });
    });
  });
}

/** Ends the process that a file names, if it is still that process and not another one with its id. */
export async function endNamedProcess(pidFile: string): Promise<void> {
  const named = await readFile(pidFile, 'utf8').then(
    (json) => identity.safeParse(JSON.parse(json)).data,
    () => undefined,
  );
  while (named !== undefined && (await isSameProcess(named.pid, named.startedAt))) {
    try {
      process.kill(named.pid, 'SIGKILL');
    } catch {
      break; // It has just ended.
    }
    await pause(POLL_MS);
  }
  await rm(pidFile, { force: true });
}

/**
 * sd-server with one model as a child of this process, on loopback. It is started again when it ends, hangs or needs
 * too much memory, with growing pauses, and given up after some ends in succession. It ends with this process; if this
 * process was killed, the next start ends it by its pid file.
 */
export class ModelServer {
  private child: ChildProcess | undefined;
  private stopping = new AbortController();
  private life: Promise<void> = Promise.resolve();
  private chosenPort: number | undefined;
  private isAnswering = false;
  private readonly settings: ModelServerSettings;

  constructor(private readonly options: ModelServerOptions) {
    this.settings = options.settings ?? MODEL_SERVER_DEFAULTS;
    this.chosenPort = options.port;
  }

  /** `http://127.0.0.1:port`, once started. */
  get address(): string {
    return `http://127.0.0.1:${this.chosenPort ?? 0}`;
  }

  get port(): number | undefined {
    return this.chosenPort;
  }

  get pid(): number | undefined {
    return this.child?.pid;
  }

  /** Whether it answers, as far as known. */
  get isRunning(): boolean {
    return this.isAnswering;
  }

  /**
   * Starts it and waits until it answers. @throws InstallFault start, memory; the signal's reason, after which it is
   * off
   */
  async start(signal: AbortSignal): Promise<void> {
    await this.stop();
    this.stopping = new AbortController();
    await endNamedProcess(this.options.pidFile);
    try {
      const launched = await this.launch(AbortSignal.any([signal, this.stopping.signal]));
      this.life = this.supervise(launched, this.stopping.signal);
    } catch (error) {
      await this.end();
      throw error;
    }
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.end();
    await this.life;
  }

  /** @returns its end, in an object, because a promise would be awaited. @throws InstallFault; the signal's reason */
  private async launch(signal: AbortSignal): Promise<Launched> {
    const { program, args, pidFile, log } = this.options;
    this.chosenPort = await freeLoopbackPort(this.chosenPort);
    const child = spawn(program, ['--listen-ip', '127.0.0.1', '--listen-port', String(this.chosenPort), ...args], {
      env: helperEnvironment(),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child = child;
    const kill = (): void => {
      child.kill('SIGKILL');
    };
    process.once('exit', kill);
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text: Buffer) => {
        log.add(text.toString('utf8'));
      });
    let cause: InstallProblem | undefined;
    const ended = new Promise<InstallProblem>((resolve) => {
      child.once('error', (error) => {
        cause ??= { reason: 'start', detail: error.message };
        if (child.pid === undefined) resolve(cause);
      });
      child.once('close', (code, by) => {
        resolve(cause ?? { reason: 'start', detail: `sd-server ended with ${by ?? code ?? 'no code'}` });
      });
    }).finally(() => {
      process.removeListener('exit', kill);
      this.isAnswering = false;
      this.options.onChange?.();
      if (this.child === child) this.child = undefined;
    });
    const startedAt = child.pid === undefined ? undefined : await startOfProcess(child.pid);
    if (child.pid !== undefined && startedAt !== undefined)
      await writeFile(pidFile, JSON.stringify({ pid: child.pid, startedAt }));
    const stopWatch = this.watch(child, (problem) => {
      cause ??= problem;
      kill();
    });
    void ended.finally(stopWatch);
    const problem = await Promise.race([ended, this.untilAnswering(signal)]);
    signal.throwIfAborted();
    if (problem !== undefined) throw new InstallFault(problem.reason, problem.detail);
    this.isAnswering = true;
    this.options.onChange?.();
    return { ended };
  }

  private async untilAnswering(signal: AbortSignal): Promise<InstallProblem | undefined> {
    const until = performance.now() + this.settings.startMs;
    while (!signal.aborted && this.child !== undefined) {
      if (await this.answers()) return undefined;
      if (performance.now() > until)
        return { reason: 'start', detail: `no answer after ${Math.round(this.settings.startMs / 1_000)} s` };
      await pause(POLL_MS, signal);
    }
    return { reason: 'start', detail: 'stopped' };
  }

  private answers(): Promise<boolean> {
    return fetch(`${this.address}/v1/models`, { signal: AbortSignal.timeout(ANSWER_MS), redirect: 'error' }).then(
      async (answer) => {
        await answer.arrayBuffer();
        return answer.ok;
      },
      () => false,
    );
  }

  /** Checks memory always, and answers once it has answered. */
  private watch({ pid }: ChildProcess, onExceeded: (problem: InstallProblem) => void): () => void {
    const { memoryBytes } = this.options;
    const { watchMs, unanswered } = this.settings;
    let missed = 0;
    const check = async (): Promise<void> => {
      const bytes = pid === undefined ? undefined : await residentBytes(pid);
      if (bytes !== undefined && bytes > memoryBytes)
        onExceeded({ reason: 'memory', detail: `${bytes} bytes; the limit is ${memoryBytes}` });
      if (!this.isAnswering) return;
      missed = (await this.answers()) ? 0 : missed + 1;
      if (missed >= unanswered) onExceeded({ reason: 'start', detail: 'sd-server no longer answers' });
    };
    const timer = setInterval(() => void check(), watchMs);
    return () => {
      clearInterval(timer);
    };
  }

  /** Starts it again until it is stopped or given up. */
  private async supervise(first: Launched, signal: AbortSignal): Promise<void> {
    const { restartMs, maxEnds, steadyMs } = this.settings;
    const pauseAfter = exponentialBackoff({ firstMs: restartMs.first, maxMs: restartMs.max });
    let launched: Launched | undefined = first;
    let ends = 0;
    while (!signal.aborted) {
      const startedAt = performance.now();
      const problem: InstallProblem =
        launched === undefined ? { reason: 'start', detail: 'sd-server did not start again' } : await launched.ended;
      if (signal.aborted) return;
      ends = performance.now() - startedAt > steadyMs ? 1 : ends + 1;
      if (ends >= maxEnds) {
        this.options.onFailed(problem);
        return;
      }
      await pause(pauseAfter(ends), signal);
      if (signal.aborted) return;
      launched = await this.launch(signal).catch(async () => {
        await this.end();
        return undefined;
      });
    }
  }

  private async end(): Promise<void> {
    const { child } = this;
    if (child === undefined || child.pid === undefined) return;
    const closed = new Promise<void>((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) resolve();
      else
        child.once('close', () => {
          resolve();
        });
    });
    child.kill('SIGTERM');
    const killing = setTimeout(() => {
      child.kill('SIGKILL');
    }, this.settings.stopMs);
    await closed;
    clearTimeout(killing);
    await rm(this.options.pidFile, { force: true });
  }
}
