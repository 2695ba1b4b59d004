'use client';

import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useSearchParams } from 'next/navigation';
import { useEffect, useRef, useState } from 'react';
import { Link, useRouter } from '@/i18n/navigation';
import { readFailure } from '@/lib/errors/failure';
import { proveAddress } from '@/lib/session/refresh-session';
import { client } from '@/lib/trpc/client';
import { Button, buttonStyle } from '@/ui/button';
import { FormErrors } from '@/ui/form/form-errors';
import { Spinner } from '@/ui/content/spinner';
import { AuthPage } from '../auth-page';
import { EmailField } from '../email-field';
import { PasswordField } from '../password/password-field';
import { storePendingAddress, usePendingAddress } from './pending-code';
import { useAccountForm, useRefusals } from '../use-account-form';
import { SKIP_ERROR_CHAIN } from '@/features/core/use-form';
import { useLinkToken } from '../use-link-token';
import { VerifyByCode } from './verify-by-code';

/** Target of the link in a verification email; the code can be typed here too. */
export function VerifyPage() {
  const email = useSearchParams().get('email');
  const token = useLinkToken();
  const router = useRouter();
  const pending = usePendingAddress();
  if (token !== undefined) return <ByLink token={token} />;
  const address = email ?? pending;
  if (address === undefined) return <AskAddress />;
  return <VerifyByCode email={address} unsent onAgain={() => router.push('/sign-up')} />;
}

const wide = { size: 'lg', shape: 'block' } as const;

/** Asks which address the code was sent to, where the page knows neither a link nor an address. */
function AskAddress() {
  const t = useTranslations('account');
  const router = useRouter();
  const [email, setEmail] = useState('');
  const form = useAccountForm({
    way: 'code',
    values: { email },
    send: () => {
      router.push(`/verify-email?${new URLSearchParams({ email: email.trim() }).toString()}`);
      return Promise.resolve(undefined);
    },
  });
  return (
    <AuthPage title={t('verify.askTitle')} lead={t('verify.askLead')}>
      <form onSubmit={form.submit} className="grid gap-4" noValidate>
        <FormErrors title={t('refused')} problems={form.summary} />
        <EmailField {...form.at.email} value={email} onChange={setEmail} />
        <Button type="submit" tone="invert" size="lg" shape="block">
          {t('verify.askPress')}
        </Button>
      </form>
    </AuthPage>
  );
}

/** Uses the link. @returns whether a member is signed in here afterwards */
async function confirmBy(proof: { readonly token: string; readonly password?: string }): Promise<boolean> {
  const address = await proveAddress(() => client.account.verifyEmail.mutate(proof));
  storePendingAddress(undefined, Date.now());
  return address !== undefined;
}

function ByLink({ token }: { readonly token: string }) {
  const t = useTranslations('account.verify');
  const started = useRef(false);
  const { mutate, data, error } = useMutation({ ...SKIP_ERROR_CHAIN, mutationFn: () => confirmBy({ token }) });
  useEffect(() => {
    // The link works once, so a second run of the effect must not use it.
    if (started.current) return;
    started.current = true;
    mutate();
  }, [mutate]);
  const failure = error === null ? undefined : readFailure(error);
  if (failure?.kind === 'product' && failure.identifier === 'EMAIL_AND_PASSWORD_REQUIRED')
    return <ByPassword token={token} />;
  if (error !== null) return <Failed error={error} />;
  if (data !== undefined) return <Done isSignedIn={data} />;
  return (
    <AuthPage title={t('checking')}>
      <span className="justify-self-center">
        <Spinner />
      </span>
    </AuthPage>
  );
}

/** The link was opened in another browser: the password proves that the recipient of the email is who signed up. */
function ByPassword({ token }: { readonly token: string }) {
  const t = useTranslations('account');
  const [password, setPassword] = useState('');
  const verify = useMutation({ ...SKIP_ERROR_CHAIN, mutationFn: confirmBy });
  const form = useAccountForm({
    way: 'link',
    values: { password },
    send: async () => {
      await verify.mutateAsync({ token, password });
      return undefined;
    },
  });
  if (verify.data !== undefined) return <Done isSignedIn={verify.data} />;
  const failure = verify.error === null ? undefined : readFailure(verify.error);
  if (failure?.kind === 'product' && failure.identifier === 'VERIFICATION_EXPIRED')
    return <Failed error={verify.error} />;
  return (
    <AuthPage
      arrived
      title={t('verify.passwordTitle')}
      lead={t('verify.passwordLead')}
      below={
        <Link href="/sign-up" className="inline-flex min-h-6 items-center text-ink-1 underline underline-offset-2">
          {t('verify.toSignUp')}
        </Link>
      }
    >
      <form onSubmit={form.submit} className="grid gap-4" noValidate>
        <FormErrors title={t('refused')} problems={form.summary} />
        <PasswordField
          {...form.at.password}
          kind="current"
          label={t('password')}
          value={password}
          onChange={setPassword}
        />
        <Button type="submit" tone="invert" size="lg" shape="block" busy={form.busy}>
          {t('verify.press')}
        </Button>
      </form>
    </AuthPage>
  );
}

function Failed({ error }: { readonly error: unknown }) {
  const t = useTranslations('account.verify');
  const { ofError } = useRefusals('link');
  return (
    <AuthPage arrived title={t('failed')} lead={ofError(error).message}>
      <div className="grid gap-2">
        <Link href="/sign-in" className={buttonStyle({ tone: 'invert', ...wide })}>
          {t('toSignIn')}
        </Link>
        <Link href="/sign-up" className={buttonStyle({ tone: 'plain', ...wide })}>
          {t('toSignUp')}
        </Link>
      </div>
    </AuthPage>
  );
}

function Done({ isSignedIn }: { readonly isSignedIn: boolean }) {
  const t = useTranslations('account.verify');
  return (
    <AuthPage arrived title={t('done')} lead={isSignedIn ? t('doneLead') : t('doneElsewhere')}>
      <Link href={isSignedIn ? '/home' : '/sign-in'} className={buttonStyle({ tone: 'invert', ...wide })}>
        {isSignedIn ? t('goOn') : t('toSignIn')}
      </Link>
    </AuthPage>
  );
}
