import type { Millis } from '../../kernel/clock.js';
import type { TaskId } from '../../kernel/ids.js';
import { err, ok, type Result } from '../../kernel/result.js';
import { haveSamePayer } from './ledger.js';
import type { Refusal } from './task.js';
import type { Task } from './task.state.js';

/** Transitions of a draft whose price a final deducts (adr/0092). Pure. */

/**
 * What a final may deduct for this creation: what its owner paid for it, without a surcharge, unless it was deducted
 * before; whole credits.
 */
export function deductibleOf(task: Task): number {
  const isOpen =
    task.status === 'succeeded' && task.deductedFrom === undefined && !task.hidden && task.payer === task.owner;
  if (!isOpen || task.settlement.state !== 'settled') return 0;
  return Math.max(0, task.settlement.captured - (task.surcharge?.amount ?? 0));
}

/** A final's deduction as the ledger records it: the draft's hold has the draft's id. */
export const deductedFor = ({
  deduction,
}: Pick<Task, 'deduction'>): { readonly amount: number; readonly holdId: TaskId } | undefined =>
  deduction && { amount: deduction.amount, holdId: deduction.draft };

/** Records on a draft that this final deducts its price. Idempotent; `not-now` if it has nothing left to deduct. */
export function deductFrom(
  task: Task,
  final: Pick<Task, 'id' | 'payer' | 'paysWith'>,
  amount: number,
  at: Millis,
): Result<Task, Refusal> {
  if (task.deductedFrom === final.id) return ok(task);
  return !haveSamePayer(task, final) || deductibleOf(task) < amount
    ? err('not-now')
    : ok({ ...task, deductedFrom: final.id, changedAt: at });
}

/** Undoes `deductFrom` for a final that delivered nothing. */
export function restoreDeduction(task: Task, final: TaskId, at: Millis): Result<Task, Refusal> {
  const { deductedFrom, ...rest } = task;
  return deductedFrom === final ? ok({ ...rest, changedAt: at }) : err('not-now');
}
