import type { UserId } from '../../kernel/ids.js';
import type { MessageConsumer } from '../../platform/documents/relay.js';
import { USER_DELETED_MESSAGE, userLeftData } from '../../identity/index.js';
import { WORK_PUBLISHED, WORK_VISIBILITY_CHANGED, WORK_WITHDRAWN, workNews } from '../publishing/work.stored.js';
import type { Explore } from './explore.js';
import { likeNews, LIKES_CHANGED } from './mark.store.js';

export interface ExplorePolicyDeps {
  readonly explore: Pick<Explore, 'refresh' | 'clear'>;
  /** Whether a user has left and not come back since. */
  readonly hasLeft: (id: UserId) => Promise<boolean>;
}

/** Policies on stored messages: they keep the read model up to date, and clear the marks of a user who leaves. */
export function explorePolicies({ explore, hasLeft }: ExplorePolicyDeps): readonly MessageConsumer[] {
  return [
    {
      name: 'creation.explore-feed',
      types: [WORK_PUBLISHED, WORK_WITHDRAWN, WORK_VISIBILITY_CHANGED],
      handle: ({ data }) => explore.refresh(workNews.parse(data).workId),
    },
    {
      name: 'creation.explore-votes',
      types: [LIKES_CHANGED],
      handle: ({ data }) => explore.refresh(likeNews.parse(data).workId),
    },
    {
      name: 'creation.marks-of-the-departed',
      types: [USER_DELETED_MESSAGE],
      handle: async ({ data }) => {
        const { userId } = userLeftData.parse(data);
        if (await hasLeft(userId)) await explore.clear(userId);
      },
    },
  ];
}
