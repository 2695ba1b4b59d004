import { defined } from '../kernel/defined.shared.js';
import type { Collection, CollectionDefinition, DocumentStore } from '../platform/documents/port.js';
import { deleteWhere, upsert } from '../platform/documents/update.js';
import { dayDocument, withCounts, type Count, type DayDocument } from './counts.js';
import { dayPlus } from './report.js';

const DAYS: CollectionDefinition = { name: 'analytics_days_v1', indexes: [['day']] };

/** Maximum number of parts per day, so that processes seldom conflict. */
export const PARTS = 8;
const PAGE = 1_000;

/**
 * Counts by day. Counts that arrive during a write are combined into the next write, so a busy day costs as few writes
 * as a quiet one.
 */
export class DayCounts {
  private gathered: { readonly day: string; readonly counts: readonly Count[] }[] = [];
  private writing: Promise<void> = Promise.resolve();
  private next: Promise<void> | undefined;

  private constructor(
    private readonly days: Collection<DayDocument>,
    private readonly part: number,
  ) {}

  /** @param part part of the day that this process writes, 0 to `PARTS` − 1 */
  static async open(documents: DocumentStore, part: number): Promise<DayCounts> {
    return new DayCounts(await documents.collection(DAYS, (stored) => dayDocument.parse(stored)), part);
  }

  /** @throws StoreUnavailable; some of the counts may have been stored all the same */
  add(day: string, counts: readonly Count[]): Promise<void> {
    this.gathered.push({ day, counts });
    this.next ??= this.writing.then(() => {
      this.next = undefined;
      const written = this.write();
      // The waiting callers get the failure; the next caller starts a new write.
      this.writing = written.catch(() => undefined);
      return written;
    });
    return this.next;
  }

  /**
   * All parts of all days in a range, both ends inclusive.
   * @throws StoreUnavailable
   */
  async read(from: string, to: string): Promise<readonly DayDocument[]> {
    const found: DayDocument[] = [];
    let after: string | undefined;
    do {
      const page = await this.days.find({
        range: { field: 'day', above: dayPlus(from, -1), below: dayPlus(to, 1) },
        order: { field: 'day', direction: 'ascending' },
        limit: PAGE,
        ...defined({ after }),
      });
      found.push(...page.items.map(({ document }) => document));
      after = page.next;
    } while (after !== undefined);
    return found;
  }

  /**
   * Deletes the days before a day.
   * @throws StoreUnavailable
   */
  async sweep(before: string): Promise<void> {
    await deleteWhere(this.days, { range: { field: 'day', below: before } });
  }

  private async write(): Promise<void> {
    const taken = new Map<string, Count[]>();
    for (const { day, counts } of this.gathered.splice(0)) taken.set(day, [...(taken.get(day) ?? []), ...counts]);
    for (const [day, counts] of taken) await this.writeDay(day, counts);
  }

  private async writeDay(day: string, counts: readonly Count[]): Promise<void> {
    await upsert(this.days, `${day}.${this.part}`, (stored = { day, counts: [] }) => ({
      document: withCounts(stored, counts),
    }));
  }
}
