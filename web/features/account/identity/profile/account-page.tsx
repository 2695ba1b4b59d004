'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'next-intl';
import { useState } from 'react';
import { localZone } from '@/features/core/days';
import { PrivacyCard } from '@/features/core/analytics/privacy-card';
import { PlanBadge } from '@/features/account/billing/plan-badge';
import { Preferences } from '@/features/account/profile/preferences';
import { useAccount } from '@/features/core/use-account';
import { useSignOut } from '@/features/core/use-sign-out';
import { Link } from '@/i18n/navigation';
import { openPopup } from '@/lib/popups/queue';
import { queryClient, trpc } from '@/lib/trpc/client';
import { Badge } from '@/ui/content/badge';
import { Button, buttonStyle } from '@/ui/button';
import { Card } from '@/ui/content/card';
import { FormErrors } from '@/ui/form/form-errors';
import { Skeleton } from '@/ui/content/skeleton';
import { EmptyState, ErrorState } from '@/ui/content/states';
import { AccountLink } from './account-link';
import { DeleteAccount } from './delete-account';
import { DeleteVisitor } from './delete-visitor';
import { PasswordField } from '../password/password-field';
import { DataExport } from './data-export';
import { useAccountForm } from '../use-account-form';
import { SKIP_ERROR_CHAIN } from '@/features/core/use-form';

/** The page shows fetch errors itself. */
const SHOWN_IN_PAGE = { meta: { shownInPage: true } } as const;

/** The user's identity, password, sessions, data export and account deletion. */
export function AccountPage() {
  const t = useTranslations('account.page');
  const account = useAccount();
  return (
    <div className="mx-auto grid w-full max-w-[720px] gap-4 px-3 pt-3 pb-24">
      <h1 className="pb-1 text-2xl leading-tight font-strong tracking-title">{t('title')}</h1>
      {account.kind === 'unknown' ? <Skeleton className="h-40" /> : null}
      {account.kind === 'visitor' ? (
        <>
          <Card>
            <EmptyState
              title={t('visitor')}
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
              {t('visitorText')}
            </EmptyState>
          </Card>
          <DataExport hasAddress={false} />
          <DeleteVisitor />
        </>
      ) : null}
      {account.kind === 'visitor' ? (
        <Card className="grid gap-3">
          <h2 className="text-lg font-strong tracking-title">{t('sessions')}</h2>
          <p className="text-sm text-ink-2">{t('visitorSessions')}</p>
          <EndSessions />
        </Card>
      ) : null}
      {account.kind === 'user' ? (
        <>
          <Card className="flex flex-wrap items-center justify-between gap-3">
            <div className="grid min-w-0 gap-1">
              <h2 className="text-lg font-strong tracking-title">{t('who')}</h2>
              <p className="text-sm text-ink-2">
                <bdi className="break-all">{account.user.email}</bdi>
              </p>
            </div>
            <Link href="/profile" className={buttonStyle()}>
              {t('toProfile')}
            </Link>
          </Card>
          <Card className="flex flex-wrap items-center justify-between gap-3">
            <div className="grid min-w-0 justify-items-start gap-1.5">
              <h2 className="text-lg font-strong tracking-title">{t('plan')}</h2>
              <p className="text-sm text-ink-2">{t('planText')}</p>
              <PlanBadge />
            </div>
            <Link href="/billing" className={buttonStyle()}>
              {t('toBilling')}
            </Link>
          </Card>
          <Card className="flex flex-wrap items-center justify-between gap-3">
            <div className="grid min-w-0 gap-1">
              <h2 className="text-lg font-strong tracking-title">{t('decisions')}</h2>
              <p className="text-sm text-ink-2">{t('decisionsText')}</p>
            </div>
            <Link href="/account/decisions" className={buttonStyle()}>
              {t('toDecisions')}
            </Link>
          </Card>
          <Ways email={account.user.email} />
        </>
      ) : null}
      {account.kind === 'unknown' ? null : <Preferences />}
      <PrivacyCard />
    </div>
  );
}

