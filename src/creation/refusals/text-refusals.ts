import type { Clock } from '../../kernel/clock.js';
import { productError, type ProductError } from '../../kernel/errors.shared.js';
import type { UserId } from '../../kernel/ids.js';
import { readCategory } from '../../moderation/index.js';
import { appealStateOf, isExcepted, newRefusal, refusalIdOf, refusedAgain } from './refusal.js';
import type { RefusalStore } from './refusal.store.js';

/**
 * Keeps the refusal of a user's text, so that it can be quoted and appealed against.
 * @param refused SENSITIVE_TEXT {input, category, words?} of Moderation
 * @returns it with {refusal, appeal}: the refusal's id, and an `AppealState`; undefined if the text is let through,
 *   because an appeal was granted
 * @throws StoreUnavailable, DocumentContended
 */
export type RefuseText = (owner: UserId, refused: ProductError, text: string) => Promise<ProductError | undefined>;

/** `RefuseText` over the stored refusals. */
export function createRefuseText(refusals: Pick<RefusalStore, 'keep'>, clock: Clock): RefuseText {
  return async (owner, refused, text) => {
    const category = readCategory(refused.params['category']);
    if (category === undefined) return refused;
    const now = clock.now();
    const id = refusalIdOf(owner, category, text);
    const given = {
      input: String(refused.params['input'] ?? 'prompt'),
      category,
      words: String(refused.params['words'] ?? ''),
      text,
    };
    const kept = await refusals.keep(id, (known) =>
      known === undefined ? newRefusal(owner, given, now) : refusedAgain(known, given, now),
    );
    if (isExcepted(kept, now)) return undefined;
    return productError(refused.identifier, { ...refused.params, refusal: id, appeal: appealStateOf(kept) });
  };
}
