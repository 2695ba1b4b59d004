import { z } from 'zod';
import { canonicalJson } from '../../kernel/canonical.js';
import type { Millis } from '../../kernel/clock.js';
import { defined } from '../../kernel/defined.shared.js';
import { productError, type ProductError } from '../../kernel/errors.shared.js';
import { derivedId, type UserId } from '../../kernel/ids.js';
import { err, ok, type Result } from '../../kernel/result.js';
import type { Collection, CollectionDefinition, DocumentStore } from '../../platform/documents/port.js';
import { pages } from '../../platform/documents/pages.js';
import { deleteWhere } from '../../platform/documents/update.js';
import { CANCEL_REASONS } from '../subscription/reasons.shared.js';

export const WISHES: CollectionDefinition = { name: 'billing_wishes_v1', indexes: [['userId', 'at'], ['kind', 'at']] };

const wish = z.object({
  userId: z.string(), kind: z.enum(['cancel', 'reactivate', 'change']), subscriptionId: z.string(), at: z.int(),
  /** What was asked, so that another wish under the same id is noticed. */
  asked: z.string(),
  /** Of a cancellation: why, in words that the operator may read. */
  reasons: z.array(z.enum(CANCEL_REASONS)).exactOptional(),
  text: z.string().exactOptional(),
  /** What was answered, once it was carried out. */
  answer: z.object({ at: z.int(), accessUntil: z.int(), creditsLeft: z.int() }).nullable(),
});
/** What somebody wanted of a subscription of theirs. */
export type ActionDocument = z.infer<typeof wish>;
export type ActionAnswer = NonNullable<ActionDocument['answer']>;

/** A wish before it is kept. */
export interface NewAction extends Pick<ActionDocument, 'kind' | 'subscriptionId'> {
  readonly userId: UserId;
  readonly requestId: string;
  readonly reasons?: ActionDocument['reasons'];
  readonly text?: string;
  /** What else the wish says: a price, an amount. */
  readonly more?: unknown;
}

/** Wishes about subscriptions, each once however often it is sent. @throws StoreUnavailable from every call */
export class IdempotentActions {
  private constructor(private readonly wishes: Collection<ActionDocument>) {}

  static async open(documents: DocumentStore): Promise<IdempotentActions> {
    return new IdempotentActions(await documents.collection(WISHES, (stored) => wish.parse(stored)));
  }

  /** What a gateway knows a wish by. */
  static idOf({ userId, requestId }: Pick<NewAction, 'userId' | 'requestId'>): string {
    return derivedId('billing-wish', userId, requestId);
  }

  /** A wish as it is known; undefined for a new one. @returns IDEMPOTENCY_MISMATCH {id} where another wish had the same id */
  async known(wanted: NewAction): Promise<Result<ActionDocument | undefined, ProductError>> {
    const found = (await this.wishes.get(IdempotentActions.idOf(wanted)))?.document;
    return found !== undefined && found.asked !== askedOf(wanted) ? err(productError('IDEMPOTENCY_MISMATCH', { id: wanted.requestId })) : ok(found);
  }

  /** Keeps a wish before it is carried out. Known before is as good. */
  async keep(wanted: NewAction, at: Millis): Promise<void> {
    const { userId, kind, subscriptionId, reasons, text } = wanted;
    const document: ActionDocument = { userId, kind, subscriptionId, at, asked: askedOf(wanted), ...defined({ reasons, text }), answer: null };
    await this.wishes.put({ id: IdempotentActions.idOf(wanted), document, expectedVersion: 0 });
  }

  /** Writes down what a wish came to. */
  async answered(wanted: NewAction, answer: ActionAnswer): Promise<void> {
    const known = await this.wishes.get(IdempotentActions.idOf(wanted));
    // Whoever was faster has carried out the same wish.
    if (known !== undefined && known.document.answer === null) await this.wishes.put({ id: known.id, document: { ...known.document, answer }, expectedVersion: known.version });
  }

  /** All of a user's, oldest first. */
  async *of(userId: UserId): AsyncGenerator<ActionDocument, void, undefined> {
    for await (const { document } of pages(this.wishes, { where: { userId }, order: { field: 'at', direction: 'ascending' }, limit: 200 })) yield document;
  }

  /** Every cancellation, oldest first: for the operator. */
  async *cancellations(): AsyncGenerator<ActionDocument, void, undefined> {
    for await (const { document } of pages(this.wishes, { where: { kind: 'cancel' }, order: { field: 'at', direction: 'ascending' }, limit: 200 })) yield document;
  }

  /** Removes everything of a user: words may be about themselves. */
  async forget(userId: UserId): Promise<void> {
    await deleteWhere(this.wishes, { where: { userId } });
  }
}

/** Without the words of a wish: they may be put differently by a second press. */
const askedOf = ({ kind, subscriptionId, more }: NewAction): string => canonicalJson({ kind, subscriptionId, more: more ?? null });
