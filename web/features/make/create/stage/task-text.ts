import { useTranslations } from 'next-intl';
import type { TaskView } from '@src/creation/tasks/task.shared';
import { toolOf } from '../form/tools';

/** The title of a task: its prompt, or the name of the tool if it has none. */
export function useTaskTitle(): (task: Pick<TaskView, 'procedure' | 'input'>) => string {
  const t = useTranslations('image.titles');
  return ({ procedure, input }) => (input.prompt === '' ? t(toolOf(procedure).id) : input.prompt);
}

/** The message group for a task's status: images from words, images from images, or videos. */
export function statusWords({
  procedure,
  media,
}: Pick<TaskView, 'procedure' | 'media'>): 'status' | 'toolStatus' | 'videoStatus' {
  if (media === 'video') return 'videoStatus';
  return procedure === 'text2Image.create' ? 'status' : 'toolStatus';
}
