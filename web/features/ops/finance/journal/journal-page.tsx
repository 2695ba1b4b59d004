'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { defined } from '@src/kernel/defined.shared';
import type { JournalView } from '@src/billing/journal/journal.shared';
import { trpc } from '@/lib/trpc/client';
import { Card } from '@/ui/content/card';
import { Skeleton } from '@/ui/content/skeleton';
import { EmptyState } from '@/ui/content/states';
import { FinanceFrame } from '../finance-frame';
import { IncompleteNote } from '../incomplete-note';
import { QueryResult, IN_BOOKS } from '../query-result';
import { RevenueFilter, usePaid } from '../revenue/revenue-filter';
import { useFilters } from '../use-filters';
import { JournalDownloads } from './journal-downloads';
import { JournalEntries } from './journal-entries';
import { JournalTies } from './journal-ties';
import { JournalTotals } from './journal-totals';

/** The double-entry journal with what it ties out to, and its files for accounting software. */
export function JournalPage() {
  return (
    <FinanceFrame view="journal">
      <Answer />
    </FinanceFrame>
  );
}

function Answer() {
  const {
    filters: { from, to },
  } = useFilters();
  const { gateway, currency } = usePaid();
  const query = useQuery(
    trpc.journal.byDay.queryOptions(
      { from, to, ...defined({ gateway, currency }) },
      { ...IN_BOOKS, placeholderData: keepPreviousData },
    ),
  );
  return (
    <>
      <RevenueFilter
        choices={query.data ?? { gateways: [], known: [] }}
        currency={currency ?? query.data?.currency ?? 'usd'}
      />
      <QueryResult
        query={query}
        shape={
          <>
            <Skeleton className="h-48 rounded-panel" />
            <Skeleton className="h-72 rounded-panel" />
            <Skeleton className="h-96 rounded-panel" />
          </>
        }
      >
        {(journal) => (
          <>
            <IncompleteNote incomplete={journal.incomplete} />
            <JournalTies journal={journal} />
            <InCurrency journal={journal} gateway={gateway} />
          </>
        )}
      </QueryResult>
    </>
  );
}

function InCurrency({ journal, gateway }: { readonly journal: JournalView; readonly gateway: string | undefined }) {
  const t = useTranslations('finance.journal');
  const { currency } = journal;
  if (currency === null || journal.totals.length === 0)
    return (
      <Card>
        <EmptyState title={t('none.title')}>{t('none.text')}</EmptyState>
      </Card>
    );
  return (
    <>
      <JournalTotals totals={journal.totals} currency={currency} />
      <JournalDownloads journal={journal} currency={currency} gateway={gateway} />
      {/* Another selection starts at its first entries again. */}
      <JournalEntries
        key={`${journal.from} ${journal.to} ${currency} ${gateway ?? ''}`}
        journal={journal}
        currency={currency}
      />
    </>
  );
}
