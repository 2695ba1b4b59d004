'use client';

import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useSearchParams } from 'next/navigation';
import { AuthPage } from '@/features/account/auth-page';
import { IN_PAGE } from '@/features/account/use-form';
import { Link } from '@/i18n/navigation';
import { readFailure } from '@/lib/errors/failure';
import { useErrorWords } from '@/lib/errors/words';
import { useVisitor } from '@/lib/session/store';
import { trpc } from '@/lib/trpc/client';
import { Button, buttonStyle } from '@/ui/button';
import { FormErrors } from '@/ui/form-errors';

/** Where the link of the first start leads. A press, not the visit, uses it: looking at an address changes nothing. */
export function FirstPage() {
  const t = useTranslations('admin.first');
  const { ofFailure } = useErrorWords();
  const token = useSearchParams().get('token') ?? '';
  const session = useVisitor();
  const claim = useMutation(
    trpc.account.claimAdmin.mutationOptions({
      ...IN_PAGE,
      onSuccess: async () => {
        const { getSession } = await import('next-auth/react');
        await getSession();
      },
    }),
  );
  if (claim.isSuccess) {
    return (
      <AuthPage title={t('done')} lead={t('doneLead')}>
        <Link href="/admin" className={buttonStyle({ tone: 'invert', size: 'lg', shape: 'block' })}>
          {t('goOn')}
        </Link>
      </AuthPage>
    );
  }
  return (
    <AuthPage title={t('title')} lead={t('lead')}>
      <FormErrors title={t('refused')} problems={claim.error === null ? [] : [{ message: ofFailure(readFailure(claim.error)) }]} />
      <Button tone="invert" size="lg" shape="block" busy={claim.isPending || session.status === 'loading'} onClick={() => claim.mutate({ token })}>
        {t('press')}
      </Button>
    </AuthPage>
  );
}
