import { signIn } from 'next-auth/react';
import { tellOtherTabs } from '@/lib/session/tabs';

/**
 * Signs in with e-mail and password.
 * @returns undefined when it went well, otherwise why not: an identifier of the error catalogue
 */
export async function signInWithPassword(email: string, password: string): Promise<string | undefined> {
  const answer = await signIn('credentials', { redirect: false, email, password });
  if (answer?.ok !== true) return answer?.error ?? 'TRY_AGAIN';
  // A sign-in without redirect tells no other tab.
  tellOtherTabs();
  return undefined;
}

/** Where to go after signing in: a path of this site that the page was asked with, or home. */
export function landingOf(query: URLSearchParams): string {
  const asked = query.get('callbackUrl');
  if (asked === null || !URL.canParse(asked, window.location.origin)) return '/home';
  const url = new URL(asked, window.location.origin);
  return url.origin === window.location.origin && !url.pathname.includes('sign-') ? `${url.pathname}${url.search}` : '/home';
}
