import type { Clock } from '../../kernel/clock.js';
import { productError, type ProductError } from '../../kernel/errors.shared.js';
import { err, ok, type Result } from '../../kernel/result.js';
import { wordsOf } from '../../kernel/thrown.js';
import { exponentialBackoff } from '../../platform/concurrency/backoff.js';
import type { PutResult } from '../../platform/documents/port.js';
import type { Logs } from '../../platform/http/logs.js';
import { StoreUnavailable } from '../../platform/unavailable.js';
import type { Delivery, PaymentGateway } from '../gateways/port.js';
import { deliveryId, newDelivery, type Deliveries, type DeliveryDocument, type StoredDelivery } from './deliveries.js';

/**
 * Deliveries handled in parallel: enough for a group of writes to be worth its fsync, few enough to keep answering
 * gateways.
 */
const AT_ONCE = 32;
/** Maximum number of deliveries queued in memory; the sweep picks up the rest. */
const MAX_QUEUED = 20_000;
/** Deliveries per durable write. */
const GROUP = 256;
/** Attempts that fail because of the delivery's content before it is parked. */
const MAX_FAULTS = 8;
const pauseAfter = exponentialBackoff({ firstMs: 1_000, maxMs: 3_600_000 });
/** Errors that no retry can fix. */
const HOPELESS: ReadonlySet<string> = new Set(['VALIDATION_ERROR', 'IDEMPOTENCY_MISMATCH', 'SUBSCRIPTION_NOT_FOUND']);

export interface InboxDeps {
  readonly deliveries: Deliveries;
  readonly gateways: { byName(name: string): PaymentGateway | undefined };
  /**
   * Applies the reports in a delivery. Safe to repeat.
   * @throws StoreUnavailable
   */
  readonly handle: (gateway: PaymentGateway, body: Uint8Array, id: string) => Promise<Result<unknown, ProductError>>;
  readonly clock: Clock;
  readonly log: Pick<Logs, 'warn' | 'error'>;
}

interface Waiting {
  readonly id: string;
  readonly document: DeliveryDocument;
  readonly resolve: (result: PutResult) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Receives gateway deliveries. A delivery is verified, stored, and only then acknowledged. It is handled afterwards, at
 * once by the process that received it, and by a sweep if that failed. Handling is safe to repeat, so nobody needs to
 * know whether it was done.
 */
export class Inbox {
  private waiting: Waiting[] = [];
  private isWriting = false;
  private readonly queue: StoredDelivery[] = [];
  /** Deliveries in progress or queued, so that the sweep skips them. */
  private readonly taken = new Set<string>();
  private readonly underWay = new Set<Promise<void>>();
  private isStopped = false;

  constructor(private readonly deps: InboxDeps) {}

  /**
   * Verifies and stores a delivery.
   * @returns once it is durable; `known` when it was already stored; PERMISSION_ERROR {reason} for a missing, wrong or
   * old signature, VALIDATION_ERROR {field} for a body that is not text or cannot be read
   * @throws StoreUnavailable; the gateway then delivers it again
   */
  async take(gateway: PaymentGateway, sent: Delivery): Promise<Result<'taken' | 'known', ProductError>> {
    const now = this.deps.clock.now();
    const verified = await gateway.verify(sent, now);
    if (!verified.ok) return verified;
    const body = textOf(sent.body);
    if (body === undefined) return err(productError('VALIDATION_ERROR', { field: 'body' }));
    const { eventId } = verified.value;
    const id = deliveryId(gateway.name, eventId);
    const document = newDelivery(gateway.name, eventId, body, now);
    if ((await this.store(id, document)) === 'conflict') return ok('known');
    this.enqueue({ id, version: 1, document });
    return ok('taken');
  }

  /**
   * Handles due deliveries once.
   * @throws StoreUnavailable
   */
  async sweep(): Promise<void> {
    for await (const due of this.deps.deliveries.due(this.deps.clock.now())) {
      if (this.queue.length >= MAX_QUEUED) return;
      this.enqueue(due);
    }
  }

  /**
   * Handles a parked or handled delivery again.
   * @returns the delivery with its new result
   * @throws StoreUnavailable
   */
  async replay(stored: StoredDelivery): Promise<DeliveryDocument> {
    return this.attempt(stored);
  }

  /** Resolves when every delivery received so far has been tried once. */
  async settled(): Promise<void> {
    while (this.underWay.size > 0) await Promise.all(this.underWay);
  }

