import type { Clock, Millis } from '../../../kernel/clock.js';
import { exponentialBackoff } from '../../../platform/concurrency/backoff.js';
import { PeriodicTask } from '../../../platform/concurrency/periodic-task.js';
import type { FailureLog } from '../../../platform/http/logs.js';
import { StoreUnavailable } from '../../../platform/unavailable.js';
import { findProduct } from '../../plans/products.seed.shared.js';
import { signatureOf } from '../signature.js';
import { advanceSale, withDelivered, withDueLater, withPostponed, type Sale } from './sale.js';
import type { SandboxSales } from './sales.js';
import type { SandboxTime } from './time.js';
import { eventBytes, type DeliveredEvent } from './wire.js';

/** Poll interval. Writes in this process wake it at once. */
const EVERY_MS = 1_000;
/** Poll interval while time is being moved and work is pending. */
const MOVING_MS = 25;
const pauseAfter = exponentialBackoff({ firstMs: 1_000, maxMs: 60_000 });
const ANSWER_MS = 15_000;
/** Time after which a failing change no longer holds the clock back; by the sandbox's clock. */
const STUCK_MS = 86_400_000;

export interface WebhookSenderParts {
  readonly sales: SandboxSales;
  readonly time: SandboxTime;
  /** Wall clock, which spaces the attempts. */
  readonly wall: Clock;
  readonly secret: string;
  readonly signatureHeader: string;
  /** Address for deliveries; undefined while no server is listening. */
  readonly door: () => string | undefined;
  readonly log: FailureLog;
}

/**
 * Applies due changes and sends deliveries until they are accepted: at least once, in no order. A delivery is stored in
 * the document that it reports on, so a crash between two steps loses nothing.
 */
export class WebhookSender {
  private readonly looking: PeriodicTask;

  constructor(private readonly parts: WebhookSenderParts) {
    this.looking = new PeriodicTask(() => this.look(), {
      log: parts.log,
      failure: 'due sandbox sales could not be looked up; retrying',
      everyMs: EVERY_MS,
      firstMs: 0,
    });
  }

  /** Starts polling in the background. */
  start(): Promise<void> {
    this.looking.start();
    return Promise.resolve();
  }

  /** Finishes the current round and stops. */
  stop(): Promise<void> {
    return this.looking.stop();
  }

  /** Announces a new delivery. */
  wake(): void {
    this.looking.wake();
  }

  /** @returns how long to wait before the next round */
  private async look(): Promise<Millis> {
    await this.round();
    if (await this.parts.time.step()) return 0;
    return (await this.isMoving()) ? MOVING_MS : EVERY_MS;
  }

  private async isMoving(): Promise<boolean> {
    return this.parts.time.target().then(
      (to) => to !== undefined,
      () => false,
    );
  }

  /**
   * One round: applies due changes and tries each delivery once.
   * @throws StoreUnavailable
   */
  async round(): Promise<void> {
    await this.letHappen();
    const now = this.parts.wall.now();
    const sales = await this.parts.sales.toPost(now);
    await Promise.all(sales.map((sale) => this.post(sale, now)));
  }

  /**
   * Applies changes due by the sandbox's clock.
   * @throws StoreUnavailable
   */
  async letHappen(): Promise<void> {
    const { sales, time, log } = this.parts;
    const now = time.clock.now();
    for (const { externalId } of await sales.due(now)) {
      try {
        await sales.change(externalId, (sale) => ({ sale: advanceSale(sale, now, findProduct), answer: undefined }));
      } catch (error) {
        if (error instanceof StoreUnavailable) throw error;
        log.warn(
          { saleId: externalId, err: error },
          'a due step of a sandbox sale failed; it is retried in a day, and other sales continue',
        );
        await sales.change(externalId, (sale) => ({ sale: withDueLater(sale, now + STUCK_MS), answer: undefined }));
      }
    }
  }

  private async post({ externalId, outbox }: Sale, now: Millis): Promise<void> {
    const door = this.parts.door();
    if (door === undefined) return;
    const tried = await Promise.all(
      outbox
        .filter(({ triesAt }) => triesAt <= now)
        .map(async ({ event, tries }) => ({ event, tries, isTaken: await this.isTaken(door, event) })),
    );
    await this.parts.sales.change(externalId, (sale) => ({
      sale: tried.reduce(
        (so, { event, tries, isTaken }) =>
          isTaken
            ? withDelivered(so, event.id)
            : withPostponed(so, event.id, this.parts.wall.now() + pauseAfter(tries + 1)),
        sale,
      ),
      answer: undefined,
    }));
  }

  private async isTaken(door: string, event: DeliveredEvent): Promise<boolean> {
    const { secret, signatureHeader, time, log } = this.parts;
    const body = eventBytes(event);
    try {
      const answer = await fetch(door, {
        method: 'POST',
        body: Buffer.from(body),
        redirect: 'error',
        signal: AbortSignal.timeout(ANSWER_MS),
        headers: { 'content-type': 'application/json', [signatureHeader]: signatureOf(body, secret, time.clock.now()) },
      });
      await answer.body?.cancel();
      if (!answer.ok)
        log.warn({ eventId: event.id, status: answer.status }, 'a sandbox webhook was refused; it is retried');
      return answer.ok;
    } catch (error) {
      log.warn({ eventId: event.id, err: error }, 'a sandbox webhook did not arrive; it is retried');
      return false;
    }
  }
}
