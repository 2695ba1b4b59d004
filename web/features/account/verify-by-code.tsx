'use client';

import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { toast } from 'sonner';
import { useRouter } from '@/i18n/navigation';
import { lookAtSession } from '@/lib/session/look';
import { trpc } from '@/lib/trpc/client';
import { Button } from '@/ui/button';
import { CodeInput } from '@/ui/code-input';
import { Field } from '@/ui/field';
import { FormErrors } from '@/ui/form-errors';
import { AuthPage } from './auth-page';
import { signInWithPassword } from './sign-in';
import { useAccountForm } from './use-account-form';
import { IN_PAGE } from './use-form';

const LENGTH = 6;

export interface VerifyByCodeProps {
  readonly email: string;
  /** Where it is known, it signs in whoever the code alone does not. */
  readonly password?: string;
  /** No letter was sent just now: one has to be looked for, or asked for. */
  readonly unsent?: boolean;
  readonly onAgain: () => void;
}

/** The code of a letter. A visitor who had a session keeps it and is signed in by it; otherwise the password signs in. */
export function VerifyByCode({ email, password, unsent = false, onAgain }: VerifyByCodeProps) {
  const t = useTranslations('account.verify');
  const refused = useTranslations('account')('refused');
  const router = useRouter();
  const [code, setCode] = useState('');
  const verify = useMutation(trpc.account.verifyEmail.mutationOptions(IN_PAGE));
  const enter = async (): Promise<string | undefined> => {
    const known = (await lookAtSession()) !== undefined;
    const why = known || password === undefined ? undefined : await signInWithPassword(email, password);
    if (why === undefined) router.push(known || password !== undefined ? '/home' : `/sign-in?email=${encodeURIComponent(email)}`);
    return why;
  };
  const form = useAccountForm({
    way: 'code',
    values: { code: code.length < LENGTH ? '' : code },
    send: async () => {
      // A wrong code is typed anew, not mended.
      await verify.mutateAsync({ email, code }).finally(() => setCode(''));
      return enter();
    },
  });
  const resend = useMutation(trpc.account.resendVerification.mutationOptions({ ...IN_PAGE, onSuccess: () => void toast.success(t('resent')), onError: form.refuse }));
  return (
    <AuthPage
      title={t('title')}
      lead={t.rich(unsent ? 'leadUnsent' : 'lead', { email, address: (chunks) => <bdi className="font-medium text-ink-1">{chunks}</bdi> })}
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
      <form onSubmit={form.submit} className="grid gap-4" noValidate>
        <FormErrors title={refused} problems={form.summary} />
        <Field label={t('code')} help={t('help')} {...form.at.code}>
          {({ id, describedBy, invalid }) => <CodeInput id={id} name="code" aria-describedby={describedBy} aria-invalid={invalid} value={code} onChange={setCode} autoFocus />}
        </Field>
        <Button type="submit" tone="invert" size="lg" shape="block" busy={form.busy}>
          {t('press')}
        </Button>
      </form>
    </AuthPage>
  );
}
