import type { ProductError } from '../kernel/errors.shared.js';
import { ok, type Result } from '../kernel/result.js';
import type { Collection, CollectionDefinition, DocumentStore } from '../platform/documents/port.js';
import type { Count } from './counts.js';
import type { EventBatch } from './events.shared.js';
import type { UserStatus } from './names.shared.js';
import { visitDocument, withBatch, type VisitDocument } from './visit.js';

const VISITS: CollectionDefinition = { name: 'analytics_visits_v1', indexes: [['touched']] };
const PAGE = 500;

/** What a batch adds to the counts of visits, and the day they are of. */
export interface Noted {
  readonly day: string;
  readonly counts: readonly Count[];
}

/** Visits that go on, or did until a moment ago. */
export class Visits {
  private constructor(private readonly visits: Collection<VisitDocument>) {}

  static async open(documents: DocumentStore): Promise<Visits> {
    return new Visits(await documents.collection(VISITS, (stored) => visitDocument.parse(stored)));
  }

  /**
   * Notes a batch, once.
   * @param mayBegin asked once when it would begin a visit; what it refuses with is handed on, and nothing is noted
   * @returns what it adds to the counts of visits, and the day they are of; `repeated` when it has been noted before. @throws StoreUnavailable
   */
  async note(batch: EventBatch, now: { readonly day: string; readonly status: UserStatus }, mayBegin: () => Promise<Result<void, ProductError>>): Promise<Result<Noted | 'repeated', ProductError>> {
    let begun: Result<void, ProductError> | undefined;
    for (;;) {
      const seen = await this.visits.get(batch.visit);
      const step = withBatch(seen?.document, batch, now);
      if (step === 'repeated') return ok(step);
      if (seen === undefined) {
        begun ??= await mayBegin();
        if (!begun.ok) return begun;
      }
      const written = await this.visits.put({ id: batch.visit, document: step.visit, expectedVersion: seen?.version ?? 0 });
      if (written === 'written') return ok({ day: step.visit.day, counts: step.counts });
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
