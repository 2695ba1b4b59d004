import type { Millis } from '../../../kernel/clock.js';
import { defined } from '../../../kernel/defined.shared.js';
import type { Collection, DocumentStore, FindQuery, Page } from '../../../platform/documents/port.js';
import { pages } from '../../../platform/documents/pages.js';
import { decide } from '../../../platform/documents/update.js';
import { saleDocument, type Sale } from './sale.js';

/** Not derived from the log: the sandbox is an external source of truth, so its state is stored here. */
const SALES = { name: 'sandbox_sales_v1', indexes: [['dueAt'], ['postAt'], ['at']] } as const;
const PAGE = 100;

/** The sandbox's documents: one per checkout. */
export class SandboxSales {
  private constructor(private readonly collection: Collection<Sale>) {}

  /** @throws StoreUnavailable */
  static async open(documents: DocumentStore): Promise<SandboxSales> {
    return new SandboxSales(await documents.collection(SALES, (stored) => saleDocument.parse(stored)));
  }

  /** @throws StoreUnavailable */
  async get(externalId: string): Promise<Sale | undefined> {
    return (await this.collection.get(externalId))?.document;
  }

  /**
   * Stores a new sale, or returns the existing one with that id.
   * @throws StoreUnavailable
   */
  async add(sale: Sale): Promise<Sale> {
    await this.collection.put({ id: sale.externalId, document: sale, expectedVersion: 0 });
    return (await this.get(sale.externalId)) ?? sale;
  }

  /**
   * Changes a sale and its pending deliveries in one durable write.
   * @param change returns the new sale and the answer; called again after a conflict. Returning the same object writes
   * nothing
   * @returns undefined when there is no such sale
   * @throws StoreUnavailable
   */
  change<Answer>(
    externalId: string,
    change: (sale: Sale) => { readonly sale: Sale; readonly answer: Answer },
  ): Promise<Answer | undefined> {
    return decide<Sale, Answer | undefined>(this.collection, externalId, (stored) => {
      if (stored === undefined) return { answer: undefined };
      const { sale, answer } = change(stored.document);
      return sale === stored.document ? { answer } : { answer, write: { document: sale } };
    });
  }

  /**
   * Sales with a delivery due.
   * @param now wall-clock time
   * @throws StoreUnavailable
   */
  toPost(now: Millis): Promise<readonly Sale[]> {
    return this.first({
      range: { field: 'postAt', below: now + 1 },
      order: { field: 'postAt', direction: 'ascending' },
      limit: PAGE,
    });
  }

  /**
   * Number of sales with pending deliveries, up to a hundred.
   * @throws StoreUnavailable
   */
  async waiting(): Promise<number> {
    return (await this.first({ range: { field: 'postAt', above: -1 }, limit: PAGE })).length;
  }

  /**
   * Sales with a change due, earliest first.
   * @param now by the sandbox's clock
   * @throws StoreUnavailable
   */
  due(now: Millis): Promise<readonly Sale[]> {
    return this.first({
      range: { field: 'dueAt', below: now + 1 },
      order: { field: 'dueAt', direction: 'ascending' },
      limit: PAGE,
    });
  }

  /**
   * Time of the next automatic change.
   * @throws StoreUnavailable
   */
  async nextDueAt(): Promise<Millis | undefined> {
    const [next] = await this.first({
      range: { field: 'dueAt', above: -1 },
      order: { field: 'dueAt', direction: 'ascending' },
      limit: 1,
    });
    return next?.dueAt ?? undefined;
  }

  /**
   * Newest first.
   * @throws StoreUnavailable, InvalidCursor
   */
  async latest(limit: number, after?: string): Promise<{ readonly items: readonly Sale[]; readonly next?: string }> {
    const page = await this.page({ order: { field: 'at', direction: 'descending' }, limit, ...defined({ after }) });
    return { items: page.items.map(({ document }) => document), ...defined({ next: page.next }) };
  }

  /** Every sale, newest first. @throws StoreUnavailable */
  async *all(): AsyncGenerator<Sale, void, undefined> {
    for await (const { document } of pages(this.collection, {
      order: { field: 'at', direction: 'descending' },
      limit: PAGE,
    }))
      yield document;
  }

  /** Whether anything was ever bought. @throws StoreUnavailable */
  async hasSold(): Promise<boolean> {
    for await (const {
      stage: { kind },
    } of this.all())
      if (kind === 'subscribed' || kind === 'bought') return true;
    return false;
  }

  private page(query: FindQuery): Promise<Page<Sale>> {
    return this.collection.find(query);
  }

  private async first(query: FindQuery): Promise<readonly Sale[]> {
    return (await this.page(query)).items.map(({ document }) => document);
  }
}
