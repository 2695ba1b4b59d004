/**
 * Why a user was sent back to the sign-in page, by the keys of `account.back`; `deleted` offers to restore the account.
 */
export type SignInNotice =
  'cancelled' | 'failed' | 'unverified' | 'noAddress' | 'disposable' | 'country' | 'deleted' | 'tooMany' | 'required';

/** Notices by the `error` of the auth client: NextAuth's own codes, and identifiers of the error catalogue. */
const SAID: ReadonlyMap<string, SignInNotice> = new Map([
  ['AccessDenied', 'cancelled'],
  ['OAuthSignin', 'failed'],
  ['OAuthCallback', 'failed'],
  ['OAuthCreateAccount', 'noAddress'],
  ['Callback', 'failed'],
  ['Configuration', 'failed'],
  ['Default', 'failed'],
  ['EMAIL_NOT_VERIFIED', 'unverified'],
  ['DISPOSABLE_EMAIL', 'disposable'],
  ['PERMISSION_ERROR', 'country'],
  ['USER_DELETED', 'deleted'],
  ['TOO_MANY_ATTEMPTS', 'tooMany'],
  ['TRY_AGAIN', 'failed'],
  ['SessionRequired', 'required'],
]);

/**
 * Until when a deleted account can be restored, from the address; milliseconds since the epoch.
 * @returns undefined if it is missing or not a valid time
 */
export function restorableUntil(query: URLSearchParams): number | undefined {
  const until = query.get('until') ?? '';
  return /^[0-9]{13}$/.test(until) ? Number(until) : undefined;
}

/** @returns undefined when there is nothing to say */
export function signInNoticeOf(query: URLSearchParams): SignInNotice | undefined {
  const error = query.get('error');
  return error === null ? undefined : (SAID.get(error) ?? 'failed');
}
