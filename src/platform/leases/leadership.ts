import type { Clock, Millis } from '../../kernel/clock.js';
import type { Logs } from '../http/logs.js';
import type { Lease, Leases } from './leases.js';
import { pause } from '../pause.js';

/** Work that runs while a lease is held. */
export interface Job {
  /**
   * Starts; may be called again after `stop`.
   * @throws the reason why it cannot start; the lease is then released and the start retried
   */
  start(): Promise<void>;
  /** Stops, also during a failed start. */
  stop(): Promise<void>;
}

export interface LeadershipOptions {
  readonly leases: Leases;
  /** The clock of the leases. */
  readonly clock: Clock;
  readonly log: Pick<Logs, 'info' | 'warn'>;
  /** Name of the lease. */
  readonly name: string;
  /** Globally unique, e.g. a UUID drawn at the process's start. */
  readonly holder: string;
  /** Duration of the lease without renewal; about this long after a crash, another process takes over. */
  readonly forMs: Millis;
  readonly job: Job;
}

/** How often another's lease is checked within its duration; our own is renewed three times. */
const LOOKS = 8;
const RENEWALS = 3;

/**
 * Runs a job while it holds a lease: acquires the lease, renews it at a third of its duration, stops the job if the
 * renewal fails in time, and releases the lease at the end. Two processes may run the job at once for a moment (one was
 * suspended, or stops slowly), so the job must tolerate that.
 */
export class Leadership {
  private readonly ending = new AbortController();
  private running: Promise<void> | undefined;
  private lease: Lease | undefined;

  constructor(private readonly options: LeadershipOptions) {}

  /** Starts to acquire the lease in the background; never throws. */
  begin(): void {
    this.running ??= this.run();
  }

  /** Whether the job runs in this process now. */
  get isActive(): boolean {
    return this.lease !== undefined;
  }

  /** Stops the job and releases the lease. */
  async end(): Promise<void> {
    this.ending.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    const { leases, name, holder, forMs, log } = this.options;
    while (!this.isEnding) {
      try {
        this.lease = await leases.acquire(name, holder, forMs);
      } catch (error) {
        log.warn({ lease: name, err: error }, 'a lease could not be requested');
      }
      if (this.lease === undefined) await this.pause(forMs / LOOKS);
      else await this.lead(this.lease);
    }
  }

  private async lead(first: Lease): Promise<void> {
    const { job, log, name } = this.options;
    log.info({ lease: name, fence: first.fence }, 'lease acquired; its job starts');
    const failing = new AbortController();
    const started = job.start().catch((error: unknown) => {
      log.warn({ lease: name, err: error }, 'the job of a lease could not start');
      failing.abort();
    });
    const last = await this.hold(first, failing.signal);
    await started;
    await job
      .stop()
      .catch((error: unknown) => log.warn({ lease: name, err: error }, 'the job of a lease did not end cleanly'));
    this.lease = undefined;
    if (last === undefined)
      log.warn({ lease: name, fence: first.fence }, 'a lease could not be renewed; its job has ended');
    else await this.giveBack(last);
    if (failing.signal.aborted) await this.pause(this.options.forMs / LOOKS);
  }

  /**
   * Renews until the job fails, the process ends, or it is too late.
   * @returns the lease to release; undefined if it was lost
   */
  private async hold(first: Lease, failing: AbortSignal): Promise<Lease | undefined> {
    const { clock, forMs } = this.options;
    let lease = first;
    for (;;) {
      await this.pause(forMs / RENEWALS, failing);
      if (this.isEnding || failing.aborted) return lease;
      if (clock.now() >= lease.until) return undefined;
      const renewed = await this.renewed(lease);
      if (renewed === 'lost') return undefined;
      if (renewed !== 'unknown') this.lease = lease = renewed;
    }
  }

  /** One try, given up if the lease expires before the answer. */
  private async renewed(lease: Lease): Promise<Lease | 'unknown' | 'lost'> {
    const { leases, clock, log, name } = this.options;
    const over = new AbortController();
    const tried = leases.renew(lease).then(
      (renewed) => renewed ?? ('lost' as const),
      (error: unknown) => {
        log.warn({ lease: name, err: error }, 'a lease could not be renewed; it is retried');
        return 'unknown' as const;
      },
    );
    const late = pause(lease.until - clock.now(), over.signal).then(() => 'lost' as const);
    const outcome = await Promise.race([tried, late]);
    over.abort();
    return outcome;
  }

  private async giveBack(lease: Lease): Promise<void> {
    try {
      await this.options.leases.release(lease);
    } catch (error) {
      this.options.log.warn({ lease: lease.name, err: error }, 'a lease could not be released; it expires by itself');
    }
  }

  private get isEnding(): boolean {
    return this.ending.signal.aborted;
  }

  private pause(ms: Millis, ...others: readonly AbortSignal[]): Promise<void> {
    return pause(ms, this.ending.signal, ...others);
  }
}
