import { isDeveloped } from '@src/identity/countries.shared';
import { client } from '@/lib/trpc/client';
import { sessionState, type Visitor } from './store';
import { userGroupCookie, userInfoCookie } from './user-info';

/** Local storage key of specification section 7. */
const DEVELOPED_KEY = 'is-developed-country';

const isSecure = (): boolean => location.protocol === 'https:';

/** Nobody is signed in: what this browser has kept of a person goes. */
export function forgetPerson(): void {
  document.cookie = userInfoCookie(undefined, undefined, isSecure());
}

/** Whether the country that this browser is in is a developed one; of an unknown country nothing is said. */
function keepCountry(country: string | null): void {
  try {
    if (country === null) localStorage.removeItem(DEVELOPED_KEY);
    else localStorage.setItem(DEVELOPED_KEY, String(isDeveloped(country)));
  } catch {
    // No room, or no storage at all: then it is asked for anew.
  }
}

/**
 * Keeps in this browser what specification section 7 has there of a user: `user-info` at once, and what the server alone knows (the
 * names, the group and the country) when it has said so. A server that does not answer changes nothing.
 */
export async function keepFacts(user: Visitor): Promise<void> {
  document.cookie = userInfoCookie(user, undefined, isSecure());
  const [record, request] = await Promise.all([client.user.find.query(), client.user.getReqInfo.query()]).catch(() => []);
  const state = sessionState();
  // Somebody else may have signed in meanwhile.
  if (record === undefined || request === undefined || state.status !== 'ready' || state.user.id !== user.id) return;
  document.cookie = userInfoCookie(state.user, record.names, isSecure());
  document.cookie = userGroupCookie(record.userGroup, isSecure());
  keepCountry(request.country ?? record.regCountry);
}
