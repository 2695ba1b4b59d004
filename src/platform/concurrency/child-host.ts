import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Millis } from '../../kernel/clock.js';
import { residentBytes } from '../machine/resident.js';
import { READY } from './child-program.js';

export interface ChildOptions {
  /** The compiled program, which calls `serveHost`. */
  readonly entry: URL;
  /** Limit of the JavaScript heap. */
  readonly heapMegabytes: number;
  /** Environment variables passed besides NODE_ENV; none by default, so that secrets stay here. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /**
   * For a child that starts programs: it leads its own process group, where supported, and the whole group is killed.
   */
  readonly leadsGroup?: boolean;
  /** Receives each message except the first, which reports readiness. */
  readonly onMessage: (message: unknown) => void;
}

export interface ChildLimits {
  /** Wall time. */
  readonly milliseconds: Millis;
  /** Total resident memory. */
  readonly residentMegabytes: number;
  /** Interval of the memory checks. */
  readonly watchEveryMilliseconds: Millis;
}

/** How a child ended. */
export interface ChildEnd {
  /** The signal or exit code, and the last line of its standard error. */
  readonly detail: string;
  /** Whether it had reported readiness. */
  readonly wasReady: boolean;
}

const STDERR_KEPT = 2_000;

/** A forked child process. The owner gives it work, limits each piece of work, and forks a new child after its end. */
export class ChildHost {
  /** Resolves when the child has ended, also when it could not be started. Never rejects. */
  readonly ended: Promise<ChildEnd>;
  private readonly process: ChildProcess;
  private readonly leadsGroup: boolean;
  private stderr = '';
  private isReady = false;

  constructor({ entry, heapMegabytes, env, leadsGroup = false, onMessage }: ChildOptions) {
    this.leadsGroup = leadsGroup;
    const child = fork(fileURLToPath(entry), [], {
      env: { ...env, NODE_ENV: 'production' },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      detached: leadsGroup,
      execArgv: [`--max-old-space-size=${heapMegabytes}`],
    });
    this.process = child;
    child.stderr?.on('data', (text: Buffer) => {
      this.stderr = (this.stderr + text.toString('utf8')).slice(-STDERR_KEPT);
    });
    child.on('message', (message) => {
      if (message === READY) this.isReady = true;
      else onMessage(message);
    });
    this.ended = new Promise<void>((resolve) => {
      child.once('close', () => {
        resolve();
      });
      child.once('error', (error) => {
        this.stderr += error.message;
        if (child.pid === undefined) resolve();
      });
    }).then(() => this.end());
  }

  /** Whether it accepts work. */
  get isConnected(): boolean {
    return this.process.connected;
  }

  /** Sends a message by structured clone. A message to a dying child is lost; `ended` reports it. */
  send(message: object): void {
    this.process.send(message, () => undefined);
  }

  /**
   * Watches the child during one piece of work.
   * @param onExceeded called once with the exceeded limit; the child continues unless it is killed
   * @returns stops the watch
   */
  limit(
    { milliseconds, residentMegabytes, watchEveryMilliseconds }: ChildLimits,
    onExceeded: (limit: 'time' | 'memory') => void,
  ): () => void {
    let isOver = false;
    const end = (): void => {
      isOver = true;
      clearTimeout(deadline);
      clearInterval(watch);
    };
    const exceeded = (limit: 'time' | 'memory'): void => {
      if (isOver) return;
      end();
      onExceeded(limit);
    };
    const deadline = setTimeout(() => {
      exceeded('time');
    }, milliseconds);
    const watch = setInterval(() => {
      void residentBytes(this.process.pid ?? 0).then((bytes) => {
        if (bytes !== undefined && bytes > residentMegabytes * 1_048_576) exceeded('memory');
      });
    }, watchEveryMilliseconds);
    return end;
  }

  /** Kills the child, with its process group if it leads one. */
  kill(): void {
    const { pid } = this.process;
    if (pid === undefined) return;
    if (this.leadsGroup) {
      try {
        process.kill(-pid, 'SIGKILL');
        return;
      } catch {
        // The group is empty, or groups are not supported.
      }
    }
    this.process.kill('SIGKILL');
  }

  private end(): ChildEnd {
    // After a crash, programs of the group may still run.
    if (this.leadsGroup) this.kill();
    const { signalCode, exitCode } = this.process;
    const lastLine = this.stderr.trim().split('\n').at(-1) ?? '';
    return { detail: `${signalCode ?? exitCode ?? 'not started'} ${lastLine}`.trim(), wasReady: this.isReady };
  }
}
