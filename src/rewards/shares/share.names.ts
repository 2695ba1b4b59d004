import type { NamesWorks } from '../../credits/index.js';
import { readWorkId } from '../../creation/publishing/work.shared.js';
import { readShareGrant } from './share.js';

/**
 * Names of the works behind an author's shares, on the author's statement.
 * @param taskNames of creations by task id
 */
export function shareNames(taskNames: NamesWorks): NamesWorks {
  return async (owner, ids) => {
    const read = ids.flatMap((id) => {
      const taskId = readWorkId(readShareGrant(id)?.workId ?? '')?.taskId;
      return taskId === undefined ? [] : [{ id, taskId }];
    });
    if (read.length === 0) return new Map();
    const named = await taskNames(owner, [...new Set(read.map(({ taskId }) => taskId))]);
    return new Map(
      read.flatMap(({ id, taskId }) => {
        const work = named.get(taskId);
        return work === undefined ? [] : [[id, { ...work, taskId }] as const];
      }),
    );
  };
}
