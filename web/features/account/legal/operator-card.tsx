'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { CONTACT } from '@/features/core/nav-links';
import { Link } from '@/i18n/navigation';
import { trpc } from '@/lib/trpc/client';
import { Button } from '@/ui/button';
import { Card } from '@/ui/content/card';
import { Skeleton } from '@/ui/content/skeleton';
import { Notice } from '@/ui/content/states';

/** What the legal pages say about this installation; the page itself is built ahead and knows no setting. */
export const useLegalFacts = () =>
  useQuery(trpc.user.getLegalFacts.queryOptions(undefined, { meta: { shownInPage: true } }));

/** Name, address and contact of the operator, from its settings. */
export function OperatorCard() {
  const t = useTranslations('legal.operator');
  const { data: facts, isError, refetch } = useLegalFacts();
  return (
    <Card className="grid gap-3">
      <h2 className="text-lg font-strong tracking-title">{t('title')}</h2>
      {isError ? (
        <Notice
          tone="danger"
          action={
            <Button size="sm" onClick={() => void refetch()}>
              {t('retry')}
            </Button>
          }
        >
          {t('failed')}
        </Notice>
      ) : null}
      {facts === undefined && !isError ? (
        <div role="status" aria-label={t('loading')}>
          <Skeleton className="h-11" />
        </div>
      ) : null}
      {facts === undefined ? null : (
        <address className="grid justify-items-start text-sm text-ink-2 not-italic">
          {facts.operator.map((line) => (
            <bdi key={line}>{line}</bdi>
          ))}
        </address>
      )}
      <p className="text-sm text-ink-2">
        {t('contact')}:{' '}
        {facts?.contact == null ? null : (
          <>
            <a href={`mailto:${facts.contact}`} className="text-ink-1 underline underline-offset-2">
              <bdi>{facts.contact}</bdi>
            </a>{' '}
            ·{' '}
          </>
        )}
        <Link href={CONTACT.href} className="text-ink-1 underline underline-offset-2">
          {t('form')}
        </Link>
      </p>
    </Card>
  );
}
