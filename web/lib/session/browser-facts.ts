import { setSupportAddress } from '@/lib/support';
import { client } from '@/lib/trpc/client';
import { storeDevelopedCountry } from './developed-country';
import { sessionState, type Visitor } from './store';
import { userGroupCookie, userInfoCookie } from './user-info';

const isSecure = (): boolean => location.protocol === 'https:';

/** Removes what this browser stores about a user; called when nobody is signed in. */
export function clearStoredUser(): void {
  document.cookie = userInfoCookie(undefined, undefined, isSecure());
}

/**
 * Keeps in this browser what pages read of a user: `user-info` at once, and what the server alone knows (the
 * names, the group and the country) when it has said so. A server that does not answer changes nothing.
 */
export async function storeUser(user: Visitor): Promise<void> {
  document.cookie = userInfoCookie(user, undefined, isSecure());
  const [record, request] = await Promise.all([client.user.find.query(), client.user.getReqInfo.query()]).catch(() => []);
  if (request !== undefined) setSupportAddress(request.supportAddress);
  const state = sessionState();
  // Another user may have signed in meanwhile.
  if (record === undefined || request === undefined || state.status !== 'ready' || state.user.id !== user.id) return;
  document.cookie = userInfoCookie(state.user, record.names, isSecure());
  document.cookie = userGroupCookie(record.userGroup, isSecure());
  storeDevelopedCountry(request.country ?? record.regCountry, () => localStorage);
}
