import { z } from 'zod';
import type { Millis } from '../../kernel/clock.js';
import type { UserId } from '../../kernel/ids.js';
import { pages } from '../../platform/documents/pages.js';
import type { Collection, CollectionDefinition, DocumentStore } from '../../platform/documents/port.js';
import { decide, remove, update } from '../../platform/documents/update.js';
import { rewardClaimed, rewardTakenBack } from '../grant.policy.js';
import { captureShare, earnedBy, sumOf, type Share, type ShareChange } from './share.js';
import { SHARES_A_DAY } from './shares.shared.js';
import type { Allocation } from '../../credits/index.js';

const SHARES: CollectionDefinition = { name: 'author_shares_v1', indexes: [['author'], ['payer'], ['state', 'dueAt']] };
const DAYS: CollectionDefinition = { name: 'author_share_days_v1', indexes: [] };

const userId = z
  .string()
  .min(1)
  .transform((text) => text as UserId); // the brand is applied when the document is read
const shareDocument = z.object({
  id: z.string(),
  payer: userId,
  author: userId,
  workId: z.string(),
  amount: z.int(),
  parts: z.array(
    z.object({
      grantId: z.string(),
      paid: z.int(),
      share: z.int(),
      returned: z.enum(['refund', 'chargeback']).exactOptional(),
    }),
  ),
  state: z.enum(['held', 'waiting', 'granted', 'dropped']),
  capturedAt: z.int().exactOptional(),
  dueAt: z.int().exactOptional(),
  grantedAt: z.int().exactOptional(),
});

/** What an author earned by the captures of one day (UTC): whole credits by share. */
const dayDocument = z.object({ taken: z.record(z.string(), z.int()) });
type DayDocument = z.infer<typeof dayDocument>;

const DAY_MS = 86_400_000;
const PAGE = 500;

/**
 * The authors' shares, one document for each surcharge. A change and the messages of its grants are one write, so that
 * each is granted exactly once.
 * @throws StoreUnavailable from every call
 */
export class ShareStore {
  private constructor(
    private readonly shares: Collection<Share>,
    private readonly days: Collection<DayDocument>,
  ) {}

  static async open(documents: DocumentStore): Promise<ShareStore> {
    return new ShareStore(
      await documents.collection(SHARES, (stored): Share => shareDocument.parse(stored)),
      await documents.collection(DAYS, (stored) => dayDocument.parse(stored)),
    );
  }

  /** Shares by id; unknown ones are left out. */
  async find(ids: readonly string[]): Promise<readonly Share[]> {
    return (await this.shares.getMany([...new Set(ids)])).map(({ document }) => document);
  }

  /** Records a held surcharge; a known one stays as it is. */
  async hold(share: Share): Promise<void> {
    await this.shares.put({ id: share.id, document: share, expectedVersion: 0 });
  }

  /** Forgets a held surcharge that was not captured. */
  async release(id: string): Promise<void> {
    await remove(this.shares, id, ({ state }) => state === 'held');
  }

  /** Records a capture, within what the author may earn on its day. Nothing for a hold without a surcharge. */
  async capture(id: string, captured: readonly Allocation[], at: Millis): Promise<void> {
    const share = (await this.shares.get(id))?.document;
    if (share?.state !== 'held') return;
    const limit = await this.takeOfDay(share, sumOf(earnedBy(share, captured)), at);
    await this.change(id, (now) => captureShare(now, earnedBy(now, captured), limit, at));
  }

  /**
   * Changes a share.
   * @param change may be called several times
   */
  async change(id: string, change: (share: Share) => ShareChange | undefined): Promise<void> {
    await update(this.shares, id, (stored) => {
      const changed = change(stored);
      if (changed === undefined) return 'unchanged';
      const { share, granted, takenBack } = changed;
      return { document: share, outbox: [...granted.map(rewardClaimed), ...takenBack.map(rewardTakenBack)] };
    });
  }

  /** The shares in surcharges that a user has paid. */
  async *paidBy(payer: UserId): AsyncGenerator<Share, void, undefined> {
    for await (const { document } of pages(this.shares, { where: { payer }, limit: PAGE })) yield document;
  }

  /** The shares in surcharges of an author's works. */
  async *of(author: UserId): AsyncGenerator<Share, void, undefined> {
    for await (const { document } of pages(this.shares, { where: { author }, limit: PAGE })) yield document;
  }

  /** Some of the waiting shares that are due, the earliest first. */
  async due(at: Millis): Promise<readonly Share[]> {
    const { items } = await this.shares.find({
      where: { state: 'waiting' },
      range: { field: 'dueAt', below: at + 1 },
      order: { field: 'dueAt', direction: 'ascending' },
      limit: PAGE,
    });
    return items.map(({ document }) => document);
  }

  /** Takes credits of an author's day for a share, as far as they last. A repeat gives the same answer. */
  private takeOfDay({ id, author }: Share, wanted: number, at: Millis): Promise<number> {
    if (wanted === 0) return Promise.resolve(0);
    return decide<DayDocument, number>(this.days, `${author}.${Math.floor(at / DAY_MS)}`, (stored) => {
      const taken = stored?.document.taken ?? {};
      const before = taken[id];
      if (before !== undefined) return { answer: before };
      const left = SHARES_A_DAY - Object.values(taken).reduce((sum, credits) => sum + credits, 0);
      const answer = Math.max(0, Math.min(left, wanted));
      return answer === 0 ? { answer } : { answer, write: { document: { taken: { ...taken, [id]: answer } } } };
    });
  }
}
