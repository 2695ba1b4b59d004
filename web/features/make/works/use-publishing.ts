import type { TaskView } from '@src/creation/tasks/task.shared';
import { coverPopup } from '@/lib/popups/queue';
import { useVisitor } from '@/lib/session/store';

/** Publishing of one result, and its status. */
export interface Publishing {
  /** The earlier publication or submission. */
  readonly work: Extract<TaskView['outputs'][number], { state: 'ready' }>['work'];
  readonly ask: () => void;
}

/** Publishes one of a creation's results. Asks visitors to sign in first. @returns undefined without a result */
export function usePublishing(task: TaskView, index: number): Publishing | undefined {
  const session = useVisitor();
  const output = task.outputs[index];
  if (task.status !== 'succeeded' || output?.state !== 'ready') return undefined;
  const { work } = output;
  const mayPublish = session.status === 'ready' && session.user.email !== undefined;
  return {
    work,
    ask: () => {
      if (!mayPublish) return coverPopup('tipsSignIn', { about: 'publishing' });
      coverPopup(work === undefined ? 'publish' : 'publishStatus', { taskId: task.id, index });
    },
  };
}
