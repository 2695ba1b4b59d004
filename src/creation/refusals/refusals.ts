import type { NewNotice } from '../../identity/index.js';
import type { Clock } from '../../kernel/clock.js';
import { defined } from '../../kernel/defined.shared.js';
import { productError, type ProductError } from '../../kernel/errors.shared.js';
import type { UserId } from '../../kernel/ids.js';
import { err, ok, type Result } from '../../kernel/result.js';
import { allowed } from '../../platform/rate-limit/allowed.js';
import type { RateLimit } from '../../platform/rate-limit/port.js';
import {
  answerAppeal,
  appealRefusal,
  appealStateOf,
  endOf,
  hasEnded,
  type Refusal,
  type RefusalError,
} from './refusal.js';
import type { RefusalAppealPage, RefusalPage, RefusalView } from './refusal.shared.js';
import type { RefusalStore } from './refusal.store.js';

export interface RefusalsDeps {
  readonly refusals: RefusalStore;
  readonly rateLimit: Pick<RateLimit, 'take'>;
  readonly clock: Clock;
  readonly notify: (notice: NewNotice) => Promise<unknown>;
}

/** Appeals of one user. */
const APPEALS = { limit: 10, windowMs: 86_400_000 } as const;

/**
 * Appeals against refused texts, and their answers.
 * @throws StoreUnavailable from every call
 */
export class Refusals {
  constructor(private readonly deps: RefusalsDeps) {}

  /**
   * Appeals against a refusal of the caller's text, once. Costs nothing.
   * @returns REFUSAL_NOT_FOUND, APPEAL_NOT_POSSIBLE, APPEAL_ALREADY_EXISTS, TOO_MANY_ATTEMPTS {seconds}
   */
  async appeal(author: UserId, id: string, comment: string): Promise<Result<void, ProductError>> {
    const rate = await allowed(this.deps.rateLimit, `appeal-refusal:${author}`, APPEALS);
    if (!rate.ok) return rate;
    const now = this.deps.clock.now();
    return answered(
      await this.deps.refusals.change(id, now, (known) =>
        known.owner === author ? appealRefusal(known, comment, now) : err('REFUSAL_NOT_FOUND'),
      ),
    );
  }

  /**
   * An administrator's answer to an appeal. Its author is notified.
   * @returns REFUSAL_NOT_FOUND, SECOND_PERSON for one's own, REPORT_ALREADY_HANDLED
   */
  async answer(moderator: UserId, id: string, isGranted: boolean): Promise<Result<void, ProductError>> {
    const now = this.deps.clock.now();
    const changed = await this.deps.refusals.change(id, now, (known) => answerAppeal(known, isGranted, moderator, now));
    if (changed.ok) await this.follow(id);
    return answered(changed);
  }

  /** Notifies the author of an answer. Repeatable. */
  async follow(id: string): Promise<void> {
    const known = await this.deps.refusals.find(id);
    const answer = known?.appeal?.answer;
    if (known === undefined || answer === undefined) return;
    await this.deps.notify({
      userId: known.owner,
      cause: `${id}.${answer.at}`,
      at: answer.at,
      content: { kind: 'refusal-answered', refusalId: id, granted: answer.isGranted },
    });
  }

  /** Appeals that wait, longest wait first. @throws InvalidCursor */
  async waiting(moderator: UserId, limit: number, after?: string): Promise<RefusalAppealPage> {
    const { items, next } = await this.deps.refusals.waiting(limit, after);
    const appeals = items.flatMap(({ id, document: { owner, input, category, words, text, appeal } }) =>
      text === undefined || appeal === undefined
        ? []
        : [
            {
              id,
              input,
              category,
              words,
              text,
              comment: appeal.comment,
              appealedAt: appeal.at,
              isOwn: owner === moderator,
            },
          ],
    );
    return { appeals, ...defined({ next }) };
  }

  /** The caller's refused texts that are still kept, newest first. @throws InvalidCursor */
  async own(author: UserId, limit: number, after?: string): Promise<RefusalPage> {
    const now = this.deps.clock.now();
    const { items, next } = await this.deps.refusals.newestOf(author, limit, after);
    const refusals = items.flatMap(({ id, document }) => (hasEnded(document, now) ? [] : [viewRefusal(id, document)]));
    return { refusals, ...defined({ next }) };
  }
}

/** A refusal as its author sees it. */
export function viewRefusal(id: string, of: Refusal): RefusalView {
  const { input, category, words, at, appeal } = of;
  const state = appealStateOf(of);
  return {
    id,
    input,
    category,
    words,
    at,
    appeal: state,
    ...defined({ answeredAt: appeal?.answer?.at, until: state === 'granted' ? endOf(of) : undefined }),
  };
}

const answered = (changed: Result<Refusal, RefusalError>): Result<void, ProductError> =>
  changed.ok
    ? ok(undefined)
    : err(productError(changed.error, changed.error === 'APPEAL_NOT_POSSIBLE' ? { reason: 'never' } : {}));
