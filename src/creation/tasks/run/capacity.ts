import { z } from 'zod';
import type { Clock, Millis } from '../../../kernel/clock.js';
import { Broadcast } from '../../../platform/signals/broadcast.js';
import type { Signals } from '../../../platform/signals/port.js';

const news = z.object({ name: z.string(), concurrency: z.int().min(0) });

/** A worker is dropped from the count after this many announcement intervals without a message. */
const PAUSES = 3;

/** Number of tasks that run at once on all known workers of the installation. */
export class Capacity {
  private readonly broadcast: Broadcast<z.infer<typeof news>>;
  private readonly reported = new Map<string, { readonly concurrency: number; readonly until: Millis }>();

  /**
   * @param own tasks that this process runs at once; 0 if it runs none
   * @param fallback used while no worker is known
   */
  constructor(
    private readonly deps: {
      readonly shared: Signals;
      readonly clock: Clock;
      readonly name: string;
      readonly everyMs: Millis;
    },
    private readonly own: number,
    private readonly fallback: number,
  ) {
    this.broadcast = new Broadcast(deps.shared, 'creation.workers', news);
  }

  /**
   * Announces this worker periodically, and listens for the others.
   * @returns a function that stops both and announces the end of this worker
   */
  start(): () => void {
    const { name, clock, everyMs } = this.deps;
    if (!this.broadcast.hasListeners) return () => undefined;
    const stopHearing = this.broadcast.subscribe((worker) => {
      const isNew = !this.reported.has(worker.name);
      if (worker.concurrency === 0) return void this.reported.delete(worker.name);
      this.reported.set(worker.name, { concurrency: worker.concurrency, until: clock.now() + PAUSES * everyMs });
      // A new worker gets an immediate answer, so that it need not wait for the next interval.
      if (isNew) this.publish(name, this.own);
    });
    if (this.own === 0) return stopHearing;
    this.publish(name, this.own);
    const timer = setInterval(() => this.publish(name, this.own), everyMs);
    return () => {
      clearInterval(timer);
      stopHearing();
      this.publish(name, 0);
    };
  }

  /** Tasks that run at once; at least 1. */
  total(): number {
    const now = this.deps.clock.now();
    let total = this.own;
    for (const [name, { concurrency, until }] of this.reported) {
      if (until > now) total += concurrency;
      else this.reported.delete(name);
    }
    return total > 0 ? total : Math.max(1, this.fallback);
  }

  private publish(name: string, concurrency: number): void {
    if (this.own > 0) this.broadcast.publish({ name, concurrency });
  }
}
