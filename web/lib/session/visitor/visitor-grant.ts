import { withHumanCheck } from '../human-check/human-check';

/** Session storage key: the user whose grant was requested, so that each tab requests it once. */
const KEY = 'kinora-grant-asked';

function isRequested(user: string): boolean {
  try {
    if (sessionStorage.getItem(KEY) === user) return true;
    sessionStorage.setItem(KEY, user);
  } catch {
    // Without storage it is requested once per page.
  }
  return false;
}

/**
 * Claims the visitor's first credits by the human check, once a tab. A closed captcha or a refusal is ignored: the user
 * did not ask for this, so no error is shown.
 */
export async function claimVisitorGrant(user: string): Promise<void> {
  if (isRequested(user)) return;
  const { client } = await import('@/lib/trpc/client');
  await withHumanCheck((human) => client.account.claimVisitorGrant.mutate(human)).catch(() => undefined);
}
