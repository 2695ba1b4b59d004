'use client';

import { useTranslations } from 'next-intl';
import { AdminGate } from '@/features/ops/admin/admin-gate';
import { useCases } from '@/lib/data/reports';
import { Button } from '@/ui/button';
import { Card } from '@/ui/content/card';
import { Skeleton } from '@/ui/content/skeleton';
import { EmptyState, ErrorState } from '@/ui/content/states';
import { CaseCard } from './case-card';
import { RefusalAppeals } from './refusal-appeals';

/** Reports, requested bans and appeals, for administrators. */
export function ReportsPage() {
  const t = useTranslations('cases');
  return (
    <AdminGate title={t('title')} lead={t('lead')}>
      <Cases />
      <RefusalAppeals />
    </AdminGate>
  );
}

function Cases() {
  const t = useTranslations('cases');
  const { data, isPending, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useCases();
  const cases = data?.pages.flatMap((page) => page.cases) ?? [];
  const isAlone = data?.pages.some(({ administrators }) => administrators === 1) ?? false;
  if (isPending) return <Skeleton className="h-60" />;
  if (isError && cases.length === 0)
    return (
      <Card>
        <ErrorState title={t('failed')} actions={<Button onClick={() => void refetch()}>{t('retry')}</Button>} />
      </Card>
    );
  if (cases.length === 0)
    return (
      <Card>
        <EmptyState title={t('empty')}>{t('emptyText')}</EmptyState>
      </Card>
    );
  return (
    <div className="grid gap-3">
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {cases.map((one) => (
          <li key={one.id}>
            <CaseCard of={one} isAlone={isAlone} />
          </li>
        ))}
      </ul>
      {hasNextPage ? (
        <Button size="sm" className="justify-self-start" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('more')}
        </Button>
      ) : null}
    </div>
  );
}
