import type { Clock } from '../../kernel/clock.js';
import type { UserId } from '../../kernel/ids.js';
import type { TaskSignals } from './signals.js';
import { mergeVisitor } from './task.js';
import type { TaskStore } from './task.store.js';

export interface MergeVisitorDeps {
  readonly tasks: TaskStore;
  readonly signals: TaskSignals;
  readonly clock: Clock;
}

/**
 * A visitor has signed in to an account that exists: the works go along. What is in progress
 * continues, at the cost of whoever held for it. Idempotent.
 * @throws StoreUnavailable
 */
export async function mergeVisitorTasks({ tasks, signals, clock }: MergeVisitorDeps, from: UserId, to: UserId): Promise<void> {
  for await (const { document } of tasks.changedSince(from, -1)) {
    const moved = await tasks.change(document.id, (task) => mergeVisitor(task, to, clock.now()));
    if (moved.ok) signals.changed(moved.value.document, 'document');
  }
}
