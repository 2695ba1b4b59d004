'use client';

import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useFormatter, useTranslations } from 'next-intl';
import { localZone } from '@/features/core/days';
import { trpc } from '@/lib/trpc/client';
import { Button, buttonStyle } from '@/ui/button';
import { Card } from '@/ui/content/card';
import { Icon } from '@/ui/icon';
import { Skeleton } from '@/ui/content/skeleton';
import { EmptyState, ErrorState } from '@/ui/content/states';
import { Cell, HeadCell, Row, Table } from '@/ui/content/table';
import { COMMAND_LINE } from '@src/kernel/permissions.shared';
import { AdminGate } from './admin-gate';

/** The actions of administrators and finance, and whether the log is intact. */
export function LogPage() {
  const t = useTranslations('admin.log');
  return (
    <AdminGate title={t('title')} lead={t('lead')} alsoFinance>
      <Verdict />
      <Records />
    </AdminGate>
  );
}

function Verdict() {
  const t = useTranslations('admin.log');
  const { data, isFetching, isError, refetch } = useQuery(trpc.operatorLog.verify.queryOptions());
  return (
    <Card className="flex flex-wrap items-center justify-between gap-3">
      <div role="status" className="grid min-w-0 gap-1 text-sm">
        <span className="font-medium">
          {isError
            ? t('unchecked')
            : data === undefined
              ? t('checking')
              : data.intact
                ? t('intact', { count: data.records })
                : t('broken', { number: data.number })}
        </span>
        {data?.intact === true && !isError ? (
          <span className="text-xs break-all text-ink-3">
            {t('last')} <bdi className="num">{data.hash}</bdi>
          </span>
        ) : null}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" busy={isFetching} onClick={() => void refetch()}>
          {t('check')}
        </Button>
        <a href="/api/operator-log" className={buttonStyle({ size: 'sm' })}>
          <Icon of={Download} size="s" />
          {t('file')}
        </a>
      </div>
    </Card>
  );
}

function Records() {
  const t = useTranslations('admin.log');
  const format = useFormatter();
  const pages = useInfiniteQuery(
    trpc.operatorLog.list.infiniteQueryOptions({}, { getNextPageParam: (page) => page.next }),
  );
  if (pages.isPending) return <Skeleton className="h-60" />;
  if (pages.isError && pages.data === undefined) {
    return (
      <Card>
        <ErrorState title={t('failed')} actions={<Button onClick={() => void pages.refetch()}>{t('retry')}</Button>} />
      </Card>
    );
  }
  const records = pages.data?.pages.flatMap((page) => page.records) ?? [];
  if (records.length === 0) {
    return (
      <Card>
        <EmptyState title={t('empty')} />
      </Card>
    );
  }
  return (
    <>
      <Table label={t('title')}>
        <thead>
          <tr>
            <HeadCell figure>{t('number')}</HeadCell>
            <HeadCell>{t('when')}</HeadCell>
            <HeadCell>{t('who')}</HeadCell>
            <HeadCell>{t('what')}</HeadCell>
            <HeadCell>{t('subjects')}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {records.map((record) => (
            <Row key={record.hash}>
              <Cell figure>{format.number(record.number)}</Cell>
              <Cell className="num whitespace-nowrap">
                {format.dateTime(record.at, { dateStyle: 'short', timeStyle: 'medium', timeZone: localZone() })}
              </Cell>
              <Cell className="num text-xs">
                {record.who === COMMAND_LINE ? t('commandLine') : <bdi>{record.who}</bdi>}
              </Cell>
              <Cell>
                {record.kind === 'roleGranted' || record.kind === 'roleRevoked' ? (
                  <span className="block">{t(record.kind, { role: record.role })}</span>
                ) : null}
                <bdi dir="ltr" className="whitespace-nowrap">
                  {record.what}
                </bdi>
              </Cell>
              <Cell className="text-xs break-all">
                <bdi dir="ltr">
                  {Object.entries(record.subjects)
                    .map(([name, id]) => `${name}: ${id}`)
                    .join(', ')}
                </bdi>
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
      {pages.hasNextPage ? (
        <Button
          size="sm"
          busy={pages.isFetchingNextPage}
          onClick={() => void pages.fetchNextPage()}
          className="justify-self-start"
        >
          {t('more')}
        </Button>
      ) : null}
    </>
  );
}
