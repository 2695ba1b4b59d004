import type { Clock, Millis } from '../../kernel/clock.js';
import { defined } from '../../kernel/defined.shared.js';
import { productError, type ProductError } from '../../kernel/errors.shared.js';
import { derivedId, type UserId } from '../../kernel/ids.js';
import { err, ok, type Result } from '../../kernel/result.js';
import { addressRefusal } from '../../engine/remote/reach.js';
import { KeyedMutex } from '../../platform/concurrency/keyed-mutex.js';
import {
  InvalidCursor,
  type Collection,
  type DocumentStore,
  type Page,
  type Versioned,
} from '../../platform/documents/port.js';
import { pages } from '../../platform/documents/pages.js';
import { decide, deleteWhere, remove, update } from '../../platform/documents/update.js';
import type { Random } from '../../platform/random.js';
import type { Sealer } from '../engines/connections.js';
import type { TaskId } from '../tasks/task.js';
import type { TaskStore } from '../tasks/task.store.js';
import {
  afterAnswer,
  afterAttempt,
  bodyOf,
  deliveryDocument,
  deliveryView,
  endEvent,
  sentAgain,
  webhookDocument,
  webhookView,
  type Delivery,
  type Webhook,
} from './webhook.js';
import {
  DELIVERIES_KEPT_MS,
  MAX_WEBHOOKS,
  type DeliveryAttempt,
  type DeliveryPage,
  type DeliveryView,
  type WebhookEvent,
  type WebhookInput,
  type WebhookSecret,
  type WebhookView,
} from './webhooks.shared.js';

/** An attempt may take no longer until another process may make it, milliseconds. */
const CLAIM_MS: Millis = 60_000;
const DUE_PAGE = 200;
/** Due deliveries that a round looks at, most of which may belong to addresses that are busy. */
const DUE_SEEN = 5_000;

const WEBHOOKS = { name: 'webhooks_v1', indexes: [['userId']] };
const DELIVERIES = {
  name: 'webhook_deliveries_v1',
  indexes: [['state', 'nextAt'], ['webhookId', 'createdAt'], ['createdAt'], ['userId']],
};

interface Deps {
  readonly tasks: Pick<TaskStore, 'get'>;
  readonly sealer: Pick<Sealer, 'seal' | 'open'>;
  readonly random: Pick<Random, 'uuid' | 'hex'>;
  readonly clock: Clock;
  /** Addresses of this machine are allowed, also without TLS. */
  readonly toLoopback: boolean;
}

/** A delivery that is due, with what sending it needs. */
export interface Due {
  readonly id: string;
  readonly delivery: Delivery;
  /** Absent if the address is gone, or the installation's secret is another one than when it was added. */
  readonly to?: { readonly webhook: Webhook; readonly secret: Buffer };
}

/**
 * The members' webhooks: addresses, and the events that each is sent.
 * @throws StoreUnavailable, DocumentContended from every call
 */
export class Webhooks {
  /** So that requests at once do not exceed the maximum number of addresses. */
  private readonly creating = new KeyedMutex<UserId>();

  private constructor(
    private readonly hooks: Collection<Webhook>,
    private readonly deliveries: Collection<Delivery>,
    private readonly deps: Deps,
  ) {}

  static async open(documents: DocumentStore, deps: Deps): Promise<Webhooks> {
    return new Webhooks(
      await documents.collection(WEBHOOKS, (stored) => webhookDocument.parse(stored)),
      await documents.collection(DELIVERIES, (stored) => deliveryDocument.parse(stored)),
      deps,
    );
  }

