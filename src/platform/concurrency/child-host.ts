import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Millis } from '../../kernel/clock.js';
import { residentBytes } from '../resident.js';
import { READY } from './child-program.js';

export interface ChildOptions {
  /** The compiled program, which calls `serveHost`. */
  readonly entry: URL;
  /** JavaScript heap. */
  readonly heapMegabytes: number;
  /** What it knows of this process's environment besides NODE_ENV; by default nothing, the secrets least of all. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** For a child that starts programs: it leads a process group of its own, where the system has groups, and is killed with all of it. */
  readonly leadsGroup?: boolean;
  /** Is given each message but the first, which says that the child is ready. */
  readonly onMessage: (message: unknown) => void;
}

export interface ChildLimits {
  /** Wall time. */
  readonly milliseconds: Millis;
  /** All of the resident memory. */
  readonly residentMegabytes: number;
  /** How often the memory is looked at. */
  readonly watchEveryMilliseconds: Millis;
}

/** How a child ended. */
export interface ChildEnd {
  /** The signal or exit code, and the last line on its standard error. */
  readonly detail: string;
  /** Whether it had loaded its program. */
  readonly wasReady: boolean;
}

const STDERR_KEPT = 2_000;

/** A forked child process. Who forked it gives it work, limits each piece of it, and forks another when it has ended. */
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
      env: { ...env, NODE_ENV: 'production' }, serialization: 'advanced', stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      detached: leadsGroup, execArgv: [`--max-old-space-size=${heapMegabytes}`],
    });
    this.process = child;
    child.stderr?.on('data', (text: Buffer) => { this.stderr = (this.stderr + text.toString('utf8')).slice(-STDERR_KEPT); });
    child.on('message', (message) => {
      if (message === READY) this.isReady = true;
      else onMessage(message);
    });
    this.ended = new Promise<void>((resolve) => {
      child.once('close', () => { resolve(); });
      child.once('error', (error) => {
        this.stderr += error.message;
        if (child.pid === undefined) resolve();
      });
    }).then(() => this.end());
  }

  /** Whether it can still be given work. */
  get isConnected(): boolean {
    return this.process.connected;
  }

  /** Sends a message by structured clone. One that a dying child does not take is lost: `ended` tells of it. */
  send(message: object): void {
    this.process.send(message, () => undefined);
  }

  /**
   * Watches the child while it does one piece of work.
   * @param onExceeded hears once of the limit that was passed; the child continues unless it is killed
   * @returns ends the watch
   */
  limit({ milliseconds, residentMegabytes, watchEveryMilliseconds }: ChildLimits, onExceeded: (limit: 'time' | 'memory') => void): () => void {
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
    const deadline = setTimeout(() => { exceeded('time'); }, milliseconds);
    const watch = setInterval(() => {
      void residentBytes(this.process.pid ?? 0).then((bytes) => { if (bytes !== undefined && bytes > residentMegabytes * 1_048_576) exceeded('memory'); });
    }, watchEveryMilliseconds);
    return end;
  }

  /** Kills the child, with the programs that it started if it leads a group. */
  kill(): void {
    const { pid } = this.process;
    if (pid === undefined) return;
    if (this.leadsGroup) {
      try {
        process.kill(-pid, 'SIGKILL');
        return;
      } catch {
        // No one of the group is left, or there are no groups.
      }
    }
    this.process.kill('SIGKILL');
  }

  private end(): ChildEnd {
    // One that died by itself leaves its programs at work.
    if (this.leadsGroup) this.kill();
    const { signalCode, exitCode } = this.process;
    const lastLine = this.stderr.trim().split('\n').at(-1) ?? '';
    return { detail: `${signalCode ?? exitCode ?? 'not started'} ${lastLine}`.trim(), wasReady: this.isReady };
  }
}
