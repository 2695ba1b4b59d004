'use client';

import { useQuery } from '@tanstack/react-query';
import { useLocale } from 'next-intl';
import { INVITE_PARAMETER } from '@src/rewards/invites/invites.shared';
import { getPathname } from '@/i18n/navigation';
import { trpc } from '@/lib/trpc/client';

/** The signed-in member's code and figures. */
export const useInvites = () => useQuery(trpc.rewards.invites.queryOptions(undefined, { meta: { shownInPage: true } }));

/** The address that a member gives to friends. It opens the home page in the member's language. */
export function useInviteLink(code: string): string {
  const locale = useLocale();
  const home = new URL(getPathname({ href: '/', locale }), location.origin);
  home.searchParams.set(INVITE_PARAMETER, code);
  return home.href;
}
