import { helpOf } from '@src/creation/tasks/failure.shared';
import { SOURCE_ROLES, type SourceRole } from '@src/creation/procedures/params.shared';
import type { TaskView } from '@src/creation/tasks/task.shared';
import { ofSources, type Given } from '@/features/make/create/draft/given-inputs';

/** The input of a failed creation that a crop would make acceptable. */
export interface Croppable {
  readonly role: SourceRole;
  readonly given: Given;
}

/** The image to crop for a creation to succeed. Undefined if a crop does not help, or the input was a video. */
export function croppableOf(task: Pick<TaskView, 'id' | 'error' | 'sources'>): Croppable | undefined {
  if (task.error === undefined || helpOf(task.error) !== 'crop') return undefined;
  const role = SOURCE_ROLES.find((one) => one === task.error?.params['input']);
  const given = role === undefined ? undefined : ofSources(task)[role];
  return role === undefined || given?.kind !== 'image' ? undefined : { role, given };
}
