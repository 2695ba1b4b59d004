'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'next-intl';
import { useState } from 'react';
import { toast } from 'sonner';
import { localZone } from '@/features/creations/days';
import { useAccount } from '@/features/shell/use-account';
import { useSignOut } from '@/features/shell/use-sign-out';
import { Link } from '@/i18n/navigation';
import { trpc } from '@/lib/trpc/client';
import { Badge } from '@/ui/badge';
import { Button, buttonStyle } from '@/ui/button';
import { Card } from '@/ui/card';
import { Field } from '@/ui/field';
import { FormErrors } from '@/ui/form-errors';
import { PasswordInput } from '@/ui/password-input';
import { Skeleton } from '@/ui/skeleton';
import { EmptyState } from '@/ui/states';
import { IN_PAGE, useForm } from './use-form';

/** Who one is here, the password, and where one is signed in. */
export function AccountPage() {
  const t = useTranslations('account.page');
  const account = useAccount();
  return (
    <div className="mx-auto grid w-full max-w-[720px] gap-4 px-3 pt-3 pb-24">
      <h1 className="pb-1 text-2xl leading-tight font-strong tracking-title">{t('title')}</h1>
      {account.kind === 'unknown' ? <Skeleton className="h-40" /> : null}
      {account.kind === 'visitor' ? (
        <Card>
          <EmptyState
            title={t('visitor')}
            actions={
              <>
                <Link href="/sign-up" className={buttonStyle({ tone: 'invert' })}>
                  {t('create')}
                </Link>
                <Link href="/sign-in" className={buttonStyle({ tone: 'plain' })}>
                  {t('signIn')}
                </Link>
              </>
            }
          >
            {t('visitorText')}
          </EmptyState>
        </Card>
      ) : null}
      {account.kind === 'user' ? (
        <>
          <Card className="grid gap-1">
            <h2 className="text-lg font-strong tracking-title">{t('who')}</h2>
            <p className="text-sm text-ink-2">
              <bdi>{account.user.email}</bdi>
            </p>
          </Card>
          <Password />
          <Sessions />
        </>
      ) : null}
    </div>
  );
}

function Password() {
  const t = useTranslations('account');
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const change = useMutation(trpc.account.changePassword.mutationOptions(IN_PAGE));
  const { submit, busy, problem } = useForm(async () => {
    await change.mutateAsync({ current, password });
    setCurrent('');
    setPassword('');
    toast.success(t('page.changed'));
    return undefined;
  });
  return (
    <Card>
      <form onSubmit={submit} className="grid gap-4" noValidate>
        <h2 className="text-lg font-strong tracking-title">{t('page.password')}</h2>
        <FormErrors title={t('refused')} problems={problem === undefined ? [] : [{ message: problem }]} />
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={t('page.current')}>{({ id }) => <PasswordInput id={id} autoComplete="current-password" value={current} onChange={(event) => setCurrent(event.target.value)} />}</Field>
          <Field label={t('newPassword')} help={t('passwordHelp', { least: 8 })}>
            {({ id, describedBy }) => <PasswordInput id={id} aria-describedby={describedBy} autoComplete="new-password" value={password} onChange={(event) => setPassword(event.target.value)} />}
          </Field>
        </div>
        <Button type="submit" busy={busy} disabled={current === '' || password === ''} className="justify-self-start">
          {t('page.change')}
        </Button>
      </form>
    </Card>
  );
}

function Sessions() {
  const t = useTranslations('account.page');
  const format = useFormatter();
  const leave = useSignOut();
  const { data, isPending } = useQuery(trpc.account.sessions.queryOptions());
  const everywhere = useMutation(trpc.account.signOutEverywhere.mutationOptions({ onSuccess: leave }));
  return (
    <Card className="grid gap-3">
      <h2 className="text-lg font-strong tracking-title">{t('sessions')}</h2>
      {isPending ? <Skeleton className="h-16" /> : null}
      <ul className="grid gap-2">
        {data?.sessions.map((session) => (
          <li key={session.id} className="flex flex-wrap items-center justify-between gap-2 rounded-group bg-surface-2 px-3.5 py-2.5 text-sm">
            <span className="font-medium">
              <bdi>{[session.browser, session.system].filter((part) => part !== null).join(' · ') || t('unknown')}</bdi> {session.current ? <Badge>{t('here')}</Badge> : null}
            </span>
            <span className="num text-xs text-ink-3">{t('lastSeen', { date: format.dateTime(session.lastSeenAt, { dateStyle: 'medium', timeZone: localZone() }) })}</span>
          </li>
        ))}
      </ul>
      <Button tone="danger" busy={everywhere.isPending} onClick={() => everywhere.mutate()} className="justify-self-start">
        {t('everywhere')}
      </Button>
    </Card>
  );
}
