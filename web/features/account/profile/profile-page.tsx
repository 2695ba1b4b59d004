'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { NAME_LENGTH } from '@src/identity/profile/profile.shared';
import { AccountLink } from '@/features/account/identity/profile/account-link';
import { SKIP_ERROR_CHAIN, useForm } from '@/features/core/use-form';
import { useAccount } from '@/features/core/use-account';
import { Link } from '@/i18n/navigation';
import { readFailure } from '@/lib/errors/failure';
import { useErrorWords } from '@/lib/errors/words';
import { refreshSession } from '@/lib/session/refresh-session';
import { queryClient, trpc } from '@/lib/trpc/client';
import { Button, buttonStyle } from '@/ui/button';
import { Card } from '@/ui/content/card';
import { Switch } from '@/ui/form/choices';
import { Field, Input } from '@/ui/form/field';
import { FormErrors } from '@/ui/form/form-errors';
import { Skeleton } from '@/ui/content/skeleton';
import { EmptyState } from '@/ui/content/states';
import { ProfilePicture } from './profile-picture';
import type { OwnUser } from './own-user';

/** Shows the change, and updates the session and other tabs. */
function showChanged(user: OwnUser): void {
  queryClient.setQueryData(trpc.user.find.queryKey(), user);
  void refreshSession();
}

/** The user's name and image. */
export function ProfilePage() {
  const t = useTranslations('profile');
  const account = useAccount();
  return (
    <div className="mx-auto grid w-full max-w-[640px] gap-4 px-3 pt-3 pb-24">
      <div className="grid gap-1 pb-1">
        <h1 className="text-2xl leading-tight font-strong tracking-title">{t('title')}</h1>
        <p className="text-sm text-ink-2">{t('lead')}</p>
      </div>
      {account.kind === 'unknown' ? <Skeleton className="h-60" /> : null}
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
      {account.kind === 'user' ? <Profile email={account.user.email} /> : null}
    </div>
  );
}

function Profile({ email }: { readonly email: string }) {
  const t = useTranslations('profile');
  const {
    data: user,
    isPending,
    refetch,
  } = useQuery(trpc.user.find.queryOptions(undefined, { meta: { shownInPage: true } }));
  if (isPending) return <Skeleton className="h-60" />;
  if (user === undefined) {
    return (
      <Card className="grid justify-items-start gap-3 text-sm text-ink-2">
        {t('failed')}
        <Button onClick={() => void refetch()}>{t('retry')}</Button>
      </Card>
    );
  }
  return (
    <>
      <ProfilePicture user={user} onChanged={showChanged} />
      <Names key={email} user={user} />
      <Card className="grid gap-3">
        <div className="grid gap-1">
          <h2 className="text-lg font-strong tracking-title">{t('email')}</h2>
          <p className="text-sm text-ink-2">
            <bdi>{email}</bdi>
          </p>
        </div>
        <DecisionLetters user={user} />
        <Link href="/account" className={buttonStyle({ className: 'justify-self-start' })}>
          {t('toAccount')}
        </Link>
      </Card>
    </>
  );
}

/** Turns emails about moderators' decisions on or off. */
function DecisionLetters({ user }: { readonly user: OwnUser }) {
  const t = useTranslations('profile');
  const set = useMutation(trpc.profile.setDecisionLetters.mutationOptions({ onSuccess: showChanged }));
  return (
    <Switch
      label={t('decisionLetters')}
      help={t('decisionLettersHelp')}
      checked={set.isPending ? set.variables.isOn : user.decisionLetters}
      disabled={set.isPending}
      onChange={(isOn) => set.mutate({ isOn })}
    />
  );
}

function Names({ user }: { readonly user: OwnUser }) {
  const t = useTranslations('profile');
  const { ofFailure } = useErrorWords();
  const [name, setName] = useState(user.name ?? '');
  const [firstName, setFirstName] = useState(user.names?.firstName ?? '');
  const [lastName, setLastName] = useState(user.names?.lastName ?? '');
  const update = useMutation(trpc.profile.update.mutationOptions({ ...SKIP_ERROR_CHAIN, onSuccess: showChanged }));
  const values = { name, firstName, lastName };
  const form = useForm<'name' | 'firstName' | 'lastName'>({
    fields: ['name', 'firstName', 'lastName'],
    read: (error) => ({ message: ofFailure(readFailure(error)) }),
    send: async () => {
      const long = (['name', 'firstName', 'lastName'] as const).filter(
        (field) => values[field].trim().length > NAME_LENGTH,
      );
      if (long.length > 0) return long.map((field) => ({ field, message: t('nameLong', { most: NAME_LENGTH }) }));
      await update.mutateAsync(values);
      return undefined;
    },
  });
  const isSaved =
    update.isSuccess &&
    name.trim() === (user.name ?? '') &&
    firstName.trim() === (user.names?.firstName ?? '') &&
    lastName.trim() === (user.names?.lastName ?? '');
  return (
    <Card>
      <form onSubmit={form.submit} className="grid gap-4" noValidate>
        <h2 className="text-lg font-strong tracking-title">{t('names')}</h2>
        <FormErrors title={t('refused')} problems={form.summary} />
        <Field {...form.at.name} label={t('name')} help={t('nameHelp')}>
          {({ id, describedBy, invalid }) => (
            <Input
              id={id}
              autoComplete="nickname"
              aria-describedby={describedBy}
              aria-invalid={invalid}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <Field {...form.at.firstName} label={t('firstName')}>
            {({ id, describedBy, invalid }) => (
              <Input
                id={id}
                autoComplete="given-name"
                aria-describedby={describedBy}
                aria-invalid={invalid}
                value={firstName}
                onChange={(event) => setFirstName(event.target.value)}
              />
            )}
          </Field>
          <Field {...form.at.lastName} label={t('lastName')}>
            {({ id, describedBy, invalid }) => (
              <Input
                id={id}
                autoComplete="family-name"
                aria-describedby={describedBy}
                aria-invalid={invalid}
                value={lastName}
                onChange={(event) => setLastName(event.target.value)}
              />
            )}
          </Field>
        </div>
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" tone="invert" busy={form.busy}>
            {t('save')}
          </Button>
          <p role="status" className="text-sm text-ink-2">
            {isSaved ? t('saved') : ''}
          </p>
        </div>
      </form>
    </Card>
  );
}
