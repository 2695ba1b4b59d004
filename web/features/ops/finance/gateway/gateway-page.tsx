'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { defined } from '@src/kernel/defined.shared';
import type { TieOutView } from '@src/billing/settlement/tie-out.shared';
import { trpc } from '@/lib/trpc/client';
import { buttonStyle } from '@/ui/button';
import { Icon } from '@/ui/icon';
import { Skeleton } from '@/ui/content/skeleton';
import { Notice } from '@/ui/content/states';
import { Figure } from '../charts/figure';
import { useFigures } from '../charts/use-figures';
import { dayPlus } from '../filters';
import { FinanceFrame } from '../finance-frame';
import { IN_BOOKS, QueryResult } from '../query-result';
import { RevenueFilter, usePaid } from '../revenue/revenue-filter';
import { useAddress, useFilters } from '../use-filters';
import { Balances } from './balances';
import { GatewayReads } from './gateway-reads';
import { OtherDays } from './other-days';
import { UnmatchedLines } from './unmatched-lines';

/** Payments compared with the transactions of the gateways. */
export function GatewayPage() {
  return (
    <FinanceFrame view="gateway">
      <TieOut />
    </FinanceFrame>
  );
}

function TieOut() {
  const {
    filters: { from, to },
  } = useFilters();
  const { gateway } = usePaid();
  const query = useQuery(
    trpc.finance.tieOut.queryOptions(
      { from, to, ...defined({ gateway }) },
      { ...IN_BOOKS, placeholderData: keepPreviousData },
    ),
  );
  return (
    <>
      <RevenueFilter choices={{ gateways: query.data?.gateways ?? [], known: [] }} />
      <QueryResult
        query={query}
        shape={
          <>
            <Skeleton className="h-24 rounded-panel" />
            <Skeleton className="h-24 rounded-panel" />
            <Skeleton className="h-72 rounded-panel" />
          </>
        }
      >
        {(view) => (
          <>
            <GatewayReads reads={view.reads} />
            <Result view={view} />
          </>
        )}
      </QueryResult>
    </>
  );
}

function Result({ view }: { readonly view: TieOutView }) {
  const t = useTranslations('finance.tieOut');
  const { number } = useFigures();
  const { parameters } = useAddress();
  const {
    balances,
    contradicted,
    contradictions,
    from,
    to,
    graceDays,
    lines,
    matched,
    overdue,
    unmatched,
    unread,
    otherDays,
    onOtherDays,
  } = view;
  const gateway = parameters.get('gateway');
  const fileHref = (name: string): string =>
    `/api/finance/export?${new URLSearchParams({ name, from, to: dayPlus(to, 1), ...(gateway === null ? {} : { gateway }) })}`;
  return (
    <>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-3">
        <Figure label={t('matched')} value={number(matched)} note={t('matchedNote')} />
        <Figure label={t('unmatched')} value={number(unmatched)} note={t('unmatchedNote')} />
        <Figure label={t('overdue')} value={number(overdue)} note={t('overdueNote', { days: graceDays })} />
      </div>
      {contradictions.map(({ transactionId, gateway: name, fields }) => (
        <Notice key={`${name} ${transactionId}`} tone="danger">
          {t('contradiction', { id: transactionId, gateway: name, fields: fields.join(', ') })}
        </Notice>
      ))}
      {contradictions.length < contradicted ? (
        <p className="num text-sm text-ink-3">
          {t('first', { shown: number(contradictions.length), count: number(contradicted) })}
        </p>
      ) : null}
      {unread.count === 0 ? null : (
        <Notice tone="warning">{t('unread', { gateways: unread.gateways.join(', '), count: unread.count })}</Notice>
      )}
      {unread.count > 0 && lines.length === 0 ? null : (
        <UnmatchedLines lines={lines} count={unmatched} isOnSameDays={onOtherDays === 0} />
      )}
      <OtherDays lines={otherDays} count={onOtherDays} />
      <Balances balances={balances} />
      <div className="flex flex-wrap gap-2">
        {(['tie-out', 'gateway-transactions'] as const).map((name) => (
          <a key={name} href={fileHref(name)} className={buttonStyle()}>
            <Icon of={Download} size="s" />
            {t(`download.${name}`)}
          </a>
        ))}
      </div>
    </>
  );
}
