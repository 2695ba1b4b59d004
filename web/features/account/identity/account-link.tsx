'use client';

import type { ComponentProps, MouseEvent } from 'react';
import { Link, usePathname } from '@/i18n/navigation';
import { openAfterOverlay } from '@/lib/popups/after-overlay';
import type { MemberFeature } from '@/lib/popups/names';
import { openPopup } from '@/lib/popups/queue';

/** A press that is meant for this page; others open the link elsewhere, as links do. */
const isPlain = (event: MouseEvent): boolean => event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

type LinkProps = Omit<ComponentProps<typeof Link>, 'href'>;

export interface AccountLinkProps extends LinkProps {
  readonly to: 'signUp' | 'logIn';
  /** It stands in a menu or a sheet that closes by the same press. */
  readonly inOverlay?: boolean;
}

const PAGES = { signUp: '/sign-up', logIn: '/sign-in' } as const;

/** Leads to an account without leaving the page: the popup opens over it. On the pages that do the same it is a link like others. */
export function AccountLink({ to, inOverlay = false, onClick, ...rest }: AccountLinkProps) {
  const path = usePathname();
  const press = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event);
    if (path.includes('sign-') || !isPlain(event)) return;
    event.preventDefault();
    (inOverlay ? openAfterOverlay : openPopup)('signUpLogIn', { tab: to });
  };
  return <Link {...rest} href={PAGES[to]} onClick={press} />;
}

export interface MembersLinkProps extends LinkProps {
  readonly href: string;
  readonly about: MemberFeature;
  /** Whether somebody with an account is here, or may be as long as it is not known: they just go. */
  readonly isMember: boolean;
  readonly inOverlay?: boolean;
}

/** Leads to what only people with an account have; a visitor is told so, and how to get there. */
export function MembersLink({ about, isMember, inOverlay = false, onClick, ...rest }: MembersLinkProps) {
  const press = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event);
    if (isMember || !isPlain(event)) return;
    event.preventDefault();
    (inOverlay ? openAfterOverlay : openPopup)('tipsSignIn', { about });
  };
  return <Link {...rest} onClick={press} />;
}
