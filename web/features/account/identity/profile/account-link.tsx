'use client';

import type { ComponentProps, MouseEvent } from 'react';
import { Link, usePathname } from '@/i18n/navigation';
import { openAfterOverlay } from '@/lib/popups/after-overlay';
import type { MemberFeature } from '@/lib/popups/names';
import { openPopup } from '@/lib/popups/queue';

/** A plain left click. Others, such as open in a new tab, keep the link's normal behaviour. */
const isPlain = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

type LinkProps = Omit<ComponentProps<typeof Link>, 'href'>;

export interface AccountLinkProps extends LinkProps {
  readonly to: 'signUp' | 'logIn';
  /** True in a menu or sheet that closes at the same click. */
  readonly inOverlay?: boolean;
}

const PAGES = { signUp: '/sign-up', logIn: '/sign-in' } as const;

/** Opens the sign-in popup over the page; on the sign-in pages themselves it is an ordinary link. */
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
  /** True for a member, and while unknown; the link is then followed. */
  readonly isMember: boolean;
  readonly inOverlay?: boolean;
}

/** A link to a page for members; a visitor gets a popup that explains it. */
export function MembersLink({ about, isMember, inOverlay = false, onClick, ...rest }: MembersLinkProps) {
  const press = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event);
    if (isMember || !isPlain(event)) return;
    event.preventDefault();
    (inOverlay ? openAfterOverlay : openPopup)('tipsSignIn', { about });
  };
  return <Link {...rest} onClick={press} />;
}
