'use client';

import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { AuthPage } from '@/features/account/auth-page';
import { useAccountForm } from '@/features/account/use-account-form';
import { IN_PAGE } from '@/features/account/use-form';
import { useLinkToken } from '@/features/account/use-link-token';
import { Link } from '@/i18n/navigation';
import { lookAtSession } from '@/lib/session/look';
import { useVisitor } from '@/lib/session/store';
import { trpc } from '@/lib/trpc/client';
import { Button, buttonStyle } from '@/ui/button';
import { FormErrors } from '@/ui/form-errors';

/** Where the link of the first start leads. A press, not the visit, uses it: looking at an address changes nothing. */
export function FirstPage() {
  const t = useTranslations('admin.first');
  const token = useLinkToken();
  const session = useVisitor();
  const claim = useMutation(trpc.account.claimAdmin.mutationOptions(IN_PAGE));
  const form = useAccountForm({
    way: 'link',
    values: {},
    send: async () => {
      await claim.mutateAsync({ token: token ?? '' });
      await lookAtSession();
      return undefined;
    },
  });
  if (token === undefined && !claim.isSuccess) return <AuthPage title={t('noLink')} lead={t('noLinkText')} />;
  if (claim.isSuccess) {
    return (
      <AuthPage arrived title={t('done')} lead={t('doneLead')}>
        <Link href="/admin" className={buttonStyle({ tone: 'invert', size: 'lg', shape: 'block' })}>
          {t('goOn')}
        </Link>
      </AuthPage>
    );
  }
  return (
    <AuthPage title={t('title')} lead={t('lead')}>
      <FormErrors title={t('refused')} problems={form.summary} />
      <Button tone="invert" size="lg" shape="block" busy={form.busy || session.status === 'loading'} onClick={() => form.submit()}>
        {t('press')}
      </Button>
    </AuthPage>
  );
}
