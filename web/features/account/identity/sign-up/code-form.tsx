'use client';

import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState, type ReactNode } from 'react';
import { toast } from 'sonner';
import { proveAddress } from '@/lib/session/refresh-session';
import { trpc } from '@/lib/trpc/client';
import { Button } from '@/ui/button';
import { CodeInput } from '@/ui/form/code-input';
import { Field } from '@/ui/form/field';
import { FormErrors } from '@/ui/form/form-errors';
import { storePendingAddress } from './pending-code';
import { signInWithPassword } from '../sign-in/sign-in';
import { useAccountForm } from '../use-account-form';
import { SKIP_ERROR_CHAIN } from '@/features/core/use-form';

const LENGTH = 6;

export interface CodeFormProps {
  readonly email: string;
  /** Signs in a user whom the code alone does not, if known. */
  readonly password?: string;
  /** Called once the address is confirmed. @param isSignedIn whether a user with an account is now signed in */
  readonly onConfirmed: (isSignedIn: boolean) => void;
  readonly onAgain: () => void;
  /** Renders the form, and separately the links to request another email or change the address. */
  readonly children: (form: ReactNode, besides: ReactNode) => ReactNode;
}

/**
 * Asks for the code from an email. A visitor with a session keeps it and is signed in; otherwise the password signs
 * in.
 */
export function CodeForm({ email, password, onConfirmed, onAgain, children }: CodeFormProps) {
  const t = useTranslations('account.verify');
  const refused = useTranslations('account')('refused');
  const [code, setCode] = useState('');
  const verify = useMutation(trpc.account.verifyEmail.mutationOptions(SKIP_ERROR_CHAIN));
  const enter = async (known: boolean): Promise<string | undefined> => {
    const why = known || password === undefined ? undefined : await signInWithPassword(email, password);
    if (why !== undefined) return why;
    storePendingAddress(undefined, Date.now());
    onConfirmed(known || password !== undefined);
    return undefined;
  };
  const form = useAccountForm({
    way: 'code',
    values: { code: code.length < LENGTH ? '' : code },
    send: async () => {
      // Clear a wrong code; it is typed again, not corrected.
      const address = await proveAddress(() => verify.mutateAsync({ email, code })).finally(() => setCode(''));
      return enter(address !== undefined);
    },
  });
  const again = (): void => {
    storePendingAddress(undefined, Date.now());
    onAgain();
  };
  const resend = useMutation(
    trpc.account.resendVerification.mutationOptions({
      ...SKIP_ERROR_CHAIN,
      onSuccess: () => void toast.success(t('resent')),
      onError: form.refuse,
    }),
  );
  return children(
    <form onSubmit={form.submit} className="grid gap-4" noValidate>
      <FormErrors title={refused} problems={form.summary} />
      <Field label={t('code')} help={t('help')} {...form.at.code}>
        {({ id, describedBy, invalid }) => (
          <CodeInput
            id={id}
            name="code"
            aria-describedby={describedBy}
            aria-invalid={invalid}
            value={code}
            onChange={setCode}
            autoFocus
          />
        )}
      </Field>
      <Button type="submit" tone="invert" size="lg" shape="block" busy={form.busy}>
        {t('press')}
      </Button>
    </form>,
    <span className="flex flex-wrap justify-center gap-2">
      <Button tone="quiet" size="sm" busy={resend.isPending} onClick={() => resend.mutate({ email })}>
        {t('resend')}
      </Button>
      <Button tone="quiet" size="sm" onClick={again}>
        {t('other')}
      </Button>
    </span>,
  );
}
