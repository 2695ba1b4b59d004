import type { Millis } from '../../kernel/clock.js';
import type { FailureLog } from '../http/logs.js';
import { outsideTraces } from '../telemetry/tracing.js';

export interface PeriodicTaskOptions {
  /** From the end of one run to the beginning of the next. */
  readonly everyMs: Millis;
  /** From `start` to the first run, by default `everyMs`; 0 runs it at once. */
  readonly firstMs?: Millis;
  /** What the log says of a run that fails, e.g. `old notices could not be deleted`. The next run is a new try. */
  readonly failure: string;
  /** How grave a failure is, by default `warn`. */
  readonly level?: keyof FailureLog;
  readonly log: FailureLog;
}

/**
 * Work that a process does again and again. One run at a time, however it is requested: on a timer, or at once when woken. A run that
 * throws is logged and never ends the task. The timer keeps no process alive.
 */
export class PeriodicTask {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private isStarted = false;
  /** Woken since the last run began. */
  private isWanted = false;
  private stopping = new AbortController();

  /**
   * @param work may end early when its signal aborts, which says that the task was stopped. A number that it returns is the time to the
   *   next run in milliseconds, in place of `everyMs`
   */
  constructor(private readonly work: (signal: AbortSignal) => Promise<Millis | void>, private readonly options: PeriodicTaskOptions) {}

  /** Starts the timer; may be called again after `stop`. */
  start(): void {
    if (this.isStarted) return;
    this.isStarted = true;
    const { everyMs, firstMs = everyMs } = this.options;
    if (firstMs > 0) this.schedule(firstMs);
    else this.wake();
  }

  /** Asks a started task for a run now; the one in progress, if any, is followed by another. */
  wake(): void {
    if (!this.isStarted) return;
    this.isWanted = true;
    void this.runOnce();
  }

  /** Runs now, started or not, or joins the run in progress. Never throws. */
  runOnce(): Promise<void> {
    return (this.running ??= this.run());
  }

  /** No further run begins. @returns when the one in progress is over */
  async stop(): Promise<void> {
    this.isStarted = false;
    clearTimeout(this.timer);
    this.stopping.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    clearTimeout(this.timer);
    let nextMs = await this.attempt();
    while (this.isWanted && this.isStarted) nextMs = await this.attempt();
    this.running = undefined;
    if (this.isStarted) this.schedule(nextMs);
  }

  private async attempt(): Promise<Millis> {
    this.isWanted = false;
    if (this.stopping.signal.aborted) this.stopping = new AbortController();
    const { signal } = this.stopping;
    const { everyMs, failure, level = 'warn', log } = this.options;
    try {
      return (await outsideTraces(() => this.work(signal))) ?? everyMs;
    } catch (error) {
      log[level]({ err: error }, failure);
      return everyMs;
    }
  }

  private schedule(ms: Millis): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.runOnce(), ms).unref();
  }
}
