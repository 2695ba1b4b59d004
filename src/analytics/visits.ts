import type { ProductError } from '../kernel/errors.shared.js';
import { ok, type Result } from '../kernel/result.js';
import type { Collection, CollectionDefinition, DocumentStore } from '../platform/documents/port.js';
import { decide, deleteWhere } from '../platform/documents/update.js';
import type { Count } from './counts.js';
import type { EventBatch } from './events.shared.js';
import type { UserStatus } from './names.shared.js';
import { visitDocument, withBatch, type VisitDocument } from './visit.js';

const VISITS: CollectionDefinition = { name: 'analytics_visits_v1', indexes: [['touched']] };

/** What a batch adds to the visit counts, and their day. */
export interface Noted {
  readonly day: string;
  readonly counts: readonly Count[];
}

/** Visits that are active or ended recently. */
export class Visits {
  private constructor(private readonly visits: Collection<VisitDocument>) {}

  static async open(documents: DocumentStore): Promise<Visits> {
    return new Visits(await documents.collection(VISITS, (stored) => visitDocument.parse(stored)));
  }

  /**
   * Notes a batch once.
   * @param mayBegin called once when the batch would begin a visit; its refusal is returned and nothing is noted
   * @returns what the batch adds to the visit counts, and their day; `repeated` when it was already noted
   * @throws StoreUnavailable
   */
  note(
    batch: EventBatch,
    now: { readonly day: string; readonly status: UserStatus },
    mayBegin: () => Promise<Result<void, ProductError>>,
  ): Promise<Result<Noted | 'repeated', ProductError>> {
    let permitted: Result<void, ProductError> | undefined;
    return decide<VisitDocument, Result<Noted | 'repeated', ProductError>>(this.visits, batch.visit, async (seen) => {
      const step = withBatch(seen?.document, batch, now);
      if (step === 'repeated') return { answer: ok(step) };
      if (seen === undefined) {
        permitted ??= await mayBegin();
        if (!permitted.ok) return { answer: permitted };
      }
      return { answer: ok({ day: step.visit.day, counts: step.counts }), write: { document: step.visit } };
    });
  }

  /**
   * Deletes visits without a batch since a day.
   * @throws StoreUnavailable
   */
  async sweep(before: string): Promise<void> {
    await deleteWhere(this.visits, { range: { field: 'touched', below: before } });
  }
}
