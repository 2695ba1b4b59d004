import { setSupportAddress } from '@/lib/support';
import { client } from '@/lib/trpc/client';
import { storeDevelopedCountry } from './developed-country';
import { sessionState, type Visitor } from '../store';
import { userGroupCookie, userInfoCookie } from '../user-info';

const isSecure = (): boolean => location.protocol === 'https:';

/** Removes what this browser stores about a user; called when nobody is signed in. */
export function clearStoredUser(): void {
  document.cookie = userInfoCookie(undefined, undefined, isSecure());
}

/**
 * Stores the user's data for the pages of this browser: `user-info` at once; names, group and country once the server
 * has answered. A failed request changes nothing.
 */
export async function storeUser(user: Visitor): Promise<void> {
  document.cookie = userInfoCookie(user, undefined, isSecure());
  const [record, request] = await Promise.all([client.user.find.query(), client.user.getReqInfo.query()]).catch(
    () => [],
  );
  if (request !== undefined) setSupportAddress(request.supportAddress);
  const state = sessionState();
  // Another user may have signed in meanwhile.
  if (record === undefined || request === undefined || state.status !== 'ready' || state.user.id !== user.id) return;
  document.cookie = userInfoCookie(state.user, record.names, isSecure());
  document.cookie = userGroupCookie(record.userGroup, isSecure());
  storeDevelopedCountry(request.country ?? record.regCountry, () => localStorage);
}
