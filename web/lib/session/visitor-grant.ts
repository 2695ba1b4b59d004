import { withHumanCheck } from './human-check';

/** In the tab's storage: whose credits were worked for, or not, so that nobody is asked at each page. */
const KEY = 'kinora-grant-asked';

function isAsked(user: string): boolean {
  try {
    if (sessionStorage.getItem(KEY) === user) return true;
    sessionStorage.setItem(KEY, user);
  } catch {
    // Without storage it is asked once a page.
  }
  return false;
}

/**
 * Works for the credits of a visitor that wait for the human check, once a tab. Whoever closes a captcha, and whoever is refused, goes on
 * without them: nothing was asked for that could fail before their eyes.
 */
export async function claimVisitorGrant(user: string): Promise<void> {
  if (isAsked(user)) return;
  const { client } = await import('@/lib/trpc/client');
  await withHumanCheck((human) => client.account.claimVisitorGrant.mutate(human)).catch(() => undefined);
}
