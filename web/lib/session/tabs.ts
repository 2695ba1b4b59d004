import { newId } from '@/lib/random';

/** Local storage key by which the auth client's tabs tell each other to look at the session. */
const KEY = 'nextauth.message';

/**
 * Makes other tabs reload the session. The auth client notifies them of some changes only, and its messages are identical
 * within a second, so that the second one fires no storage event; these are always different.
 */
export function notifyOtherTabs(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ event: 'session', data: { trigger: 'getSession' }, timestamp: Math.floor(Date.now() / 1_000), nonce: newId() }));
  } catch {
    // Storage full or unavailable: other tabs find out at their next request.
  }
}
