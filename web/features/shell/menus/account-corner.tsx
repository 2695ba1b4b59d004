'use client';

import { CircleUser } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { AccountLink } from '@/features/account/identity/profile/account-link';
import { buttonStyle, IconButton } from '@/ui/button';
import { Icon } from '@/ui/icon';
import { Lazy } from '../lazy';
import { useAccount } from '@/features/core/use-account';

/** Account menu, or the sign-in button. Its space is reserved while the session is unknown, to avoid a layout shift. */
export function AccountCorner() {
  const t = useTranslations('common');
  const account = useAccount();
  return (
    <>
      <Lazy load={() => import('./account-menu')}>
        {(open) => (
          <IconButton label={t('account.label')} aria-haspopup="menu" onClick={open}>
            {account.kind === 'user' ? (
              <Initial name={account.user.name ?? account.user.email} image={account.user.image} />
            ) : (
              <Icon of={CircleUser} />
            )}
          </IconButton>
        )}
      </Lazy>
      {account.kind === 'user' ? null : (
        <AccountLink
          to="logIn"
          className={buttonStyle({ tone: 'invert', className: account.kind === 'unknown' ? 'invisible' : '' })}
        >
          {t('account.signIn')}
        </AccountLink>
      )}
    </>
  );
}

function Initial({ name, image }: { readonly name: string; readonly image: string | undefined }) {
  if (image !== undefined)
    return <img src={image} alt="" className="size-[30px] shrink-0 rounded-full bg-surface-3 object-cover" />;
  return (
    <span
      aria-hidden
      className="grid size-[30px] shrink-0 place-items-center rounded-full bg-surface-3 text-sm font-medium text-ink-1"
    >
      {[...name][0]?.toLocaleUpperCase()}
    </span>
  );
}
