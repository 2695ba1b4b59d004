import { signIn } from 'next-auth/react';
import { defined } from '@src/kernel/defined.shared';
import { forgetSignInMethod, rememberSignInMethod } from '@/lib/session/auth-method';
import { humanAnswer } from '@/lib/session/human-check/human-check';
import { withSessionLock } from '@/lib/session/session-lock';
import { notifyOtherTabs } from '@/lib/session/tabs';

/** Pattern of the error catalogue's identifiers. The auth client's own, such as `MissingCSRF`, have no messages. */
const IDENTIFIER = /^[A-Z][A-Z_]+$/;

/**
 * Signs in with email and password.
 * @param restore whether to restore an account that its owner has deleted
 * @returns undefined on success, otherwise an identifier of the error catalogue
 */
export async function signInWithPassword(
  email: string,
  password: string,
  restore = false,
): Promise<string | undefined> {
  rememberSignInMethod('email');
  const send = (human?: string) =>
    withSessionLock(() =>
      signIn('credentials', {
        redirect: false,
        email,
        password,
        ...(restore ? { restore: 'true' } : {}),
        ...defined({ human }),
      }),
    );
  let answer = await send();
  if (answer?.error === 'HUMAN_CHECK_WANTED') answer = await send(await humanAnswer());
  if (answer?.ok !== true) {
    forgetSignInMethod();
    return IDENTIFIER.test(answer?.error ?? '') ? (answer?.error ?? undefined) : 'TRY_AGAIN';
  }
  // The auth client does not notify other tabs of a sign-in without redirect.
  notifyOtherTabs();
  return undefined;
}