  /**
   * @returns the address with its secret; or WEBHOOK_ADDRESS_REFUSED {reason: https, private}, WEBHOOKS_LIMIT {limit}
   */
  create(userId: UserId, { url, events }: WebhookInput): Promise<Result<WebhookSecret, ProductError>> {
    const { clock, random, sealer, toLoopback } = this.deps;
    const reason = addressRefusal(new URL(url), toLoopback);
    if (reason !== undefined) return Promise.resolve(err(productError('WEBHOOK_ADDRESS_REFUSED', { reason })));
    return this.creating.run(userId, async () => {
      if ((await this.hooks.count({ userId })) >= MAX_WEBHOOKS)
        return err(productError('WEBHOOKS_LIMIT', { limit: MAX_WEBHOOKS }));
      const [id, secret] = [random.uuid(), random.hex(32)];
      const document: Webhook = { userId, url, events, sealedSecret: sealer.seal(secret), createdAt: clock.now() };
      await this.hooks.put({ id, document, expectedVersion: 0 });
      return ok({
        webhook: webhookView(id, document),
        secret: `whsec_${Buffer.from(secret, 'hex').toString('base64')}`,
      });
    });
  }

  /** The user's addresses, newest first. */
  async list(userId: UserId): Promise<readonly WebhookView[]> {
    return (await this.of(userId))
      .map(({ id, document }) => webhookView(id, document))
      .toSorted((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? -1 : 1));
  }

  /** Removes an address with its deliveries. @returns WEBHOOK_NOT_FOUND for an unknown one and one of somebody else */
  async remove(userId: UserId, id: string): Promise<Result<{ readonly id: string }, ProductError>> {
    if ((await this.hooks.get(id))?.document.userId !== userId) return err(productError('WEBHOOK_NOT_FOUND'));
    await remove(this.hooks, id);
    await deleteWhere(this.deliveries, { where: { webhookId: id } });
    return ok({ id });
  }

  /** Lets an address have deliveries again. @returns WEBHOOK_NOT_FOUND as `remove` */
  enable(userId: UserId, id: string): Promise<Result<WebhookView, ProductError>> {
    return decide<Webhook, Result<WebhookView, ProductError>>(this.hooks, id, (stored) => {
      if (stored?.document.userId !== userId) return { answer: err(productError('WEBHOOK_NOT_FOUND')) };
      const { failingSince: _since, disabledAt: _at, ...document } = stored.document;
      return { answer: ok(webhookView(id, document)), write: { document } };
    });
  }

  /** The deliveries of an address, newest first. @returns WEBHOOK_NOT_FOUND, VALIDATION_ERROR {field: cursor} */
  async sent(userId: UserId, id: string, limit: number, cursor?: string): Promise<Result<DeliveryPage, ProductError>> {
    if ((await this.hooks.get(id))?.document.userId !== userId) return err(productError('WEBHOOK_NOT_FOUND'));
    const found = await this.deliveries
      .find({
        where: { webhookId: id },
        order: { field: 'createdAt', direction: 'descending' },
        limit,
        ...defined({ after: cursor }),
      })
      .catch((error: unknown): Page<Delivery> | undefined => {
        if (error instanceof InvalidCursor) return undefined;
        throw error;
      });
    if (found === undefined) return err(productError('VALIDATION_ERROR', { field: 'cursor' }));
    return ok({
      deliveries: found.items.map((one) => deliveryView(one.id, one.document)),
      ...defined({ next: found.next }),
    });
  }

  /** Sends a delivery again. @returns WEBHOOK_NOT_FOUND for an unknown one and one of somebody else */
  sendAgain(userId: UserId, id: string): Promise<Result<DeliveryView, ProductError>> {
    const now = this.deps.clock.now();
    return decide<Delivery, Result<DeliveryView, ProductError>>(this.deliveries, id, (stored) => {
      if (stored?.document.userId !== userId) return { answer: err(productError('WEBHOOK_NOT_FOUND')) };
      const document = sentAgain(stored.document, now);
      return { answer: ok(deliveryView(id, document)), write: { document } };
    });
  }