  /** Finishes the work in progress. The next process finds the waiting deliveries. */
  async stop(): Promise<void> {
    this.isStopped = true;
    this.queue.length = 0;
    await this.settled();
  }

  /** Groups the writes of one turn of the event loop and of the time that a write takes. */
  private store(id: string, document: DeliveryDocument): Promise<PutResult> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ id, document, resolve, reject });
      if (this.isWriting) return;
      this.isWriting = true;
      setImmediate(() => void this.write());
    });
  }

  private async write(): Promise<void> {
    while (this.waiting.length > 0) {
      const group = this.waiting.slice(0, GROUP);
      this.waiting = this.waiting.slice(GROUP);
      try {
        const results = await this.deps.deliveries.putMany(
          group.map(({ id, document }) => ({ id, document, expectedVersion: 0 })),
        );
        for (const [index, { resolve }] of group.entries()) resolve(results[index] ?? 'conflict');
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
    this.isWriting = false;
  }

  private enqueue(stored: StoredDelivery): void {
    if (this.isStopped || this.taken.has(stored.id) || this.queue.length >= MAX_QUEUED) return;
    this.taken.add(stored.id);
    this.queue.push(stored);
    this.work();
  }

  private work(): void {
    while (this.underWay.size < AT_ONCE) {
      const next = this.queue.shift();
      if (next === undefined) return;
      const done: Promise<void> = this.attempt(next)
        .then(
          () => undefined,
          (error: unknown) => {
            this.deps.log.warn(
              { err: error, delivery: next.id },
              'the result of a webhook delivery could not be stored; the next sweep handles it again',
            );
          },
        )
        .finally(() => {
          this.taken.delete(next.id);
          this.underWay.delete(done);
          this.work();
        });
      this.underWay.add(done);
    }
  }

  private async attempt({ id, version, document }: StoredDelivery): Promise<DeliveryDocument> {
    const { log, clock, deliveries } = this.deps;
    const outcome = await this.tried(id, document);
    const now = clock.now();
    const tries = document.tries + 1;
    const faults = document.faults + (outcome === 'unreachable' ? 0 : 1);
    let after: DeliveryDocument;
    if (outcome === 'done') after = { ...document, state: 'handled', handledAt: now, dueAt: null, reason: null };
    else if (outcome !== 'unreachable' && (outcome.isHopeless || faults >= MAX_FAULTS))
      after = { ...document, state: 'parked', tries, faults, dueAt: null, reason: outcome.reason };
    else
      after = {
        ...document,
        state: 'waiting',
        tries,
        faults,
        dueAt: now + pauseAfter(tries),
        reason: outcome === 'unreachable' ? outcome : outcome.reason,
      };
    const fields = { gateway: document.gateway, delivery: id, reason: after.reason, tries };
    if (after.state === 'parked')
      log.error(
        fields,
        'a webhook delivery cannot be handled and is parked; once the cause is fixed, `npm run webhooks -- replay --id` retries it',
      );
    else if (after.state === 'waiting') log.warn(fields, 'a webhook delivery could not be handled; it is retried');
    // On a conflict another process has handled it too; its result is just as good.
    await deliveries.put({ id, document: after, expectedVersion: version });
    return after;
  }

  private async tried(
    id: string,
    { gateway: name, body }: DeliveryDocument,
  ): Promise<'done' | 'unreachable' | { readonly reason: string; readonly isHopeless: boolean }> {
    const gateway = this.deps.gateways.byName(name);
    if (gateway === undefined) return { reason: 'its gateway is not there', isHopeless: false };
    try {
      const answer = await this.deps.handle(gateway, Buffer.from(body, 'utf8'), id);
      if (answer.ok) return 'done';
      const { identifier, params } = answer.error;
      if (identifier === 'TRY_AGAIN') return 'unreachable';
      return {
        reason: [identifier, ...Object.values(params)].join(' ').slice(0, 300),
        isHopeless: HOPELESS.has(identifier),
      };
    } catch (error) {
      if (error instanceof StoreUnavailable) return 'unreachable';
      this.deps.log.error({ err: error, delivery: id }, 'handling a webhook delivery failed');
      return { reason: wordsOf(error).slice(0, 300), isHopeless: false };
    }
  }
}

/** The body as text; undefined when it is not valid UTF-8 and could not be restored to the same bytes. */
function textOf(body: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    return undefined;
  }
}
