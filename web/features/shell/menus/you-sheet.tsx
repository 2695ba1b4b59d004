'use client';

import { Lock, LogOut } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { AccountLink, MembersLink } from '@/features/account/identity/profile/account-link';
import { PlanBadge } from '@/features/account/billing/plan-badge';
import { Link } from '@/i18n/navigation';
import { askAgain } from '@/lib/analytics/consent';
import { Button, buttonStyle } from '@/ui/button';
import { Sheet } from '@/ui/overlay/dialog';
import { Icon } from '@/ui/icon';
import { Segmented } from '@/ui/form/segmented';
import { Select } from '@/ui/form/select';
import { CREDITS, PRICING, PROJECTS } from '@/features/core/areas';
import { useLanguageChoice } from '@/features/core/language-choices';
import type { LazyPartProps } from '../lazy';
import {
  ACCOUNT,
  API,
  BILLING,
  CONTACT,
  PRIVACY,
  PROFILE,
  REFER,
  REWARDS,
  TERMS,
  TRUST,
} from '@/features/core/nav-links';
import { useThemeChoice } from '@/features/core/theme-choices';
import { useAccount } from '@/features/core/use-account';
import { useRoleLinks } from './use-role-links';
import { useSignOut } from '@/features/core/use-sign-out';

const rowStyle = 'flex min-h-11 items-center gap-3 rounded-group bg-surface-2 px-3.5 text-md';

/** On phones, the parts of the top bar for account, theme and language. */
export default function YouSheet({ trigger }: LazyPartProps) {
  const t = useTranslations('common');
  const [open, setOpen] = useState(true);
  const account = useAccount();
  const places = useRoleLinks();
  const theme = useThemeChoice();
  const language = useLanguageChoice();
  const leave = useSignOut();
  const close = (): void => setOpen(false);
  return (
    <>
      {trigger(() => setOpen(true))}
      <Sheet open={open} onOpenChange={setOpen} title={t('you')} closeLabel={t('close')}>
        {account.kind === 'user' ? (
          <p className="flex flex-wrap items-center gap-2 text-sm text-ink-2">
            <bdi>{account.user.email}</bdi> <PlanBadge />
          </p>
        ) : (
          <>
            <p className="text-sm text-ink-2">
              {t('account.visitor')} {t('account.keep')}
            </p>
            <div className="grid grid-cols-2 gap-2">
              <AccountLink to="signUp" inOverlay onClick={close} className={buttonStyle({ tone: 'invert' })}>
                {t('account.signUp')}
              </AccountLink>
              <AccountLink to="logIn" inOverlay onClick={close} className={buttonStyle()}>
                {t('account.signIn')}
              </AccountLink>
            </div>
          </>
        )}
        <ul className="grid gap-1">
          <li>
            <MembersLink
              href={ACCOUNT.href}
              about="account"
              isMember={account.kind !== 'visitor'}
              inOverlay
              onClick={close}
              className={rowStyle}
            >
              <Icon of={ACCOUNT.icon} size="s" className="text-ink-2" />
              {t('areas.accountLong')}
            </MembersLink>
          </li>
          {[
            ...(account.kind === 'user' ? [PROFILE, BILLING] : []),
            PROJECTS,
            CREDITS,
            REWARDS,
            REFER,
            API,
            PRICING,
            CONTACT,
            TERMS,
            PRIVACY,
            TRUST,
            ...places,
          ].map((place) => (
            <li key={place.id}>
              <Link href={place.href} onClick={close} className={rowStyle}>
                <Icon of={place.icon} size="s" className="text-ink-2" />
                {t(`areas.${place.id}Long`)}
              </Link>
            </li>
          ))}
          <li>
            <button
              type="button"
              className={`${rowStyle} w-full`}
              onClick={() => {
                close();
                askAgain();
              }}
            >
              <Icon of={Lock} size="s" className="text-ink-2" />
              {t('account.privacy')}
            </button>
          </li>
        </ul>
        <div className="grid gap-2">
          <span className="text-sm font-medium">{theme.label}</span>
          <Segmented label={theme.label} value={theme.value} choices={theme.choices} onChange={theme.choose} fill />
        </div>
        <div className="grid gap-2">
          <span className="text-sm font-medium">{t('language.label')}</span>
          <Select
            label={t('language.label')}
            value={language.value}
            choices={language.choices}
            onChange={language.choose}
          />
        </div>
        {account.kind === 'user' ? (
          <Button icon={<Icon of={LogOut} size="s" className="flip" />} onClick={leave}>
            {t('account.signOut')}
          </Button>
        ) : null}
      </Sheet>
    </>
  );
}
