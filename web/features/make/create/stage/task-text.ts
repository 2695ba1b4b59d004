import { useTranslations } from 'next-intl';
import type { TaskView } from '@src/creation/tasks/task.shared';
import { toolOf } from '../form/tools';

/** What a task is called: its prompt, or for one without words what was done. */
export function useTaskTitle(): (task: Pick<TaskView, 'procedure' | 'input'>) => string {
  const t = useTranslations('image.titles');
  return ({ procedure, input }) => (input.prompt === '' ? t(toolOf(procedure).id) : input.prompt);
}

/** Which words tell of a task's state: images from words, images from images, or videos. */
export function statusWords({ procedure, media }: Pick<TaskView, 'procedure' | 'media'>): 'status' | 'toolStatus' | 'videoStatus' {
  if (media === 'video') return 'videoStatus';
  return procedure === 'text2Image.create' ? 'status' : 'toolStatus';
}