/** Settings that depend on the sign-in method. Users of a provider have no password to change or to confirm with. */
function Ways({ email }: { readonly email: string }) {
  const t = useTranslations('account.page');
  const {
    data: ways,
    isPending,
    isError,
    refetch,
  } = useQuery(trpc.account.ways.queryOptions(undefined, SHOWN_IN_PAGE));
  return (
    <>
      {ways === undefined && isError ? (
        <Card>
          <ErrorState title={t('failed')} actions={<Button onClick={() => void refetch()}>{t('retry')}</Button>}>
            {t('failedText')}
          </ErrorState>
        </Card>
      ) : null}
      {isPending ? <Skeleton className="h-40" /> : null}
      {ways === undefined ? null : ways.password ? (
        <Password email={email} />
      ) : (
        <NoPassword email={email} providers={ways.providers.map(({ name }) => name)} />
      )}
      <Sessions />
      <DataExport hasAddress />
      {ways === undefined ? null : <DeleteAccount hasPassword={ways.password} />}
    </>
  );
}

function NoPassword({ email, providers }: { readonly email: string; readonly providers: readonly string[] }) {
  const t = useTranslations('account.page');
  const format = useFormatter();
  return (
    <Card className="grid gap-3">
      <h2 className="text-lg font-strong tracking-title">{t('password')}</h2>
      <p className="text-sm text-ink-2">
        {providers.length === 0 ? t('noPassword') : t('byProvider', { providers: format.list(providers) })}
      </p>
      <Button
        aria-haspopup="dialog"
        className="justify-self-start"
        onClick={() => openPopup('forgotPassword', { email })}
      >
        {t('setPassword')}
      </Button>
    </Card>
  );
}

function Password({ email }: { readonly email: string }) {
  const t = useTranslations('account');
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const change = useMutation(trpc.account.changePassword.mutationOptions(SKIP_ERROR_CHAIN));
  const form = useAccountForm({
    way: 'change',
    values: { current, password },
    send: async () => {
      await change.mutateAsync({ current, password });
      setCurrent('');
      setPassword('');
      void queryClient.invalidateQueries(trpc.account.sessions.pathFilter());
      return undefined;
    },
  });
  return (
    <Card>
      <form onSubmit={form.submit} className="grid gap-4" noValidate>
        <h2 className="text-lg font-strong tracking-title">{t('page.password')}</h2>
        <FormErrors title={t('refused')} problems={form.summary} />
        {/* Password managers store the new password under this user name. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <PasswordField
            {...form.at.current}
            kind="current"
            label={t('page.current')}
            value={current}
            onChange={setCurrent}
          />
          <PasswordField
            {...form.at.password}
            kind="new"
            label={t('newPassword')}
            value={password}
            onChange={setPassword}
          />
        </div>
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" busy={form.busy}>
            {t('page.change')}
          </Button>
          <p role="status" className="text-sm text-ink-2">
            {change.isSuccess && current === '' && password === '' ? t('page.changed') : ''}
          </p>
        </div>
      </form>
    </Card>
  );
}

function Sessions() {
  const t = useTranslations('account.page');
  const format = useFormatter();
  const { data, isPending, isError, refetch } = useQuery(trpc.account.sessions.queryOptions(undefined, SHOWN_IN_PAGE));
  return (
    <Card className="grid gap-3">
      <h2 className="text-lg font-strong tracking-title">{t('sessions')}</h2>
      {isPending ? <Skeleton className="h-16" /> : null}
      {data === undefined && isError ? (
        <ErrorState
          level={3}
          title={t('sessionsFailed')}
          actions={<Button onClick={() => void refetch()}>{t('retry')}</Button>}
        />
      ) : null}
      <ul className="grid gap-2">
        {data?.sessions.map((session) => (
          <li
            key={session.id}
            className="flex flex-wrap items-center justify-between gap-2 rounded-group bg-surface-2 px-3.5 py-2.5 text-sm"
          >
            <span className="font-medium">
              <bdi>{[session.browser, session.system].filter((part) => part !== null).join(' · ') || t('unknown')}</bdi>{' '}
              {session.current ? <Badge>{t('here')}</Badge> : null}
            </span>
            <span className="num text-xs text-ink-3">
              {t('lastSeen', {
                date: format.dateTime(session.lastSeenAt, { dateStyle: 'medium', timeZone: localZone() }),
              })}
            </span>
          </li>
        ))}
      </ul>
      <EndSessions />
    </Card>
  );
}

/** Ends all of the user's sessions, including this one. */
function EndSessions() {
  const t = useTranslations('account.page');
  const leave = useSignOut();
  const everywhere = useMutation(trpc.account.signOutEverywhere.mutationOptions({ onSuccess: leave }));
  return (
    <Button
      tone="danger"
      busy={everywhere.isPending}
      onClick={() => everywhere.mutate()}
      className="justify-self-start"
    >
      {t('everywhere')}
    </Button>
  );
}
