import { defined } from '../../kernel/defined.shared.js';
import type { NamesWorks } from '../../credits/index.js';
import type { TaskId } from './task.js';
import type { TaskStore } from './task.store.js';
import type { TaskViewer } from './viewer.js';

/** Names of tasks on their owner's statement. A hold's id is its task's id. */
export function taskNames({
  tasks,
  viewer,
}: {
  readonly tasks: Pick<TaskStore, 'getMany'>;
  readonly viewer: Pick<TaskViewer, 'view'>;
}): NamesWorks {
  return async (owner, ids) => {
    // Only a lookup: other ids find nothing.
    const found = await tasks.getMany(ids as readonly TaskId[]);
    const own = found.filter(({ document }) => document.owner === owner && !document.hidden);
    return new Map(
      own.map((task) => {
        const { id, media, input, outputs, error } = viewer.view(task);
        const ready = outputs.find((output) => output.state === 'ready');
        return [
          id,
          {
            title: input.prompt,
            media,
            ...(ready === undefined ? {} : { picture: `${ready.url}?w=320` }),
            ...defined({ error }),
          },
        ];
      }),
    );
  };
}
