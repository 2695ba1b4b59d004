import type { NewNotice } from '../../identity/index.js';
import { errorOf } from './task.view.js';
import { readyOutputs } from './task.js';
import type { Task } from './task.state.js';

/**
 * The notice to a task's owner when it has succeeded or failed. There is none for a task that continues, was cancelled
 * by its owner, or has been deleted since.
 */
export function endNotice(task: Task): NewNotice | undefined {
  if (task.hidden) return undefined;
  const { id, owner, media } = task;
  switch (task.status) {
    case 'reserving':
    case 'queued':
    case 'processing':
      return undefined;
    case 'succeeded':
      return {
        userId: owner,
        cause: `task.${id}`,
        at: task.finishedAt,
        content: { kind: 'creation-finished', taskId: id, media, count: Math.max(1, readyOutputs(task).length) },
      };
    case 'canceled':
      if (task.reason === 'user') return undefined;
      return {
        userId: owner,
        cause: `task.${id}`,
        at: task.finishedAt,
        content: { kind: 'creation-failed', taskId: id, media, ...errorOf(task) },
      };
    case 'failed':
      return {
        userId: owner,
        cause: `task.${id}`,
        at: task.finishedAt,
        content: { kind: 'creation-failed', taskId: id, media, ...errorOf(task) },
      };
    default:
      return task satisfies never;
  }
}
