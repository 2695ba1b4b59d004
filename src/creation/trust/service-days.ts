import { z } from 'zod';
import type { Collection, DocumentStore } from '../../platform/documents/port.js';
import { deleteWhere, upsert } from '../../platform/documents/update.js';
import { counted, type Outcome, type ServiceDay } from './service-day.js';
import { TRUST_DAYS } from './trust.shared.js';

const waits = z.record(z.string(), z.int());
const serviceDay = z.object({
  day: z.string(),
  finished: z.int(),
  failed: z.int(),
  image: waits,
  video: waits,
  counted: z.array(z.string()),
});

const DAY_MS = 86_400_000;
/** A day before another. @param day `YYYY-MM-DD`, UTC */
export const daysBefore = (day: string, days: number): string =>
  new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10);

/**
 * Ended creations by day, one document each.
 * @throws StoreUnavailable, DocumentContended from every call
 */
export class ServiceDays {
  private constructor(private readonly days: Collection<ServiceDay>) {}

  static async open(documents: DocumentStore): Promise<ServiceDays> {
    return new ServiceDays(
      await documents.collection({ name: 'service_days_v1', indexes: [['day']] }, (value) => serviceDay.parse(value)),
    );
  }

  /** Counts an ended creation. Repeatable. The first one of a day deletes the days that no figure covers any more. */
  async count(outcome: Outcome): Promise<void> {
    const { day } = outcome;
    const written = await upsert(this.days, day, (before) => {
      const document = counted(before, outcome);
      return document === before ? 'unchanged' : { document };
    });
    if (written?.isWritten === true && written.version === 1)
      await deleteWhere(this.days, { range: { field: 'day', below: daysBefore(day, TRUST_DAYS) } });
  }

  /** The days from one on, oldest first. @param from `YYYY-MM-DD`, UTC */
  async since(from: string): Promise<readonly ServiceDay[]> {
    const { items } = await this.days.find({
      range: { field: 'day', above: daysBefore(from, 1) },
      order: { field: 'day', direction: 'ascending' },
      limit: 1_000,
    });
    return items.map(({ document }) => document);
  }
}
