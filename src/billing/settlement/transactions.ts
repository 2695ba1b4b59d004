import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Clock, Millis } from '../../kernel/clock.js';
import { defined } from '../../kernel/defined.shared.js';
import { pages } from '../../platform/documents/pages.js';
import type { Collection, DocumentStore } from '../../platform/documents/port.js';
import { remove, upsert } from '../../platform/documents/update.js';
import { gatewayTransaction, type GatewayTransaction } from './transaction.shared.js';

const PAGE = 500;

/** Not derived from the log: the gateways are an external source. */
const TRANSACTIONS = {
  name: 'billing_gateway_transactions_v1',
  indexes: [['at'], ['gateway', 'at'], ['isPending', 'gateway', 'at']],
} as const;
const READS = { name: 'billing_gateway_reads_v1', indexes: [] } as const;
const OPEN_READS = { name: 'billing_gateway_open_reads_v1', indexes: [] } as const;

/**
 * A transaction as it was first read, and when; null if an earlier version read it. `contradiction` is the last
 * reading, if it says something else. While `isPending`, its time is not known yet, and nothing counts it.
 */
const storedTransaction = z.strictObject({
  ...gatewayTransaction.shape,
  readAt: z.int().nullable().default(null),
  contradiction: gatewayTransaction.nullable(),
  isPending: z.literal(true).exactOptional(),
});
export type StoredTransaction = z.infer<typeof storedTransaction>;

/** The last complete reading of a gateway: when it began. */
const completeRead = z.strictObject({ gateway: z.string(), at: z.int() });
export type CompleteRead = z.infer<typeof completeRead>;

/**
 * How far a reading came that is not complete: its first time, when it began, and its next page. It is removed when the
 * reading is complete.
 */
const openRead = z.strictObject({ gateway: z.string(), since: z.int(), at: z.int(), next: z.string() });
export type OpenRead = z.infer<typeof openRead>;

/** Selects stored transactions: `from` inclusive, `to` exclusive; milliseconds since the epoch. */
export interface TransactionRange {
  readonly from?: Millis;
  readonly to?: Millis;
  readonly gateway?: string;
}

const idOf = ({ gateway, transactionId }: Pick<GatewayTransaction, 'gateway' | 'transactionId'>): string =>
  `${gateway}/${transactionId}`;

/**
 * A transaction after another reading of it. The payout may become known later; anything else that differs from the
 * first reading is a contradiction, which a reading that agrees again removes.
 * @param at of the reading
 */
export function merged(stored: StoredTransaction | undefined, read: GatewayTransaction, at: Millis): StoredTransaction {
  if (stored === undefined) return { ...read, readAt: at, contradiction: null };
  const { contradiction: _contradiction, readAt, ...known } = stored;
  const payoutId = known.payoutId ?? read.payoutId;
  const agrees = isDeepStrictEqual({ ...known, payoutId }, { ...read, payoutId: read.payoutId ?? payoutId });
  return agrees ? { ...known, readAt, payoutId, contradiction: null } : { ...known, readAt, contradiction: read };
}

/** A transaction that was read, but has no time yet. */
const pending = (read: GatewayTransaction): StoredTransaction => ({
  ...read,
  readAt: null,
  contradiction: null,
  isPending: true,
});

/** The transactions of all gateways, as they were read. */
export class Transactions {
  private constructor(
    private readonly documents: Collection<StoredTransaction>,
    private readonly completed: Collection<CompleteRead>,
    private readonly open: Collection<OpenRead>,
  ) {}

  /** @throws StoreUnavailable */
  static async open(documents: Pick<DocumentStore, 'collection'>): Promise<Transactions> {
    return new Transactions(
      await documents.collection(TRANSACTIONS, (stored) => storedTransaction.parse(stored)),
      await documents.collection(READS, (stored) => completeRead.parse(stored)),
      await documents.collection(OPEN_READS, (stored) => openRead.parse(stored)),
    );
  }

  /**
   * Stores a page of a gateway's transactions. A repeat changes nothing. A new one is announced before it gets its
   * time: however long either write takes, a closing either sees it, or is older than its time.
   * @throws StoreUnavailable
   */
  async keep(read: readonly GatewayTransaction[], clock: Clock): Promise<void> {
    for (const one of read) {
      await upsert(this.documents, idOf(one), (stored) =>
        stored === undefined || (stored.isPending === true && !isDeepStrictEqual(stored, pending(one)))
          ? { document: pending(one) }
          : 'unchanged',
      );
      await upsert(this.documents, idOf(one), (stored) => {
        const document = merged(stored?.isPending === true ? undefined : stored, one, clock.now());
        return stored !== undefined && isDeepStrictEqual(stored, document) ? 'unchanged' : { document };
      });
    }
  }

  /** In the order of time. @throws StoreUnavailable */
  async *all(selected: TransactionRange = {}): AsyncGenerator<StoredTransaction, void, undefined> {
    for await (const one of this.stored(selected)) if (one.isPending !== true) yield one;
  }

  /** As `all`, with the pending ones. @throws StoreUnavailable */
  async *stored({ from, to, gateway }: TransactionRange = {}): AsyncGenerator<StoredTransaction, void, undefined> {
    const range =
      from === undefined && to === undefined
        ? undefined
        : { field: 'at', ...defined({ above: from === undefined ? undefined : from - 1, below: to }) };
    for await (const { document } of pages(this.documents, {
      limit: PAGE,
      order: { field: 'at', direction: 'ascending' },
      ...defined({ range, where: gateway === undefined ? undefined : { gateway } }),
    }))
      yield document;
  }

  /** The time of the oldest pending transaction of a gateway. @throws StoreUnavailable */
  async oldestPending(gateway: string): Promise<Millis | undefined> {
    const {
      items: [oldest],
    } = await this.documents.find({
      where: { isPending: true, gateway },
      order: { field: 'at', direction: 'ascending' },
      limit: 1,
    });
    return oldest?.document.at;
  }

  /** The last complete reading of a gateway. @throws StoreUnavailable */
  async lastRead(gateway: string): Promise<CompleteRead | undefined> {
    return (await this.completed.get(gateway))?.document;
  }

  /** The last complete reading of each gateway that was ever read. @throws StoreUnavailable */
  async reads(): Promise<readonly CompleteRead[]> {
    const found: CompleteRead[] = [];
    for await (const { document } of pages(this.completed, { limit: PAGE })) found.push(document);
    return found;
  }

  /** The reading of a gateway that broke off. @throws StoreUnavailable */
  async openRead(gateway: string): Promise<OpenRead | undefined> {
    return (await this.open.get(gateway))?.document;
  }

  /** Records where a reading goes on. @throws StoreUnavailable */
  async goOnAt(read: OpenRead): Promise<void> {
    await upsert(this.open, read.gateway, () => ({ document: read }));
  }

  /** Lets the next reading begin anew. @throws StoreUnavailable */
  async beginAnew(gateway: string): Promise<void> {
    await remove(this.open, gateway);
  }

  /** Records a complete reading; an older one changes nothing. @throws StoreUnavailable */
  async complete(read: CompleteRead): Promise<void> {
    await upsert(this.completed, read.gateway, (stored) =>
      stored !== undefined && stored.at >= read.at ? 'unchanged' : { document: read },
    );
  }
}
