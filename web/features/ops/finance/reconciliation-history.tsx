'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { trpc } from '@/lib/trpc/client';
import { Card } from '@/ui/content/card';
import { cx } from '@/ui/cx';
import { Skeleton } from '@/ui/content/skeleton';
import { Cell, HeadCell, Row, Table } from '@/ui/content/table';
import { QueryResult, IN_BOOKS } from './query-result';
import { useFigures } from './charts/use-figures';

/** Earlier reconciliations, newest first: when, by whom, what was compared and how many differences were found. */
export function ReconciliationHistory() {
  const t = useTranslations('finance.reconcile.history');
  const query = useQuery(trpc.finance.reconciliations.queryOptions({}, IN_BOOKS));
  const { number, moment } = useFigures();
  return (
    <Card className="grid grid-cols-1 gap-4">
      <div className="grid max-w-[64ch] gap-1">
        <h2 className="text-lg font-strong tracking-title">{t('title')}</h2>
        <p className="text-sm text-ink-2">{t('lead')}</p>
      </div>
      <QueryResult query={query} shape={<Skeleton className="h-12 rounded-card" />}>
        {(runs) =>
          runs.length === 0 ? (
            <p className="text-sm text-ink-3">{t('none')}</p>
          ) : (
            <Table label={t('table')} className="bg-surface-2">
              <thead>
                <tr>
                  <HeadCell>{t('when')}</HeadCell>
                  <HeadCell>{t('startedBy')}</HeadCell>
                  {(['took', 'events', 'documents', 'differences'] as const).map((column) => (
                    <HeadCell key={column} figure>
                      {t(column)}
                    </HeadCell>
                  ))}
                </tr>
              </thead>
              <tbody>
                {runs.map(({ at, startedBy, tookMs, events, documents, models, found }) => (
                  <Row key={at}>
                    <Cell className="num py-2.5 whitespace-nowrap">{moment(at)}</Cell>
                    <Cell className="py-2.5 text-ink-2">{t(startedBy)}</Cell>
                    <Cell figure className="py-2.5 text-ink-2">
                      {t('seconds', { seconds: Math.round(tookMs / 100) / 10 })}
                    </Cell>
                    <Cell figure className="py-2.5 text-ink-2">
                      {number(events)}
                    </Cell>
                    <Cell figure className="py-2.5 text-ink-2">
                      {number(models.reduce((sum, model) => sum + model.documents, documents))}
                    </Cell>
                    <Cell figure className={cx('py-2.5 font-strong', found === 0 ? 'text-success' : 'text-danger')}>
                      {number(found)}
                    </Cell>
                  </Row>
                ))}
              </tbody>
            </Table>
          )
        }
      </QueryResult>
    </Card>
  );
}
