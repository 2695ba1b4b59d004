'use client';

import { useTranslations } from 'next-intl';
import { defined } from '@src/kernel/defined.shared';
import { useRouter } from '@/i18n/navigation';
import { AuthPage } from '../auth-page';
import { CodeForm } from './code-form';
import { landingPath, callbackQuery } from '../sign-in/landing';

export interface VerifyByCodeProps {
  readonly email: string;
  /** Signs in a user whom the code alone does not, if known. */
  readonly password?: string;
  /** Whether no email was sent just now. The user then looks for an earlier one, or requests another. */
  readonly unsent?: boolean;
  /** The page's `callbackUrl` parameter; null without one. */
  readonly callbackUrl?: string | null;
  readonly onAgain: () => void;
}

/** Asks for the code of an email; afterwards the user continues to the target page, or home. */
export function VerifyByCode({ email, password, unsent = false, callbackUrl = null, onAgain }: VerifyByCodeProps) {
  const t = useTranslations('account.verify');
  const router = useRouter();
  const goOn = (isSignedIn: boolean): void =>
    router.push(
      isSignedIn
        ? landingPath(callbackUrl, window.location.origin)
        : `/sign-in?${new URLSearchParams({ email, ...callbackQuery(callbackUrl) }).toString()}`,
    );
  return (
    <CodeForm email={email} {...defined({ password })} onConfirmed={goOn} onAgain={onAgain}>
      {(form, besides) => (
        <AuthPage
          title={t('title')}
          lead={t.rich(unsent ? 'leadUnsent' : 'lead', {
            email,
            address: (chunks) => <bdi className="font-medium text-ink-1">{chunks}</bdi>,
          })}
          below={besides}
        >
          {form}
        </AuthPage>
      )}
    </CodeForm>
  );
}
