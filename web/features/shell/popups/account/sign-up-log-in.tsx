'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { toast } from 'sonner';
import { defined } from '@src/kernel/defined.shared';
import { CodeForm } from '@/features/account/identity/sign-up/code-form';
import { usePendingAddress } from '@/features/account/identity/sign-up/pending-code';
import { signInWithPassword } from '@/features/account/identity/sign-in/sign-in';
import { SignInForm } from '@/features/account/identity/sign-in/sign-in-form';
import { SignUpForm } from '@/features/account/identity/sign-up/sign-up-form';
import { usePathname } from '@/i18n/navigation';
import type { PopupProps } from '@/lib/popups/names';
import { Tabs } from '@/ui/content/tabs';
import { Popup } from '../popup';
import type { PopupFrame } from '../frame';

interface SignInRequest {
  readonly password?: string;
  /** Whether no email has been sent just now. */
  readonly unsent: boolean;
}

interface CodeStepProps extends Pick<PopupFrame, 'onClose'> {
  readonly email: string;
  readonly code: SignInRequest;
  readonly onConfirmed: () => void;
  readonly onAgain: () => void;
}

/** Asks for the code from the email. */
function CodeStep({ email, code, onConfirmed, onAgain, onClose }: CodeStepProps) {
  const t = useTranslations('account');
  return (
    <Popup
      title={t('verify.title')}
      description={t.rich(code.unsent ? 'verify.leadUnsent' : 'verify.lead', {
        email,
        address: (chunks) => <bdi className="font-medium text-ink-1">{chunks}</bdi>,
      })}
      onClose={onClose}
    >
      <CodeForm email={email} {...defined({ password: code.password })} onConfirmed={onConfirmed} onAgain={onAgain}>
        {(form, besides) => (
          <div className="grid gap-4">
            {form}
            {besides}
          </div>
        )}
      </CodeForm>
    </Popup>
  );
}

/** Signs up or in over the page, which keeps everything the user typed. */
export default function SignUpLogIn({ tab, email: known = '', onClose, swap }: PopupProps['signUpLogIn'] & PopupFrame) {
  const t = useTranslations('popups.signUpLogIn');
  const words = useTranslations('account');
  const path = usePathname();
  const pending = usePendingAddress();
  // Ask for the code if one was sent, unless the user chose to sign in.
  const waits = tab === 'signUp' && pending !== undefined;
  const [email, setEmail] = useState(waits ? pending : known);
  const [code, setCode] = useState<SignInRequest | undefined>(waits ? { unsent: true } : undefined);
  const landing = (): string => path + window.location.search;
  const done = (): void => {
    onClose();
    toast.success(t('done'));
  };
  const restore = async (password: string): Promise<string | undefined> => {
    const refused = await signInWithPassword(email, password, true);
    if (refused === undefined) done();
    return refused;
  };
  if (code !== undefined)
    return (
      <CodeStep email={email} code={code} onConfirmed={done} onAgain={() => setCode(undefined)} onClose={onClose} />
    );
  const panels = [
    {
      value: 'signUp',
      label: words('signUp.title'),
      lead: words('signUp.lead'),
      form: (
        <SignUpForm
          email={email}
          onEmail={setEmail}
          landing={landing}
          onSent={(password) => setCode({ password, unsent: false })}
        />
      ),
    },
    {
      value: 'logIn',
      label: words('signIn.title'),
      lead: words('signIn.lead'),
      form: (
        <SignInForm
          email={email}
          onEmail={setEmail}
          landing={landing}
          forgot={
            <button
              type="button"
              onClick={() => swap('forgotPassword', { email })}
              className="inline-flex min-h-6 items-center text-xs text-ink-2 underline underline-offset-2"
            >
              {words('signIn.forgot')}
            </button>
          }
          onSignedIn={done}
          onUnverified={(password) => setCode({ password, unsent: true })}
          onDeleted={(password) => swap('restoreAccount', { email, restore: () => restore(password) })}
        />
      ),
    },
  ];
  return (
    <Popup title={t('title')} onClose={onClose}>
      <Tabs
        label={t('title')}
        first={tab}
        tabs={panels.map(({ lead, form, ...panel }) => ({
          ...panel,
          panel: (
            <div className="grid gap-5">
              <p className="text-sm text-ink-2">{lead}</p>
              {form}
            </div>
          ),
        }))}
      />
    </Popup>
  );
}
