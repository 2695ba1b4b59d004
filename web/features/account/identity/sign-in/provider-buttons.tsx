'use client';

import { useQuery } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { getProviders, signIn } from 'next-auth/react';
import { useState } from 'react';
import { getPathname } from '@/i18n/navigation';
import { rememberSignInMethod } from '@/lib/session/auth-method';
import { Button } from '@/ui/button';
import { SKIP_ERROR_CHAIN } from '@/features/core/use-form';

export interface ProviderButtonsProps {
  /** Path to go to after sign-in, on this site and without its language. */
  readonly landing: () => string;
  /** Whether to restore an account that its owner has deleted. */
  readonly restore?: boolean;
}

/** A button per configured provider, and a divider above the form. Renders nothing without providers. */
export function ProviderButtons({ landing, restore = false }: ProviderButtonsProps) {
  const t = useTranslations('account.providers');
  const locale = useLocale();
  const [busy, setBusy] = useState<string>();
  const providers = useQuery({
    queryKey: ['sign-in-providers'],
    queryFn: async () => Object.values((await getProviders()) ?? {}),
    staleTime: Infinity,
    ...SKIP_ERROR_CHAIN,
  });
  const offered = (providers.data ?? []).filter(({ type }) => type === 'oauth');
  if (offered.length === 0) return null;
  return (
    <div className="grid gap-3">
      {offered.map(({ id, name }) => (
        <Button
          key={id}
          size="lg"
          shape="block"
          busy={busy === id}
          onClick={() => {
            setBusy(id);
            rememberSignInMethod(id);
            // Normally the page unloads. If it does not, the button works again.
            void signIn(id, {
              callbackUrl: getPathname({ href: landing(), locale }),
              ...(restore ? { restore: 'true' } : {}),
            }).finally(() => setBusy(undefined));
          }}
        >
          {t('continue', { name })}
        </Button>
      ))}
      <p className="flex items-center gap-3 text-xs text-ink-2 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t('or')}
      </p>
    </div>
  );
}
