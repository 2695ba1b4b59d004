import type { Clock } from '../../../kernel/clock.js';
import { inSpan, recordSpan } from '../../../platform/telemetry/tracing.js';
import { defined } from '../../../kernel/defined.shared.js';
import { returnDeduction } from './deduction.js';
import { payingAccount, type HoldCommand, type Ledger } from '../ledger.js';
import type { CreationSettings } from '../settings.js';
import type { TaskSignals } from '../signals.js';
import { deductedFor } from '../task.deduction.js';
import { hasEnded, settle, type TaskId } from '../task.js';
import type { EndedTask } from '../task.state.js';
import type { TaskStore } from '../task.store.js';

export interface SettleDeps {
  readonly tasks: TaskStore;
  readonly ledger: Ledger;
  readonly signals: TaskSignals;
  readonly clock: Clock;
  readonly settings: CreationSettings;
}

/**
 * Settles an ended task with the ledger. The price of the delivered outputs is captured and the rest released, or the
 * whole hold is released. Idempotent and safe to run concurrently, because the ledger applies each command once.
 * @returns `again` if the ledger could not answer; `later` if a hold may still be in flight (see `isUnsure`)
 * @throws StoreUnavailable
 */
export async function settleTask(deps: SettleDeps, id: TaskId): Promise<'settled' | 'again' | 'later' | 'nothing'> {
  const task = (await deps.tasks.get(id))?.document;
  if (task === undefined || !hasEnded(task) || task.settlement.state === 'settled') return 'nothing';
  const {
    settlement: { captures, listed },
    traceparent: parent,
  } = task;
  recordSpan('relay', task.finishedAt, deps.clock.now(), { parent });
  return inSpan('settle', () => settleEnded(deps, task, captures, listed), { parent });
}

/**
 * @param due whole credits to capture; undefined to release the hold
 * @param listed price of what was free, for the record
 */
async function settleEnded(
  { tasks, ledger, clock, signals, settings }: SettleDeps,
  task: EndedTask,
  due: number,
  listed: number | undefined,
): Promise<'settled' | 'again' | 'later' | 'nothing'> {
  const { id } = task;
  const command = holdCommandOf(task, due, listed);
  const settled =
    command === undefined ? undefined : await ledger.change(payingAccount(task), id, command, clock.now());
  if (settled !== undefined && !settled.ok && settled.error.identifier === 'TRY_AGAIN') return 'again';
  // After the release, so that no two open holds deduct the same draft.
  if (task.status !== 'succeeded') await returnDeduction({ tasks, signals }, task, clock.now());
  if (isUnsure(task, clock.now(), settings)) return 'later';
  // A refused capture means that there is no hold. The result stays delivered, and no one pays twice for it.
  const isTaken = due > 0 && settled?.ok === true;
  const note = due > 0 && !isTaken ? 'no-hold' : undefined;
  const written = await tasks.change(id, (now) => settle(now, clock.now(), isTaken ? due : 0, note));
  if (!written.ok) return 'nothing';
  signals.changed(task, 'document');
  return 'settled';
}

/** The ledger command for an ended task; undefined if nothing was held and nothing is to be recorded. */
function holdCommandOf(task: EndedTask, due: number, listed: number | undefined): HoldCommand | undefined {
  if (listed !== undefined) return { type: 'usage', listPrice: listed, ...defined({ deducted: deductedFor(task) }) };
  if (task.price.amount === 0) return undefined;
  return due > 0 ? { type: 'capture', amount: due } : { type: 'release', reason: reasonOf(task) };
}

/** Whether a hold that was in flight when the task ended may still arrive. The release is then sent again later. */
export function isUnsure(task: EndedTask, now: number, settings: CreationSettings): boolean {
  return task.unsureHold && now < task.finishedAt + settings.requestLifeMs;
}

function reasonOf(task: EndedTask): 'failed' | 'canceled' | 'expired' | 'refused' {
  switch (task.status) {
    case 'canceled':
      return task.reason === 'deadline' ? 'expired' : 'canceled';
    case 'failed':
      return task.hidden ? 'refused' : 'failed';
    case 'succeeded':
      return 'failed';
    default:
      return task satisfies never;
  }
}
