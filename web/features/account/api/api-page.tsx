'use client';

import { useTranslations } from 'next-intl';
import { useAccount } from '@/features/core/use-account';
import { AccountLink } from '@/features/account/identity/profile/account-link';
import { useHydrated } from '@/lib/use-hydrated';
import { buttonStyle } from '@/ui/button';
import { Card } from '@/ui/content/card';
import { Skeleton } from '@/ui/content/skeleton';
import { EmptyState } from '@/ui/content/states';
import { ApiKeys } from './api-keys';
import { Webhooks } from './webhooks';
import { examplesFor } from './examples';

/** The API: the user's keys, and how to make a first image with one. */
export function ApiPage() {
  const t = useTranslations('api');
  const account = useAccount();
  return (
    <div className="mx-auto grid w-full max-w-[720px] grid-cols-[minmax(0,1fr)] gap-4 px-3 pt-3 pb-24">
      <div className="grid gap-1 pb-1">
        <h1 className="text-2xl leading-tight font-strong tracking-title">{t('title')}</h1>
        <p className="max-w-[64ch] text-sm text-ink-2">{t('lead')}</p>
      </div>
      {account.kind === 'unknown' ? <Skeleton className="h-40" /> : null}
      {account.kind === 'user' ? <ApiKeys /> : null}
      {account.kind === 'user' ? <Webhooks /> : null}
      {account.kind === 'visitor' ? <SignInFirst /> : null}
      <FirstImage />
    </div>
  );
}

function SignInFirst() {
  const t = useTranslations('api.visitor');
  return (
    <Card>
      <EmptyState
        title={t('title')}
        actions={
          <>
            <AccountLink to="signUp" className={buttonStyle({ tone: 'invert' })}>
              {t('create')}
            </AccountLink>
            <AccountLink to="logIn" className={buttonStyle({ tone: 'plain' })}>
              {t('signIn')}
            </AccountLink>
          </>
        }
      >
        {t('text')}
      </EmptyState>
    </Card>
  );
}

function FirstImage() {
  const t = useTranslations('api.first');
  const isHydrated = useHydrated();
  const examples = examplesFor(isHydrated ? location.origin : '');
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 className="text-lg font-strong tracking-title">{t('title')}</h2>
      {(['create', 'poll', 'download'] as const).map((step) => (
        <section key={step} aria-label={t(step)} className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
          <p className="text-sm text-ink-2">{t(step)}</p>
          <pre dir="ltr" tabIndex={0} className="overflow-x-auto rounded-group bg-surface-2 p-3 text-start text-xs">
            <code>{examples[step]}</code>
          </pre>
        </section>
      ))}
      <p className="text-sm text-ink-2">
        {t.rich('openapi', {
          link: (words) => (
            <a href="/api/v1/openapi.json" className="underline underline-offset-2">
              {words}
            </a>
          ),
        })}
      </p>
    </Card>
  );
}
