'use client';

import { Coins, LayoutGrid, Lock, LogOut } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { AccountLink, MembersLink } from '@/features/account/identity/profile/account-link';
import { PlanBadge } from '@/features/account/billing/plan-badge';
import { Link } from '@/i18n/navigation';
import { askAgain } from '@/lib/analytics/consent';
import { Menu, MenuItem, MenuLink, MenuNote, MenuSeparator } from '@/ui/overlay/menu';
import { CREATIONS, CREDITS, PRICING, type Area } from '@/features/core/areas';
import type { LazyPartProps } from '../lazy';
import {
  ACCOUNT,
  BILLING,
  CONTACT,
  PRIVACY,
  PROFILE,
  API,
  REFER,
  REWARDS,
  SIGN_IN,
  SIGN_UP,
  TERMS,
  TRUST,
  type NavLink,
} from '@/features/core/nav-links';
import { useAccount } from '@/features/core/use-account';
import { useRoleLinks } from './use-role-links';
import { useSignOut } from '@/features/core/use-sign-out';

export default function AccountMenu({ trigger }: LazyPartProps) {
  const t = useTranslations('common');
  const account = useAccount();
  const places = useRoleLinks();
  const leave = useSignOut();
  return (
    <Menu label={t('account.label')} trigger={trigger(() => undefined)} defaultOpen>
      {account.kind === 'user' ? (
        <MenuNote>
          <bdi>{account.user.email}</bdi> <PlanBadge />
        </MenuNote>
      ) : (
        <MenuNote>
          {t('account.visitor')} {t('account.keep')}
        </MenuNote>
      )}
      <MenuSeparator />
      {account.kind === 'user' ? null : (
        <>
          <MenuLink icon={SIGN_UP.icon}>
            <AccountLink to="signUp" inOverlay>
              {t('areas.signUpLong')}
            </AccountLink>
          </MenuLink>
          <MenuLink icon={SIGN_IN.icon}>
            <AccountLink to="logIn" inOverlay>
              {t('areas.signInLong')}
            </AccountLink>
          </MenuLink>
        </>
      )}
      <MenuLink icon={ACCOUNT.icon}>
        <MembersLink href={ACCOUNT.href} about="account" isMember={account.kind !== 'visitor'} inOverlay>
          {t('areas.accountLong')}
        </MembersLink>
      </MenuLink>
      <NavLinks places={[...(account.kind === 'user' ? [PROFILE, BILLING] : []), PRICING]} />
      <MenuLink icon={LayoutGrid}>
        <Link href={CREATIONS.href}>{t('areas.creationsLong')}</Link>
      </MenuLink>
      <MenuLink icon={Coins}>
        <Link href={CREDITS.href}>{t('account.statement')}</Link>
      </MenuLink>
      <NavLinks places={[REWARDS, REFER, API, CONTACT]} />
      <MenuItem icon={Lock} onSelect={askAgain}>
        {t('account.privacy')}
      </MenuItem>
      <NavLinks places={[TERMS, PRIVACY, TRUST]} />
      {places.length === 0 ? null : <MenuSeparator />}
      <NavLinks places={places} />
      {account.kind === 'user' ? (
        <>
          <MenuSeparator />
          <MenuItem icon={LogOut} onSelect={leave}>
            {t('account.signOut')}
          </MenuItem>
        </>
      ) : null}
    </Menu>
  );
}

function NavLinks({ places }: { readonly places: readonly (Area | NavLink)[] }) {
  const t = useTranslations('common');
  return places.map((place) => (
    <MenuLink key={place.id} icon={place.icon}>
      <Link href={place.href}>{t(`areas.${place.id}Long`)}</Link>
    </MenuLink>
  ));
}
