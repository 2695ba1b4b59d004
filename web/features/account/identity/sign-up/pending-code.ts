import { useSyncExternalStore } from 'react';
import { useVisitor } from '@/lib/session/store';

/** Session storage key: the address that a code was sent to, so that a reload asks for the code again. */
const KEY = 'kinora-pending-code';
/** Milliseconds after which the page no longer asks for an unused code. */
export const PENDING_CODE_MS = 60 * 60_000;

type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
const ownShelf = (): Shelf => sessionStorage;

/**
 * The address to which this tab had a code sent.
 * @param now milliseconds since the epoch
 * @returns undefined without one, after an hour, and without storage
 */
export function pendingAddress(now: number, shelfOf = ownShelf): string | undefined {
  try {
    const [at = '', email = ''] = (shelfOf().getItem(KEY) ?? '').split(' ');
    const age = now - Number(at);
    return email !== '' && age >= 0 && age < PENDING_CODE_MS ? email : undefined;
  } catch {
    return undefined;
  }
}

/** Stores the address that a code was sent to; undefined forgets it. @param now milliseconds since the epoch */
export function storePendingAddress(email: string | undefined, now: number, shelfOf = ownShelf): void {
  try {
    if (email === undefined) shelfOf().removeItem(KEY);
    else shelfOf().setItem(KEY, `${now} ${email.trim()}`);
  } catch {
    // Without storage the code is asked for until the page is reloaded.
  }
}

const never = () => () => undefined;

/**
 * The address that a code was sent to; undefined for a signed-in user, and while the page is rendered on the server.
 */
export function usePendingAddress(): string | undefined {
  const visitor = useVisitor();
  const pending = useSyncExternalStore(
    never,
    () => pendingAddress(Date.now()),
    () => undefined,
  );
  return visitor.status === 'ready' && visitor.user.email !== undefined ? undefined : pending;
}
