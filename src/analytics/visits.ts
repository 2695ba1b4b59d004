import type { Collection, CollectionDefinition, DocumentStore } from '../platform/documents/port.js';
import type { Count } from './counts.js';
import type { EventBatch } from './events.shared.js';
import type { UserStatus } from './names.shared.js';
import { visitDocument, withBatch, type VisitDocument } from './visit.js';

const VISITS: CollectionDefinition = { name: 'analytics_visits_v1', indexes: [['touched']] };
const PAGE = 500;

/** Visits that go on, or did until a moment ago. */
export class Visits {
  private constructor(private readonly visits: Collection<VisitDocument>) {}

  static async open(documents: DocumentStore): Promise<Visits> {
    return new Visits(await documents.collection(VISITS, (stored) => visitDocument.parse(stored)));
  }

  /**
   * Notes a batch, once.
   * @returns what it adds to the counts of visits, and the day they are of; `repeated` when it has been noted before. @throws StoreUnavailable
   */
  async note(batch: EventBatch, now: { readonly day: string; readonly status: UserStatus }): Promise<{ readonly day: string; readonly counts: readonly Count[] } | 'repeated'> {
    for (;;) {
      const seen = await this.visits.get(batch.visit);
      const step = withBatch(seen?.document, batch, now);
      if (step === 'repeated') return step;
      const written = await this.visits.put({ id: batch.visit, document: step.visit, expectedVersion: seen?.version ?? 0 });
      if (written === 'written') return { day: step.visit.day, counts: step.counts };
    }
  }

  /** Forgets visits that nothing was heard of since a day. @throws StoreUnavailable */
  async sweep(before: string): Promise<void> {
    for (;;) {
      const { items, next } = await this.visits.find({ range: { field: 'touched', below: before }, order: { field: 'touched', direction: 'ascending' }, limit: PAGE });
      for (const item of items) await this.visits.delete(item.id, item.version);
      if (next === undefined) return;
    }
  }
}