  /** Stores what a task's end, or the release of its credits, means for its owner's addresses. Idempotent. */
  async announce(taskId: TaskId, what: 'ended' | 'released'): Promise<void> {
    const task = (await this.deps.tasks.get(taskId))?.document;
    const ended = task && endEvent(task);
    if (task === undefined || ended === undefined) return;
    const event: WebhookEvent = what === 'released' ? 'task.released' : ended;
    const now = this.deps.clock.now();
    const body = bodyOf(event, task, now);
    for (const { id: webhookId, document } of await this.of(task.owner)) {
      if (document.disabledAt !== undefined || !document.events.includes(event)) continue;
      await this.deliveries.put({
        id: derivedId('webhook-delivery', webhookId, event, taskId),
        document: {
          userId: task.owner,
          webhookId,
          event,
          taskId,
          body,
          createdAt: now,
          state: 'waiting',
          attempts: 0,
          nextAt: now,
        },
        expectedVersion: 0, // a conflict means that it is stored
      });
    }
  }

  /**
   * Claims deliveries that are due, oldest first: one for each address that is not busy.
   * @param max addresses that may be busy afterwards
   */
  async claim(busy: ReadonlySet<string>, max: number): Promise<readonly Due[]> {
    const now = this.deps.clock.now();
    const waiting = pages(this.deliveries, {
      where: { state: 'waiting' },
      range: { field: 'nextAt', below: now + 1 },
      order: { field: 'nextAt', direction: 'ascending' },
      limit: DUE_PAGE,
    });
    const taken = new Set(busy);
    const due: Due[] = [];
    let seen = 0;
    for await (const { id, document, version } of waiting) {
      seen += 1;
      if (seen > DUE_SEEN || taken.size >= max) break;
      if (taken.has(document.webhookId)) continue;
      taken.add(document.webhookId);
      const claimed = { ...document, nextAt: now + CLAIM_MS };
      if ((await this.deliveries.put({ id, document: claimed, expectedVersion: version })) !== 'written') continue;
      const webhook = (await this.hooks.get(document.webhookId))?.document;
      const secret = webhook === undefined ? undefined : this.secretOf(webhook);
      due.push({
        id,
        delivery: document,
        ...(webhook === undefined || secret === undefined ? {} : { to: { webhook, secret } }),
      });
    }
    return due;
  }

  /**
   * Records an attempt. An address whose secret cannot be read, under another AUTH_SECRET, is disabled.
   * @returns the owner, if the attempt disabled the address
   */
  async record(id: string, webhookId: string, last: DeliveryAttempt): Promise<UserId | undefined> {
    await update<Delivery>(this.deliveries, id, (stored) => ({ document: afterAttempt(stored, last) }));
    return decide<Webhook, UserId | undefined>(this.hooks, webhookId, (stored) => {
      if (stored === undefined) return { answer: undefined };
      const isReadable = this.secretOf(stored.document) !== undefined;
      if (last.fault === 'disabled' && isReadable) return { answer: undefined };
      const document = isReadable ? afterAnswer(stored.document, last) : { disabledAt: last.at, ...stored.document };
      const isDisabled = document.disabledAt !== undefined && stored.document.disabledAt === undefined;
      return { answer: isDisabled ? document.userId : undefined, write: { document } };
    });
  }

  /** Removes what a user has. */
  async clear(userId: UserId): Promise<void> {
    await deleteWhere(this.hooks, { where: { userId } });
    await deleteWhere(this.deliveries, { where: { userId } });
  }

  /** Deletes old deliveries. */
  async sweep(): Promise<void> {
    const below = this.deps.clock.now() - DELIVERIES_KEPT_MS;
    await deleteWhere(this.deliveries, { range: { field: 'createdAt', below } });
  }

  private secretOf({ sealedSecret }: Webhook): Buffer | undefined {
    try {
      return Buffer.from(this.deps.sealer.open(sealedSecret), 'hex');
    } catch {
      return undefined;
    }
  }

  private async of(userId: UserId): Promise<readonly Versioned<Webhook>[]> {
    return (await this.hooks.find({ where: { userId }, limit: MAX_WEBHOOKS * 2 })).items;
  }
}
