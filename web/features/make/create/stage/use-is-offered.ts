import { isRemoteModel } from '@src/creation/engines/model-id.shared';
import type { TaskView } from '@src/creation/tasks/task.shared';
import { useModels } from '@/lib/data/account';

/**
 * Whether a creation's model can still be used, as far as is known. One of a connected engine goes when the engine is
 * disconnected.
 */
export function useIsOffered({ procedure, input }: Pick<TaskView, 'procedure' | 'input'>): boolean {
  const { models, isSuccess } = useModels(procedure);
  return !isSuccess || !isRemoteModel(input.model) || models.some(({ id }) => id === input.model);
}
