import { newId } from '@/lib/random';

/** Local storage key by which the auth client's tabs tell each other to look at the session. */
const KEY = 'nextauth.message';

/**
 * Has other tabs look at the session. The auth client tells them only of some changes, and its messages are alike within a second,
 * so that the later one is no change of the storage and is heard by nobody; these never are.
 */
export function notifyOtherTabs(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ event: 'session', data: { trigger: 'getSession' }, timestamp: Math.floor(Date.now() / 1_000), nonce: newId() }));
  } catch {
    // No room, or no storage at all: then other tabs find out when they ask the server next.
  }
}
