import { NOTICES_PAGE, type NoticePage, type NoticesRead } from '@src/identity/notices/notices.shared';
import { presenceNow } from '@/lib/session/presence/presence';
import { client, queryClient, trpc } from '@/lib/trpc/client';
import { billingChanged } from './billing';
import {
  markPageRead,
  markPagesRead,
  seenHere,
  hasNewPlanNotice,
  withFirstPage,
  type NoticePages,
} from './notice-pages';

export const NOTICES_INPUT = { limit: NOTICES_PAGE } as const;

const listKey = () => trpc.notices.list.infiniteQueryKey(NOTICES_INPUT);

/** Whether the user is looking at this tab. */
const isLookedAt = (): boolean => document.visibilityState === 'visible' && presenceNow() !== 'idle';

/**
 * Caches a first page from a live update. Notices whose cause the user sees on this page are marked as read at once.
 */
export function putNotices(page: NoticePage): void {
  const ids = isLookedAt() ? seenHere(page, window.location.pathname) : [];
  const shown = ids.length === 0 ? page : markPageRead(page, { ids: [...ids] });
  if (hasNewPlanNotice(queryClient.getQueryData<NoticePages>(listKey()), page)) void billingChanged();
  queryClient.setQueryData<NoticePages>(listKey(), (known) => withFirstPage(known, shown));
  // After a failure, the next page from a live update tries again.
  if (ids.length > 0) client.notices.read.mutate({ ids: [...ids] }).catch(() => undefined);
}

/** Marks notices as read in the cache. The server notifies the other tabs. */
export function markRead(what: NoticesRead): void {
  queryClient.setQueryData<NoticePages>(listKey(), (known) =>
    known === undefined ? undefined : markPagesRead(known, what),
  );
}

/** Refetches the notices. */
export function refreshNotices(): void {
  void queryClient.invalidateQueries({ queryKey: listKey() });
}
