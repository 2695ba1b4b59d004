import type { MessageConsumer } from '../../platform/documents/relay.js';
import { USER_PURGED, USER_RENAMED, userLeftData } from '../../identity/index.js';
import { WORK_PUBLISHED, WORK_VISIBILITY_CHANGED, WORK_WITHDRAWN, workNews } from '../publishing/work.stored.js';
import type { Explore } from './explore.js';
import { likeNews, LIKES_CHANGED } from './mark.store.js';

export interface ExplorePolicyDeps {
  readonly explore: Pick<Explore, 'refresh' | 'refreshAuthor' | 'clear'>;
}

/**
 * Policies on stored messages: they keep the read model up to date, and clear the marks of a purged user. A deleted
 * account can be restored, so its marks stay until then.
 */
export function explorePolicies({ explore }: ExplorePolicyDeps): readonly MessageConsumer[] {
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
      name: 'creation.explore-names',
      types: [USER_RENAMED],
      handle: ({ data }) => explore.refreshAuthor(userLeftData.parse(data).userId),
    },
    {
      name: 'creation.purge-marks',
      types: [USER_PURGED],
      handle: ({ data }) => explore.clear(userLeftData.parse(data).userId),
    },
  ];
}
