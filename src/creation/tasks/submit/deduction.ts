import { canonicalJson } from '../../../kernel/event-sourcing/canonical.js';
import { productError, type ProductError } from '../../../kernel/errors.shared.js';
import type { TaskId } from '../../../kernel/ids.js';
import { err, ok, type Result } from '../../../kernel/result.js';
import { isRemoteModel } from '../../engines/model-id.shared.js';
import { haveSamePayer } from '../ledger.js';
import { deductFrom, deductibleOf, restoreDeduction } from '../task.deduction.js';
import { outputSeed } from '../task.js';
import type { Reserving, Source, Task } from '../task.state.js';
import type { TaskSignals } from '../signals.js';
import type { TaskStore } from '../task.store.js';
import type { Millis } from '../../../kernel/clock.js';

/** The price of a draft, deducted from its final once (adr/0092). */

/** The parts of a request that a draft and its final have in common. */
type Comparable = Pick<Task, 'input' | 'params'> & { readonly sources: readonly Pick<Source, 'role' | 'hash'>[] };

const recipeOf = ({ input: { prompt, negativePrompt }, params, sources }: Comparable): string =>
  canonicalJson({ prompt, negativePrompt, params, sources: sources.map(({ role, hash }) => ({ role, hash })) });

/** Whether a final repeats some or all outputs of a draft: same words, settings and sources, and seeds of the draft. */
function repeats(final: Comparable, draft: Comparable): boolean {
  const first = Array.from({ length: draft.input.count }, (_, index) => outputSeed(draft.input.seed, index)).indexOf(
    final.input.seed,
  );
  return first >= 0 && first + final.input.count <= draft.input.count && recipeOf(final) === recipeOf(draft);
}

/**
 * The credits that a final deducts for the draft that it names: the price of the outputs that it repeats. One credit is
 * left, which only grants for all models may pay, so that free credits alone never start an engine that bills the
 * operator.
 * @param draft what the final names; undefined if it does not exist
 * @param price of the final, whole credits
 * @returns 0 unless the local engine made the draft, the final repeats it, and its price was paid and not deducted yet
 */
export function deductionFor(
  final: Comparable & Pick<Task, 'owner' | 'payer' | 'paysWith'>,
  draft: Task | undefined,
  price: number,
): number {
  if (draft === undefined || !haveSamePayer(draft, final) || draft.owner !== final.owner) return 0;
  const isDraftOfIt = isRemoteModel(final.input.model) && !isRemoteModel(draft.input.model) && repeats(final, draft);
  if (!isDraftOfIt) return 0;
  const repeated = draft.price.base + final.input.count * draft.price.perOutput;
  return Math.max(0, Math.min(deductibleOf(draft), repeated, price - 1));
}

interface DeductionDeps {
  readonly tasks: Pick<TaskStore, 'change'>;
  readonly signals: Pick<TaskSignals, 'changed'>;
}

/**
 * Reserves the draft for its final, before the hold. Idempotent.
 * @returns PRICE_CHANGED with the full price if another final deducts the draft, or it was deleted
 * @throws StoreUnavailable
 */
export async function claimDeduction(
  { tasks, signals }: DeductionDeps,
  final: Reserving,
  at: Millis,
): Promise<Result<void, ProductError>> {
  const { deduction, price } = final;
  if (deduction === undefined) return ok(undefined);
  const claimed = await tasks.change(deduction.draft, (draft) => deductFrom(draft, final, deduction.amount, at));
  if (!claimed.ok)
    return err(productError('PRICE_CHANGED', { amount: price.amount + deduction.amount, priceVersion: price.version }));
  signals.changed(claimed.value.document, 'document');
  return ok(undefined);
}

/**
 * Returns the deduction of a final that delivered nothing, so that another final can use it. Idempotent.
 * @throws StoreUnavailable
 */
export async function returnDeduction(
  { tasks, signals }: DeductionDeps,
  final: { readonly id: TaskId; readonly deduction?: Task['deduction'] },
  at: Millis,
): Promise<void> {
  if (final.deduction === undefined) return;
  const returned = await tasks.change(final.deduction.draft, (draft) => restoreDeduction(draft, final.id, at));
  // A refusal means that the draft is gone or belongs to another final: there is nothing to return.
  if (returned.ok) signals.changed(returned.value.document, 'document');
}
