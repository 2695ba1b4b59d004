import { z } from 'zod';
import { canonicalJson } from '../../kernel/event-sourcing/canonical.js';
import type { Millis } from '../../kernel/clock.js';
import { defined } from '../../kernel/defined.shared.js';
import { productError, type ProductError } from '../../kernel/errors.shared.js';
import { derivedId, type UserId } from '../../kernel/ids.js';
import { err, ok, type Result } from '../../kernel/result.js';
import type { Collection, CollectionDefinition, DocumentStore } from '../../platform/documents/port.js';
import { pages } from '../../platform/documents/pages.js';
import { deleteWhere } from '../../platform/documents/update.js';
import { CANCEL_REASONS } from '../subscription/reasons.shared.js';

export const ACTIONS: CollectionDefinition = {
  name: 'billing_wishes_v1',
  indexes: [
    ['userId', 'at'],
    ['kind', 'at'],
  ],
};

const action = z.object({
  userId: z.string(),
  kind: z.enum(['cancel', 'reactivate', 'change']),
  subscriptionId: z.string(),
  at: z.int(),
  /** Fingerprint of the request, to detect a different action with the same id. */
  asked: z.string(),
  /** For a cancellation: the reasons, which the operator may read. */
  reasons: z.array(z.enum(CANCEL_REASONS)).exactOptional(),
  text: z.string().exactOptional(),
  /** The answer, once the action was performed. */
  answer: z.object({ at: z.int(), accessUntil: z.int(), creditsLeft: z.int() }).nullable(),
});
/** A user's action on a subscription. */
export type ActionDocument = z.infer<typeof action>;
export type ActionAnswer = NonNullable<ActionDocument['answer']>;

/** An action before it is stored. */
export interface NewAction extends Pick<ActionDocument, 'kind' | 'subscriptionId'> {
  readonly userId: UserId;
  readonly requestId: string;
  readonly reasons?: ActionDocument['reasons'];
  readonly text?: string;
  /** Further input of the action: a price, an amount. */
  readonly more?: unknown;
}

/**
 * User actions on subscriptions. Each is performed once, however often it is sent.
 * @throws StoreUnavailable from every call
 */
export class IdempotentActions {
  private constructor(private readonly collection: Collection<ActionDocument>) {}

  static async open(documents: DocumentStore): Promise<IdempotentActions> {
    return new IdempotentActions(await documents.collection(ACTIONS, (stored) => action.parse(stored)));
  }

  /** The action id passed to gateways. */
  static idOf({ userId, requestId }: Pick<NewAction, 'userId' | 'requestId'>): string {
    return derivedId('billing-wish', userId, requestId);
  }

  /**
   * The stored action; undefined for a new one.
   * @returns IDEMPOTENCY_MISMATCH {id} when another action had the same id
   */
  async known(wanted: NewAction): Promise<Result<ActionDocument | undefined, ProductError>> {
    const found = (await this.collection.get(IdempotentActions.idOf(wanted)))?.document;
    return found !== undefined && found.asked !== fingerprintOf(wanted)
      ? err(productError('IDEMPOTENCY_MISMATCH', { id: wanted.requestId }))
      : ok(found);
  }

  /** Stores an action before it is performed. Does nothing if it is already stored. */
  async keep(wanted: NewAction, at: Millis): Promise<void> {
    const { userId, kind, subscriptionId, reasons, text } = wanted;
    const document: ActionDocument = {
      userId,
      kind,
      subscriptionId,
      at,
      asked: fingerprintOf(wanted),
      ...defined({ reasons, text }),
      answer: null,
    };
    await this.collection.put({ id: IdempotentActions.idOf(wanted), document, expectedVersion: 0 });
  }

  /** Stores the result of an action. */
  async answered(wanted: NewAction, answer: ActionAnswer): Promise<void> {
    const known = await this.collection.get(IdempotentActions.idOf(wanted));
    // On a conflict, the other process performed the same action.
    if (known !== undefined && known.document.answer === null)
      await this.collection.put({
        id: known.id,
        document: { ...known.document, answer },
        expectedVersion: known.version,
      });
  }

  /** A user's actions, oldest first. */
  async *of(userId: UserId): AsyncGenerator<ActionDocument, void, undefined> {
    for await (const { document } of pages(this.collection, {
      where: { userId },
      order: { field: 'at', direction: 'ascending' },
      limit: 200,
    }))
      yield document;
  }

  /** Every cancellation, oldest first: for the operator. */
  async *cancellations(): AsyncGenerator<ActionDocument, void, undefined> {
    for await (const { document } of pages(this.collection, {
      where: { kind: 'cancel' },
      order: { field: 'at', direction: 'ascending' },
      limit: 200,
    }))
      yield document;
  }

  /** Deletes a user's actions, because their free text may contain personal data. */
  async forget(userId: UserId): Promise<void> {
    await deleteWhere(this.collection, { where: { userId } });
  }
}

/** Leaves out the free text, which a retry may phrase differently. */
const fingerprintOf = ({ kind, subscriptionId, more }: NewAction): string =>
  canonicalJson({ kind, subscriptionId, more: more ?? null });
