import { USER_PURGED, userLeftData, VISITOR_MERGED, visitorMergedData } from '../../identity/index.js';
import type { MessageConsumer } from '../../platform/documents/relay.js';
import { REFUSAL_ANSWERED, refusalNews, type RefusalStore } from './refusal.store.js';
import type { Refusals } from './refusals.js';

export interface RefusalPolicyDeps {
  readonly service: Pick<Refusals, 'follow'>;
  readonly refusals: Pick<RefusalStore, 'forget'>;
}

/**
 * Policies on stored messages: authors are notified of answers, and the refusals of a purged user are deleted, as those
 * of a visitor who has signed in to another account: only members appeal.
 */
export function refusalPolicies({ service, refusals }: RefusalPolicyDeps): readonly MessageConsumer[] {
  return [
    {
      name: 'creation.follow-refusals',
      types: [REFUSAL_ANSWERED],
      handle: ({ data }) => service.follow(refusalNews.parse(data).refusalId),
    },
    {
      name: 'creation.purge-refusals',
      types: [USER_PURGED, VISITOR_MERGED],
      handle: ({ type, data }) =>
        refusals.forget(type === USER_PURGED ? userLeftData.parse(data).userId : visitorMergedData.parse(data).from),
    },
  ];
}
