import { NOTICES_PAGE, type NoticePage, type NoticesRead } from '@src/identity/notices/notices.shared';
import { presenceNow } from '@/lib/session/presence';
import { client, queryClient, trpc } from '@/lib/trpc/client';
import { billingChanged } from './billing';
import { markPageRead, markPagesRead, seenHere, hasNewPlanNotice, withFirstPage, type NoticePages } from './notice-pages';

export const NOTICES_INPUT = { limit: NOTICES_PAGE } as const;

const listKey = () => trpc.notices.list.infiniteQueryKey(NOTICES_INPUT);

/** Whether somebody looks at this tab. */
const isLookedAt = (): boolean => document.visibilityState === 'visible' && presenceNow() !== 'idle';

/** Takes in a first page that has come live. What whoever is here sees the cause of is no news to them: it is read at once. */
export function putNotices(page: NoticePage): void {
  const ids = isLookedAt() ? seenHere(page, window.location.pathname) : [];
  const shown = ids.length === 0 ? page : markPageRead(page, { ids: [...ids] });
  if (hasNewPlanNotice(queryClient.getQueryData<NoticePages>(listKey()), page)) void billingChanged();
  queryClient.setQueryData<NoticePages>(listKey(), (known) => withFirstPage(known, shown));
  // What cannot be told now is told again with the next page that comes.
  if (ids.length > 0) client.notices.read.mutate({ ids: [...ids] }).catch(() => undefined);
}

/** Marks as read in the cache; the server tells the other tabs. */
export function markRead(what: NoticesRead): void {
  queryClient.setQueryData<NoticePages>(listKey(), (known) => (known === undefined ? undefined : markPagesRead(known, what)));
}

/** Asks for the notices anew. */
export function refreshNotices(): void {
  void queryClient.invalidateQueries({ queryKey: listKey() });
}
