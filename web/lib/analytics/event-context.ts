import { defined } from '@src/kernel/defined.shared';
import { statusOf } from '@src/analytics/status.shared';
import { newId } from '@/lib/random';
import { PLAN_INPUT } from '@/lib/data/plan';
import { productNow } from '@/lib/product-time';
import { readSession } from '@/lib/session/presence/presence-watch';
import { sessionState } from '@/lib/session/store';
import { queryClient, trpc } from '@/lib/trpc/client';
import type { LastClick, ClickStorage } from './collector';
import type { EventContext } from './sink';

/** Session storage keys; each tab has its own. */
const TAB_KEY = 'kinora-tab';
const CLICK_KEY = 'kinora-last-click';
/** The cookie of the user group. */
const GROUP = /(?:^|; )user_group=(\d{3})(?:;|$)/;

/** Without storage, ids last for this page only. */
let pageId: string | undefined;
const ownId = (): string => (pageId ??= newId());

function tabId(): string {
  try {
    const stored = sessionStorage.getItem(TAB_KEY);
    if (stored !== null) return stored;
    const minted = newId();
    sessionStorage.setItem(TAB_KEY, minted);
    return minted;
  } catch {
    return ownId();
  }
}

/** The current context of events. */
export function eventContext(): EventContext {
  const session = sessionState();
  const group = GROUP.exec(document.cookie)?.[1];
  const isMember = session.status === 'ready' && session.user.email !== undefined;
  const status = statusOf(
    isMember,
    isMember ? queryClient.getQueryData(trpc.subLog.getSubLog.queryKey(PLAN_INPUT)) : undefined,
    productNow(),
  );
  return {
    visit: readSession()?.id ?? ownId(),
    tab: tabId(),
    ...defined({ status }),
    ...(group === undefined ? {} : { group: Number(group) }),
  };
}

/** Removes analytics data stored in this tab. */
export function forgetTab(): void {
  try {
    sessionStorage.removeItem(TAB_KEY);
  } catch {
    // Without storage there is nothing to remove.
  }
}

/** Stores the tab's last click in session storage. */
export const clickStorage: ClickStorage = {
  read: () => {
    try {
      const stored: unknown = JSON.parse(sessionStorage.getItem(CLICK_KEY) ?? 'null');
      return stored;
    } catch {
      return undefined;
    }
  },
  write: (click: LastClick) => {
    try {
      sessionStorage.setItem(CLICK_KEY, JSON.stringify(click));
    } catch {
      // Storage full or unavailable: it holds for this page only.
    }
  },
  clear: () => {
    try {
      sessionStorage.removeItem(CLICK_KEY);
    } catch {
      // Without storage there is nothing to remove.
    }
  },
};
