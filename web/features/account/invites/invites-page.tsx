'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { INVITE_CREDITS, INVITE_LASTS_DAYS, type InvitesView } from '@src/rewards/invites/invites.shared';
import { AccountLink } from '@/features/account/identity/profile/account-link';
import { useAccount } from '@/features/core/use-account';
import { Button, buttonStyle } from '@/ui/button';
import { Card } from '@/ui/content/card';
import { Skeleton } from '@/ui/content/skeleton';
import { EmptyState, ErrorState } from '@/ui/content/states';
import { CodeForm } from './code-form';
import { InviteLink } from './invite-link';
import { useInvites } from './use-invites';

/** Refer a friend: the member's link, and what came of it. */
export function InvitesPage() {
  const t = useTranslations('invites');
  const account = useAccount();
  return (
    <div className="mx-auto grid w-full max-w-[760px] grid-cols-[minmax(0,1fr)] gap-4 px-3 pt-3 pb-24">
      <div className="grid gap-1 pb-1">
        <h1 className="text-2xl leading-tight font-strong tracking-title">{t('title')}</h1>
        <p className="text-sm text-ink-2">{t('lead', INVITE_CREDITS)}</p>
      </div>
      {account.kind === 'unknown' ? <Skeleton className="h-72" /> : null}
      {account.kind === 'visitor' ? (
        <Card>
          <EmptyState
            title={t('visitor')}
            actions={
              <AccountLink to="signUp" className={buttonStyle({ tone: 'invert' })}>
                {t('signUp')}
              </AccountLink>
            }
          >
            {t('visitorText')}
          </EmptyState>
        </Card>
      ) : null}
      {account.kind === 'user' ? <OwnInvites /> : null}
      {account.kind === 'unknown' ? null : <CodeForm />}
    </div>
  );
}

function OwnInvites() {
  const t = useTranslations('invites');
  const { data, isPending, refetch } = useInvites();
  if (isPending) return <Skeleton className="h-72" />;
  if (data === undefined)
    return (
      <Card>
        <ErrorState title={t('failed')} actions={<Button onClick={() => void refetch()}>{t('retry')}</Button>} />
      </Card>
    );
  return (
    <>
      <Card className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <h2 className="text-lg font-strong tracking-title">{t('own')}</h2>
        <InviteLink code={data.code} />
        <ul className="grid list-disc gap-1 ps-5 text-sm text-ink-2">
          <li>{t('terms.joined', { credits: INVITE_CREDITS.joined })}</li>
          <li>{t('terms.subscribed', { credits: INVITE_CREDITS.subscribed })}</li>
          <li>{t('terms.spend', { days: INVITE_LASTS_DAYS })}</li>
          <li>{t('terms.others')}</li>
        </ul>
      </Card>
      <Figures of={data} />
    </>
  );
}

const FIGURES = ['invited', 'signedUp', 'subscribed', 'earned'] as const satisfies readonly (keyof InvitesView)[];

function Figures({ of }: { readonly of: InvitesView }) {
  const t = useTranslations('invites.figures');
  const format = useFormatter();
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 className="text-lg font-strong tracking-title">{t('title')}</h2>
      <dl className="grid grid-cols-2 gap-2 sm:grid-cols-4">
        {FIGURES.map((name) => (
          <div key={name} className="flex flex-col-reverse justify-end gap-1 rounded-card bg-surface-2 px-4 py-3">
            <dt className="text-xs text-ink-2">{t(name)}</dt>
            <dd className="num text-xl font-strong">{format.number(of[name])}</dd>
          </div>
        ))}
      </dl>
      <p className="text-xs text-ink-3">{t('note')}</p>
    </Card>
  );
}
