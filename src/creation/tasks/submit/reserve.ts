import type { Clock } from '../../../kernel/clock.js';
import { defined } from '../../../kernel/defined.shared.js';
import { productError, type ProductError } from '../../../kernel/errors.shared.js';
import { err, ok, type Result } from '../../../kernel/result.js';
import type { Versioned } from '../../../platform/documents/port.js';
import type { Blobs } from '../../../platform/blobs/port.js';
import { claimDeduction, returnDeduction } from './deduction.js';
import type { DailyQuota } from './daily-quota.js';
import { payingAccount, type Ledger } from '../ledger.js';
import type { CreationSettings } from '../settings.js';
import type { TaskSignals } from '../signals.js';
import { kindOf } from '../../procedures/params.shared.js';
import { sourceGoneError } from './sources.js';
import { deductedFor } from '../task.deduction.js';
import { enqueue, hasEnded, refuse, withPoster } from '../task.js';
import type { Reserving, Source, Task } from '../task.state.js';
import type { TaskStore } from '../task.store.js';

export interface ReserveDeps {
  readonly tasks: TaskStore;
  readonly freeVideos: Pick<DailyQuota, 'take'>;
  readonly relaxed: Pick<DailyQuota, 'take'>;
  readonly drafts: Pick<DailyQuota, 'take'>;
  readonly blobs: Pick<Blobs, 'addReference' | 'removeReference'>;
  readonly ledger: Ledger;
  readonly signals: TaskSignals;
  readonly clock: Clock;
  readonly settings: CreationSettings;
}

/**
 * Advances a reserving task: references to its sources, then its daily quota, then the deduction of its draft, then the
 * hold, then `queued`. The
 * document holds all the state and each step is idempotent, so the submitting caller, a repeated request and the
 * sweeper can all do it, even at once.
 * @param version of the task's document, if known; it saves a read before the step to the queue
 * @returns the task as it is now (it may have been cancelled meanwhile), or why the hold was refused
 * @throws StoreUnavailable; the task is left for the sweeper
 */
export async function finishReserving(
  deps: ReserveDeps,
  task: Reserving,
  version?: number,
): Promise<Result<Versioned<Task>, ProductError>> {
  const { tasks, ledger, clock, settings, signals } = deps;
  const kept = await keepSources(deps, task);
  const counted = kept.ok ? await count(deps, task) : kept;
  const claimed = counted.ok ? await claimDeduction(deps, task, clock.now()) : counted;
  const held = !claimed.ok
    ? claimed
    : task.price.amount === 0
      ? ok(undefined)
      : await ledger.change(
          payingAccount(task),
          task.id,
          {
            type: 'hold',
            amount: task.price.amount,
            eligibility: task.eligibility,
            expiresAt: task.deadlineAt + settings.holdMarginMs,
            ...defined({ deducted: deductedFor(task), surcharge: task.surcharge }),
          },
          clock.now(),
        );
  if (!held.ok && held.error.identifier === 'TRY_AGAIN') return held;
  const known = version === undefined ? undefined : { id: task.id, version, document: task };
  const next = await tasks.change(
    task.id,
    (now) => (held.ok ? enqueue(now, clock.now(), held.value) : refuse(now, clock.now(), held.error)),
    known,
  );
  if (next.ok) {
    signals.changed(task, 'document');
    // At once, so that the next press deducts again.
    if (!held.ok) await returnDeduction(deps, task, clock.now());
    return held.ok ? next : held;
  }
  const current = await tasks.get(task.id);
  if (current === undefined || current.document.sources.length < task.sources.length) await letGo(deps, task);
  if (current === undefined) return err(productError('TASK_NOT_FOUND'));
  // The task ended while the hold was in flight. The release may have come first and found no hold.
  if (hasEnded(current.document) && task.price.amount > 0 && held.ok && current.document.unsureHold) {
    await ledger.change(payingAccount(task), task.id, { type: 'release', reason: 'canceled' }, clock.now());
  }
  if (hasEnded(current.document) && current.document.status !== 'succeeded')
    await returnDeduction(deps, task, clock.now());
  return submittedOrRefused(current);
}

/**
 * Takes a reference to each source blob.
 * @returns the error of `sourceGoneError` if one no longer exists
 */
async function keepSources({ blobs }: ReserveDeps, task: Reserving): Promise<Result<void, ProductError>> {
  for (const source of task.sources) {
    for (const { hash, reference } of withPoster(source)) {
      if (!(await blobs.addReference(hash, reference))) return err(missing(source));
    }
  }
  return ok(undefined);
}

const missing = ({ role, type }: Source): ProductError => sourceGoneError(kindOf(type), role);

/**
 * @returns USER_VIDEO_LIMIT if the payer has used up the day's videos; PRICE_CHANGED with the full price if they have
 * used up the day's free creations or free drafts
 */
async function count(
  { freeVideos, relaxed: places, drafts }: ReserveDeps,
  { payer, id, videosADay, relaxed, draft, price, createdAt }: Reserving,
): Promise<Result<void, ProductError>> {
  if (videosADay !== undefined && !(await freeVideos.take(payer, id, videosADay, createdAt))) {
    return err(productError('USER_VIDEO_LIMIT', { appName: 'kinora', usageType: 'credits', limit: videosADay }));
  }
  if (draft?.free !== undefined && !(await drafts.take(payer, id, draft.free.aDay, createdAt))) {
    return err(productError('PRICE_CHANGED', { amount: draft.free.amount, priceVersion: price.version }));
  }
  if (relaxed === undefined || (await places.take(payer, id, relaxed.aDay, createdAt))) return ok(undefined);
  return err(productError('PRICE_CHANGED', { amount: relaxed.amount, priceVersion: price.version }));
}

/** The task was deleted while its references were taken, so the deletion may have released them before they existed. */
async function letGo({ blobs }: ReserveDeps, task: Reserving): Promise<void> {
  for (const { hash, reference } of task.sources.flatMap(withPoster)) await blobs.removeReference(hash, reference);
}

/** The answer for a task that exists already; a refused task gives its refusal again. */
export function submittedOrRefused(task: Versioned<Task>): Result<Versioned<Task>, ProductError> {
  const { document } = task;
  return document.status === 'failed' && document.hidden && document.attempt === 0 ? err(document.error) : ok(task);
}
