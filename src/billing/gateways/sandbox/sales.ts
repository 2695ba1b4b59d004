import type { Millis } from '../../../kernel/clock.js';
import type { Collection, DocumentStore, FindQuery, Page } from '../../../platform/documents/port.js';
import { StoreUnavailable } from '../../../platform/unavailable.js';
import { saleDocument, type Sale } from './sale.js';

/** Not derived from the log: the sandbox is somebody else's truth, kept here. */
const SALES = { name: 'sandbox_sales_v1', indexes: [['dueAt'], ['postAt'], ['at']] } as const;
const PAGE = 100;
/** Writers that may come between before it is given up; a sale has one owner, a webhook sender and a clock. */
const TRIES = 20;

/** The sandbox's documents: one a checkout and what came of it. */
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

  /** Keeps a new one, or answers what is there by that name. @throws StoreUnavailable */
  async add(sale: Sale): Promise<Sale> {
    await this.collection.put({ id: sale.externalId, document: sale, expectedVersion: 0 });
    return (await this.get(sale.externalId)) ?? sale;
  }

  /**
   * Changes one, in one durable write with what is to be told of it.
   * @param decide gives what it becomes, and what to answer; called again when somebody else wrote in between. The same object writes nothing
   * @returns undefined when there is none
   * @throws StoreUnavailable
   */
  async change<Answer>(externalId: string, decide: (sale: Sale) => { readonly sale: Sale; readonly answer: Answer }): Promise<Answer | undefined> {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const stored = await this.collection.get(externalId);
      if (stored === undefined) return undefined;
      const { sale, answer } = decide(stored.document);
      if (sale === stored.document) return answer;
      if (await this.collection.put({ id: externalId, document: sale, expectedVersion: stored.version }) === 'written') return answer;
    }
    throw new StoreUnavailable('documents', 'failed', 'others kept writing the same sale');
  }

  /** Those with something to be delivered by then. @param now by the time of day. @throws StoreUnavailable */
  toPost(now: Millis): Promise<readonly Sale[]> {
    return this.first({ range: { field: 'postAt', below: now + 1 }, order: { field: 'postAt', direction: 'ascending' }, limit: PAGE });
  }

  /** How many still have something to be delivered, up to a hundred. @throws StoreUnavailable */
  async waiting(): Promise<number> {
    return (await this.first({ range: { field: 'postAt', above: -1 }, limit: PAGE })).length;
  }

  /** Those of which something is due by then, the earliest first. @param now by the sandbox's clock. @throws StoreUnavailable */
  due(now: Millis): Promise<readonly Sale[]> {
    return this.first({ range: { field: 'dueAt', below: now + 1 }, order: { field: 'dueAt', direction: 'ascending' }, limit: PAGE });
  }

  /** When the next thing happens of itself. @throws StoreUnavailable */
  async nextDueAt(): Promise<Millis | undefined> {
    const [next] = await this.first({ range: { field: 'dueAt', above: -1 }, order: { field: 'dueAt', direction: 'ascending' }, limit: 1 });
    return next?.dueAt ?? undefined;
  }

  /** The latest first. @throws StoreUnavailable, InvalidCursor */
  async latest(limit: number, after?: string): Promise<{ readonly items: readonly Sale[]; readonly next?: string }> {
    const page = await this.page({ order: { field: 'at', direction: 'descending' }, limit, ...(after === undefined ? {} : { after }) });
    return { items: page.items.map(({ document }) => document), ...(page.next === undefined ? {} : { next: page.next }) };
  }

  /** Whether anything was ever bought. @throws StoreUnavailable */
  async hasSold(): Promise<boolean> {
    for (let after: string | undefined, isMore = true; isMore;) {
      const { items, next } = await this.latest(PAGE, after);
      if (items.some(({ stage: { kind } }) => kind === 'subscribed' || kind === 'bought')) return true;
      [after, isMore] = [next, next !== undefined];
    }
    return false;
  }

  private page(query: FindQuery): Promise<Page<Sale>> {
    return this.collection.find(query);
  }

  private async first(query: FindQuery): Promise<readonly Sale[]> {
    return (await this.page(query)).items.map(({ document }) => document);
  }
}
