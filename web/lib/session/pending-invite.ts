import { z } from 'zod';
import { INVITE_PARAMETER } from '@src/rewards/invites/invites.shared';

/** Local storage key of an invite that is not accepted yet. */
const KEY = 'kinora.invite';
/** How long an opened link is remembered, milliseconds. */
export const INVITE_KEPT_MS = 30 * 86_400_000;
const MAX_CODE = 64;

/** The invite of an opened link. `openedBy` is the visitor for whom the server has recorded it. */
const pending = z.object({ code: z.string(), at: z.number(), openedBy: z.string().optional() });
export type PendingInvite = z.infer<typeof pending>;

type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
const ownShelf = (): Shelf => localStorage;

/**
 * Remembers the code of an invite link. A later link replaces it.
 * @param search the query of the address
 * @param now milliseconds since 1970
 */
export function rememberInvite(search: string, now: number, shelfOf = ownShelf): void {
  const code = new URLSearchParams(search).get(INVITE_PARAMETER)?.trim() ?? '';
  if (code === '' || code.length > MAX_CODE) return;
  write({ code, at: now }, shelfOf);
}

/** The invite that waits; undefined if there is none, or if it is too old. @param now milliseconds since 1970 */
export function pendingInvite(now: number, shelfOf = ownShelf): PendingInvite | undefined {
  try {
    const read = pending.safeParse(JSON.parse(shelfOf().getItem(KEY) ?? 'null'));
    return read.success && now - read.data.at <= INVITE_KEPT_MS ? read.data : undefined;
  } catch {
    return undefined;
  }
}

/** Records that the server knows the invite of a visitor. It stays until the visitor has an account. */
export function inviteOpenedBy(userId: string, invite: PendingInvite, shelfOf = ownShelf): void {
  write({ ...invite, openedBy: userId }, shelfOf);
}

/** Remembers the link that a page was opened by, and says whether an invite waits. Arguments as above. */
export function isInviteWaiting(search: string, now: number, shelfOf = ownShelf): boolean {
  rememberInvite(search, now, shelfOf);
  return pendingInvite(now, shelfOf) !== undefined;
}

export function forgetInvite(shelfOf = ownShelf): void {
  try {
    shelfOf().removeItem(KEY);
  } catch {
    // Without storage nothing was kept.
  }
}

function write(invite: PendingInvite, shelfOf: () => Shelf): void {
  try {
    shelfOf().setItem(KEY, JSON.stringify(invite));
  } catch {
    // Without storage the link counts in this page only if it is opened again.
  }
}
