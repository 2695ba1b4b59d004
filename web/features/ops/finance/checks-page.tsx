'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { Reconciliation } from '@src/credits/books/finance.shared';
import { Link } from '@/i18n/navigation';
import { readFailure } from '@/lib/errors/failure';
import { useErrorWords } from '@/lib/errors/words';
import { productNow } from '@/lib/product-time';
import { queryClient, trpc } from '@/lib/trpc/client';
import { Button } from '@/ui/button';
import { Card } from '@/ui/content/card';
import { cx } from '@/ui/cx';
import { Icon } from '@/ui/icon';
import { Skeleton } from '@/ui/content/skeleton';
import { Notice } from '@/ui/content/states';
import { Cell, HeadCell, Row, Table } from '@/ui/content/table';
import { useNow } from '@/ui/hooks/use-now';
import { accountHref, accountName } from './account/account-ref';
import { QueryResult, IN_BOOKS } from './query-result';
import { FinanceFrame } from './finance-frame';
import { ReconciliationHistory } from './reconciliation-history';
import { RootsCard } from './checks/roots-card';
import { useFigures } from './charts/use-figures';

/** Integrity checks: reconciliation, signed roots, and events that projections have set aside. */
export function ChecksPage() {
  return (
    <FinanceFrame view="checks">
      <Reconcile />
      <ReconciliationHistory />
      <RootsCard />
      <Parked />
    </FinanceFrame>
  );
}

function Reconcile() {
  const t = useTranslations('finance.reconcile');
  const { ofFailure } = useErrorWords();
  const last = useQuery(trpc.finance.reconciliation.queryOptions(undefined, IN_BOOKS));
  const [startedAt, setStartedAt] = useState(0);
  const run = useMutation(
    trpc.finance.reconcile.mutationOptions({
      ...IN_BOOKS,
      // The check takes time in proportion to the log. Without batching, no other query waits for it.
      trpc: { context: { skipBatch: true } },
      onSuccess: async (result) => {
        queryClient.setQueryData(trpc.finance.reconciliation.queryKey(), result);
        await queryClient.invalidateQueries({ queryKey: trpc.finance.reconciliations.queryKey() });
      },
    }),
  );
  const start = (): void => {
    setStartedAt(productNow());
    run.mutate();
  };
  return (
    <Card className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="grid max-w-[64ch] gap-1">
          <h2 className="text-lg font-strong tracking-title">{t('title')}</h2>
          <p className="text-sm text-ink-2">{t('lead')}</p>
        </div>
        <Button tone="invert" busy={run.isPending} onClick={start}>
          {last.data == null ? t('start') : t('again')}
        </Button>
      </div>
      {run.isPending ? <Running since={startedAt} /> : null}
      {run.error === null ? null : (
        <Notice tone="danger" live>
          {t('failed', { reason: ofFailure(readFailure(run.error)) })}
        </Notice>
      )}
      <QueryResult query={last} shape={<Skeleton className="h-16 rounded-card" />}>
        {(result) =>
          result === null ? <p className="text-sm text-ink-3">{t('never')}</p> : <Result result={result} />
        }
      </QueryResult>
    </Card>
  );
}

function Running({ since }: { readonly since: number }) {
  const t = useTranslations('finance.reconcile');
  const now = useNow(1_000, true);
  return (
    <p className="text-sm text-ink-2">{t('running', { seconds: Math.max(0, Math.floor((now - since) / 1_000)) })}</p>
  );
}

function Result({
  result: { at, streams, events, documents, works, grants, causes, models, differences, found },
}: {
  readonly result: Reconciliation;
}) {
  const t = useTranslations('finance.reconcile');
  const columns = useTranslations('finance.columns');
  const { number, moment } = useFigures();
  const clean = found === 0;
  return (
    <>
      <div
        role="status"
        className={cx('flex items-start gap-3 rounded-card p-4', clean ? 'bg-success-soft' : 'bg-danger-soft')}
      >
        <Icon
          of={clean ? CircleCheck : TriangleAlert}
          className={cx('mt-px', clean ? 'text-success' : 'text-danger')}
        />
        <div className="grid gap-0.5">
          <p className={cx('text-md font-strong', clean ? 'text-success' : 'text-danger')}>
            {clean ? t('clean') : t('differs', { count: found })}
          </p>
          <p className="num text-sm">
            {t('looked', { at: moment(at), events, accounts: streams, documents, works, grants })}
          </p>
          <p className="num text-sm">
            {t('lookedToo', { causes, billing: models.reduce((sum, model) => sum + model.documents, 0) })}
          </p>
        </div>
      </div>
      {clean ? null : (
        <>
          <Table label={t('table')} className="bg-surface-2">
            <thead>
              <tr>
                <HeadCell>{columns('where')}</HeadCell>
                <HeadCell>{columns('what')}</HeadCell>
              </tr>
            </thead>
            <tbody>
              {differences.map(({ where, what }, index) => (
                <Row key={index}>
                  <Cell className="py-2.5">
                    <bdi>{where}</bdi>
                  </Cell>
                  <Cell className="py-2.5 text-ink-2">
                    <bdi>{what}</bdi>
                  </Cell>
                </Row>
              ))}
            </tbody>
          </Table>
          {differences.length < found ? (
            <p className="num text-sm text-ink-3">
              {t('first', { shown: number(differences.length), count: number(found) })}
            </p>
          ) : null}
        </>
      )}
    </>
  );
}

function Parked() {
  const t = useTranslations('finance.parked');
  const columns = useTranslations('finance.columns');
  const { number, moment } = useFigures();
  const query = useQuery(trpc.finance.parked.queryOptions(undefined, IN_BOOKS));
  return (
    <Card className="grid grid-cols-1 gap-4">
      <div className="grid max-w-[64ch] gap-1">
        <h2 className="text-lg font-strong tracking-title">{t('title')}</h2>
        <p className="text-sm text-ink-2">{t('lead')}</p>
      </div>
      <QueryResult query={query} shape={<Skeleton className="h-12 rounded-card" />}>
        {(parked) =>
          parked.length === 0 ? (
            <Notice tone="success">{t('none')}</Notice>
          ) : (
            <>
              <Table label={t('table')} className="bg-surface-2">
                <thead>
                  <tr>
                    {(['account', 'event', 'reader', 'reason', 'when'] as const).map((column) => (
                      <HeadCell key={column}>{columns(column)}</HeadCell>
                    ))}
                    <HeadCell figure>{columns('position')}</HeadCell>
                  </tr>
                </thead>
                <tbody>
                  {parked.map(({ reader, stream, position, type, reason, at }) => (
                    <Row key={`${reader} ${stream}`}>
                      <Cell className="py-2.5">
                        <Link href={accountHref(stream)} className="underline underline-offset-4">
                          <bdi className="whitespace-nowrap">{accountName(stream)}</bdi>
                        </Link>
                      </Cell>
                      <Cell className="py-2.5">
                        <bdi>{type}</bdi>
                      </Cell>
                      <Cell className="py-2.5 text-ink-2">
                        <bdi>{reader}</bdi>
                      </Cell>
                      <Cell className="py-2.5 text-ink-2">
                        <bdi>{reason}</bdi>
                      </Cell>
                      <Cell className="num py-2.5 whitespace-nowrap text-ink-2">{moment(at)}</Cell>
                      <Cell figure className="py-2.5 text-ink-3">
                        {number(position)}
                      </Cell>
                    </Row>
                  ))}
                </tbody>
              </Table>
              <p className="text-sm text-ink-2">{t('remedy')}</p>
            </>
          )
        }
      </QueryResult>
    </Card>
  );
}
