import { z } from 'zod';
import { defined } from '../../kernel/defined.shared.js';
import type { Millis } from '../../kernel/clock.js';
import type { UserId } from '../../kernel/ids.js';
import { err, type Result } from '../../kernel/result.js';
import { CATEGORIES } from '../../moderation/index.js';
import { pages } from '../../platform/documents/pages.js';
import type { Collection, DocumentStore, OutboxMessage, Page, Versioned } from '../../platform/documents/port.js';
import { decide, deleteWhere } from '../../platform/documents/update.js';
import { endOf, hasEnded, type Refusal, type RefusalError } from './refusal.js';

/** Published with the answer to an appeal against a refused text. `data` is a `RefusalNews`. */
export const REFUSAL_ANSWERED = 'TextRefusalAnswered';
export const refusalNews = z.object({ refusalId: z.string() });

const userId = z.string().transform((id) => id as UserId); // our own writes only
const refusal = z.object({
  owner: userId,
  input: z.string(),
  category: z.enum(CATEGORIES),
  words: z.string(),
  text: z.string().exactOptional(),
  at: z.int(),
  appeal: z
    .object({
      comment: z.string(),
      at: z.int(),
      answer: z.object({ isGranted: z.boolean(), by: userId, at: z.int() }).exactOptional(),
    })
    .exactOptional(),
});
/** `waitingSince` and `until` are stored for the indexes only. */
const storedRefusal = refusal.extend({ waitingSince: z.int().nullable(), until: z.int().nullable() });
type StoredRefusal = z.infer<typeof storedRefusal>;

const stored = (of: Refusal): StoredRefusal => ({
  ...of,
  waitingSince: of.appeal !== undefined && of.appeal.answer === undefined ? of.appeal.at : null,
  until: endOf(of) ?? null,
});
const unstored = ({ waitingSince: _since, until: _until, ...of }: StoredRefusal): Refusal => of;
const readable = (found: Versioned<StoredRefusal>): Versioned<Refusal> => ({
  ...found,
  document: unstored(found.document),
});

const newsOf = (id: string, before: Refusal | undefined, after: Refusal): readonly OutboxMessage[] =>
  after.appeal?.answer === undefined || before?.appeal?.answer !== undefined
    ? []
    : [{ id: `${id}.answered.${after.appeal.answer.at}`, type: REFUSAL_ANSWERED, data: { refusalId: id } }];

/**
 * Refused texts, one document for each user, category and text. What follows from an answer is a message of the same
 * write.
 * @throws StoreUnavailable, DocumentContended from every call
 */
export class RefusalStore {
  private constructor(private readonly refusals: Collection<StoredRefusal>) {}

  /** Opens the collection `text_refusals_v1`. */
  static async open(documents: DocumentStore): Promise<RefusalStore> {
    return new RefusalStore(
      await documents.collection(
        { name: 'text_refusals_v1', indexes: [['waitingSince'], ['owner', 'at'], ['until']] },
        (value) => storedRefusal.parse(value),
      ),
    );
  }

  async find(id: string): Promise<Refusal | undefined> {
    const found = await this.refusals.get(id);
    return found && unstored(found.document);
  }

  /**
   * Writes what `change` makes of a refusal, unless it is the same object.
   * @returns the refusal afterwards
   */
  keep(id: string, change: (known: Refusal | undefined) => Refusal): Promise<Refusal> {
    return decide<StoredRefusal, Refusal>(this.refusals, id, (found) => {
      const known = found && unstored(found.document);
      const next = change(known);
      return next === known ? { answer: next } : { answer: next, write: { document: stored(next) } };
    });
  }

  /**
   * Applies a decision to a refusal that has not ended.
   * @returns the refusal afterwards, or the error of `change`; REFUSAL_NOT_FOUND
   */
  change(
    id: string,
    now: Millis,
    change: (known: Refusal) => Result<Refusal, RefusalError>,
  ): Promise<Result<Refusal, RefusalError>> {
    return decide<StoredRefusal, Result<Refusal, RefusalError>>(this.refusals, id, (found) => {
      const known = found && unstored(found.document);
      if (known === undefined || hasEnded(known, now)) return { answer: err('REFUSAL_NOT_FOUND') };
      const next = change(known);
      return next.ok && next.value !== known
        ? { answer: next, write: { document: stored(next.value), outbox: newsOf(id, known, next.value) } }
        : { answer: next };
    });
  }

  /** Appeals that wait for an administrator, longest wait first. @throws InvalidCursor */
  async waiting(limit: number, after?: string): Promise<Page<Refusal>> {
    const { items, next } = await this.refusals.find({
      range: { field: 'waitingSince', above: 0 },
      order: { field: 'waitingSince', direction: 'ascending' },
      limit,
      ...defined({ after }),
    });
    return { items: items.map(readable), ...defined({ next }) };
  }

  /** Refusals of a user, newest first. @throws InvalidCursor */
  async newestOf(owner: UserId, limit: number, after?: string): Promise<Page<Refusal>> {
    const { items, next } = await this.refusals.find({
      where: { owner },
      order: { field: 'at', direction: 'descending' },
      limit,
      ...defined({ after }),
    });
    return { items: items.map(readable), ...defined({ next }) };
  }

  /** All refusals of a user. */
  async *of(owner: UserId): AsyncGenerator<Versioned<Refusal>, void, undefined> {
    for await (const found of pages(this.refusals, { where: { owner }, limit: 500 })) yield readable(found);
  }

  /** Deletes all refusals of a user. Idempotent. */
  async forget(owner: UserId): Promise<void> {
    await deleteWhere(this.refusals, { where: { owner } });
  }

  /** Deletes what has ended. */
  async sweep(now: Millis): Promise<void> {
    await deleteWhere(this.refusals, { range: { field: 'until', below: now + 1 } });
  }
}
