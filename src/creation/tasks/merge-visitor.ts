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
 * Moves a visitor's tasks, also those in the trash, to the existing account that they signed in to. Tasks in progress
 * continue and are still paid by the user who holds the credits. Idempotent.
 * @throws StoreUnavailable
 */
export async function mergeVisitorTasks(
  { tasks, signals, clock }: MergeVisitorDeps,
  from: UserId,
  to: UserId,
): Promise<void> {
  for (const isHidden of [false, true]) {
    for await (const { document } of tasks.changedSince(from, -1, isHidden)) {
      const moved = await tasks.change(document.id, (task) => mergeVisitor(task, to, clock.now()));
      if (moved.ok) signals.changed(moved.value.document, 'document');
    }
  }
}
