import { z } from 'zod';
import type { NewNotice } from '../../identity/index.js';
import type { BlobHash, Blobs } from '../../platform/blobs/port.js';
import type { MessageConsumer } from '../../platform/documents/relay.js';
import { StoreUnavailable } from '../../platform/unavailable.js';
import { endNotice } from './notice.js';
import { settleTask, type SettleDeps } from './submit/settle.js';
import type { TaskId } from './task.js';
import { IMAGES_DROPPED, TASK_FINISHED } from './task.store.js';

export interface TaskPolicyDeps extends SettleDeps {
  readonly blobs: Pick<Blobs, 'removeReference'>;
  readonly notify: (notice: NewNotice) => Promise<unknown>;
}

// Written by our own store, so ids and names need no check.
const finished = z.object({ taskId: z.custom<TaskId>((value) => typeof value === 'string') });
const dropped = z.object({
  pictures: z.array(
    z.object({ hash: z.custom<BlobHash>((value) => typeof value === 'string'), reference: z.string() }),
  ),
});

/** The task of a `TaskFinished` message. */
export const finishedTask = (data: unknown): TaskId => finished.parse(data).taskId;

/** Policies on stored messages: settle ended tasks, notify their owners, and remove dropped images. */
export function taskPolicies(deps: TaskPolicyDeps): readonly MessageConsumer[] {
  return [
    {
      name: 'creation.settle',
      types: [TASK_FINISHED],
      handle: async ({ data }) => {
        if ((await settleTask(deps, finishedTask(data))) === 'again')
          throw new StoreUnavailable('event store', 'failed', 'an ended task could not be settled');
      },
    },
    {
      name: 'creation.pictures',
      types: [IMAGES_DROPPED],
      handle: async ({ data }) => {
        for (const { hash, reference } of dropped.parse(data).pictures)
          await deps.blobs.removeReference(hash, reference);
      },
    },
    {
      name: 'creation.notices',
      types: [TASK_FINISHED],
      handle: async ({ data }) => {
        const task = await deps.tasks.get(finishedTask(data));
        const notice = task && endNotice(task.document);
        if (notice !== undefined) await deps.notify(notice);
      },
    },
  ];
}
