import type { Millis } from '../../kernel/clock.js';
import type { FailureLog } from '../http/logs.js';
import { outsideTraces } from '../telemetry/tracing.js';

export interface PeriodicTaskOptions {
  /** From the end of one run to the start of the next. */
  readonly everyMs: Millis;
  /** From `start` to the first run, by default `everyMs`; 0 runs immediately. */
  readonly firstMs?: Millis;
  /** Log message of a failed run, e.g. `old notices could not be deleted`. The next run retries. */
  readonly failure: string;
  /** Log level of a failure, by default `warn`. */
  readonly level?: keyof FailureLog;
  readonly log: FailureLog;
}

/**
 * Work repeated by a timer or on demand, one run at a time. Errors are logged and do not stop the task. The timer does
 * not keep the process alive.
 */
export class PeriodicTask {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private isStarted = false;
  /** Woken since the last run began. */
  private isWanted = false;
  private stopping = new AbortController();

  /**
   * @param work may end early when its signal aborts (the task was stopped). A returned number replaces `everyMs` for
   *   the next interval, milliseconds
   */
  constructor(
    private readonly work: (signal: AbortSignal) => Promise<Millis | void>,
    private readonly options: PeriodicTaskOptions,
  ) {}

  /** Starts the timer; may be called again after `stop`. */
  start(): void {
    if (this.isStarted) return;
    this.isStarted = true;
    const { everyMs, firstMs = everyMs } = this.options;
    if (firstMs > 0) this.schedule(firstMs);
    else this.wake();
  }

  /** Requests a run now; if one is in progress, another follows. */
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
