import { getSession, signIn } from 'next-auth/react';
import { queryClient } from '@/lib/trpc/client';

/**
 * Signs in with e-mail and password.
 * @returns undefined when it went well, otherwise why not: an identifier of the error catalogue
 */
export async function signInWithPassword(email: string, password: string): Promise<string | undefined> {
  const answer = await signIn('credentials', { redirect: false, email, password });
  if (answer?.ok !== true) return refusalOf(answer?.url, answer?.error);
  // A sign-in without redirect tells no other tab; asking for the session does.
  await getSession();
  queryClient.clear();
  return undefined;
}

/** The identifier stands in the address as `code`, or as `error` itself. */
function refusalOf(url: string | null | undefined, error: string | null | undefined): string {
  const code = url == null ? null : new URL(url, window.location.href).searchParams.get('code');
  return code ?? (error == null || error === 'CredentialsSignin' ? 'WRONG_CREDENTIALS' : error);
}

/** Where to go after signing in: a path of this site that the page was asked with, or home. */
export function landingOf(query: URLSearchParams): string {
  const asked = query.get('callbackUrl');
  if (asked === null || !URL.canParse(asked, window.location.origin)) return '/home';
  const url = new URL(asked, window.location.origin);
  return url.origin === window.location.origin && !url.pathname.includes('sign-') ? `${url.pathname}${url.search}` : '/home';
}
