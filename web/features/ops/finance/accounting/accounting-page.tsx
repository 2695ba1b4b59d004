'use client';

import { useQuery } from '@tanstack/react-query';
import { trpc } from '@/lib/trpc/client';
import { Skeleton } from '@/ui/content/skeleton';
import { FinanceFrame } from '../finance-frame';
import { IN_BOOKS, QueryResult } from '../query-result';
import { AccountsForm } from './accounts-form';
import { PackRules } from './pack-rules';
import { ReportingCurrency } from './reporting-currency';

/** Settings of bookkeeping: accounts, how packs are recognised, and the reporting currency with its rates. */
export function AccountingPage() {
  return (
    <FinanceFrame view="accounting">
      <Settings />
    </FinanceFrame>
  );
}

function Settings() {
  const query = useQuery(trpc.accounting.settings.queryOptions(undefined, IN_BOOKS));
  return (
    <QueryResult
      query={query}
      shape={
        <>
          <Skeleton className="h-96 rounded-panel" />
          <Skeleton className="h-60 rounded-panel" />
          <Skeleton className="h-60 rounded-panel" />
        </>
      }
    >
      {(view) => (
        <>
          <AccountsForm view={view} />
          <PackRules view={view} />
          <ReportingCurrency view={view} />
        </>
      )}
    </QueryResult>
  );
}
