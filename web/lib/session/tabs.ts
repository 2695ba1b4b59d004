import { newId } from '@/lib/random';

/** Local storage key with which the auth client's tabs notify each other. */
const KEY = 'nextauth.message';

/**
 * Makes other tabs reload the session. The auth client notifies them of some changes only, and two of its messages
 * within a second are identical, so the second fires no storage event. These messages always differ.
 */
export function notifyOtherTabs(): void {
  try {
    localStorage.setItem(
      KEY,
      JSON.stringify({
        event: 'session',
        data: { trigger: 'getSession' },
        timestamp: Math.floor(Date.now() / 1_000),
        nonce: newId(),
      }),
    );
  } catch {
    // Storage full or unavailable: other tabs notice at their next request.
  }
}
