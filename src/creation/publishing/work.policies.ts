import type { TaskId, UserId } from '../../kernel/ids.js';
import type { MessageConsumer } from '../../platform/documents/relay.js';
import { USER_DELETED_MESSAGE, userLeftData, type NewNotice } from '../../identity/index.js';
import type { Task } from '../tasks/task.state.js';
import { HOUSE } from './authors.js';
import type { TaskStore } from '../tasks/task.store.js';
import {
  publicationOf,
  WORK_PUBLISHED,
  WORK_REJECTED,
  WORK_WITHDRAWN,
  workNews,
  type WorkNews,
} from './work.stored.js';
import type { Works } from './works.js';

export interface WorkPolicyDeps {
  readonly tasks: Pick<TaskStore, 'get'>;
  readonly works: Pick<Works, 'withdrawAll'>;
  /** Whether a user has left and not come back since. */
  readonly hasLeft: (id: UserId) => Promise<boolean>;
  readonly notify: (notice: NewNotice) => Promise<unknown>;
}

/**
 * Notice to an owner about a moderator's decision; none for their own actions, if the decision has changed since, or to
 * the house, which reads none.
 */
function workNotice(task: Task, { workId, index, round }: WorkNews): NewNotice | undefined {
  const publication = publicationOf(task, index);
  if (task.hidden || publication === undefined || publication.round !== round || task.owner === HOUSE) return undefined;
  const { owner: userId, media, id: taskId } = task;
  const cause = `work.${workId}.${round}.${publication.status}`;
  switch (publication.status) {
    case 'published':
      return { userId, cause, at: publication.publishedAt, content: { kind: 'work-published', workId, media } };
    case 'rejected':
      return {
        userId,
        cause,
        at: publication.decidedAt,
        content: { kind: 'work-rejected', taskId, media, reason: publication.reason },
      };
    case 'removed':
      return {
        userId,
        // A restored work may be removed again.
        cause: `${cause}.${publication.decidedAt}`,
        at: publication.decidedAt,
        content: { kind: 'work-removed', taskId, media, reason: publication.reason },
      };
    case 'private':
    case 'in_review':
    case 'unpublished':
      return undefined;
    default:
      return publication satisfies never;
  }
}

/**
 * Policies of works on stored messages: owners are notified of decisions, and works of a user who leaves are withdrawn.
 */
export function workPolicies({ tasks, works, hasLeft, notify }: WorkPolicyDeps): readonly MessageConsumer[] {
  return [
    {
      name: 'creation.work-notices',
      types: [WORK_PUBLISHED, WORK_REJECTED, WORK_WITHDRAWN],
      handle: async ({ data }) => {
        const news = workNews.parse(data);
        // The id comes from our own message.
        const task = await tasks.get(news.taskId as TaskId);
        const notice = task && workNotice(task.document, news);
        if (notice !== undefined) await notify(notice);
      },
    },
    {
      name: 'creation.works-of-the-departed',
      types: [USER_DELETED_MESSAGE],
      handle: async ({ data }) => {
        const { userId } = userLeftData.parse(data);
        if (await hasLeft(userId)) await works.withdrawAll(userId);
      },
    },
  ];
}
