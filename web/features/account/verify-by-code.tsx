'use client';

import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { toast } from 'sonner';
import { useRouter } from '@/i18n/navigation';
import { sessionState } from '@/lib/session/store';
import { queryClient, trpc } from '@/lib/trpc/client';
import { Button } from '@/ui/button';
import { CodeInput } from '@/ui/code-input';
import { Field } from '@/ui/field';
import { FormErrors } from '@/ui/form-errors';
import { AuthPage } from './auth-page';
import { signInWithPassword } from './sign-in';
import { IN_PAGE, useForm } from './use-form';

const LENGTH = 6;

/** The code of a letter. A visitor who had a session keeps it and is signed in by it; otherwise the password signs in. */
export function VerifyByCode({ email, password, onAgain }: { readonly email: string; readonly password?: string; readonly onAgain: () => void }) {
  const t = useTranslations('account.verify');
  const refused = useTranslations('account')('refused');
  const router = useRouter();
  const [code, setCode] = useState('');
  const verify = useMutation(trpc.account.verifyEmail.mutationOptions(IN_PAGE));
  const resend = useMutation(trpc.account.resendVerification.mutationOptions({ onSuccess: () => void toast.success(t('resent')) }));
  const enter = async (): Promise<string | undefined> => {
    const { getSession } = await import('next-auth/react');
    await getSession();
    queryClient.clear();
    const state = sessionState();
    const known = state.status === 'ready' && state.user.email !== undefined;
    if (!known && password !== undefined) {
      const why = await signInWithPassword(email, password);
      if (why !== undefined) return why;
    }
    router.push(known || password !== undefined ? '/home' : `/sign-in?email=${encodeURIComponent(email)}`);
    return undefined;
  };
  const { submit, busy, problem } = useForm(async () => {
    if (code.length < LENGTH) return 'WRONG_EMAIL_CODE';
    await verify.mutateAsync({ email, code });
    return enter();
  });
  return (
    <AuthPage
      title={t('title')}
      lead={t.rich('lead', { email, address: (chunks) => <bdi className="font-medium text-ink-1">{chunks}</bdi> })}
      below={
        <span className="flex flex-wrap justify-center gap-2">
          <Button tone="quiet" size="sm" busy={resend.isPending} onClick={() => resend.mutate({ email })}>
            {t('resend')}
          </Button>
          <Button tone="quiet" size="sm" onClick={onAgain}>
            {t('other')}
          </Button>
        </span>
      }
    >
      <form onSubmit={submit} className="grid gap-4" noValidate>
        <FormErrors title={refused} problems={problem === undefined ? [] : [{ message: problem }]} />
        <Field label={t('code')} help={t('help')}>
          {({ id, describedBy, invalid }) => <CodeInput id={id} aria-describedby={describedBy} aria-invalid={invalid} value={code} onChange={setCode} autoFocus />}
        </Field>
        <Button type="submit" tone="invert" size="lg" shape="block" busy={busy}>
          {t('press')}
        </Button>
      </form>
    </AuthPage>
  );
}
