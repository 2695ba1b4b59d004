'use client';

import { CircleUser } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { AccountLink } from '@/features/account/account-link';
import { buttonStyle, IconButton } from '@/ui/button';
import { Icon } from '@/ui/icon';
import { Lazy } from './lazy';
import { useAccount } from './use-account';

/** The account's menu, and the way in for those who have none. Its room is kept, so that nothing moves once that is known. */
export function AccountCorner() {
  const t = useTranslations('common');
  const account = useAccount();
  return (
    <>
      <Lazy load={() => import('./account-menu')}>
        {(open) => (
          <IconButton label={t('account.label')} aria-haspopup="menu" onClick={open}>
            {account.kind === 'user' ? <Initial email={account.user.email} /> : <Icon of={CircleUser} />}
          </IconButton>
        )}
      </Lazy>
      {account.kind === 'user' ? null : (
        <AccountLink to="logIn" className={buttonStyle({ tone: 'invert', className: account.kind === 'unknown' ? 'invisible' : '' })}>
          {t('account.signIn')}
        </AccountLink>
      )}
    </>
  );
}

function Initial({ email }: { readonly email: string }) {
  return (
    <span aria-hidden className="grid size-[30px] shrink-0 place-items-center rounded-full bg-surface-3 text-sm font-medium text-ink-1">
      {[...email][0]?.toLocaleUpperCase()}
    </span>
  );
}
