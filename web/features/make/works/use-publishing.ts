import type { TaskView } from '@src/creation/tasks/task.shared';
import { coverPopup } from '@/lib/popups/queue';
import { useVisitor } from '@/lib/session/store';

/** The way to show one of a creation's results to everybody, or to see how that stands. */
export interface Publishing {
  /** What was published or handed in before. */
  readonly work: Extract<TaskView['outputs'][number], { state: 'ready' }>['work'];
  readonly ask: () => void;
}

/** How one of a creation's results is published; a visitor is asked to sign in first. @returns nothing where nothing was made */
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
