'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { defined } from '@src/kernel/defined.shared';
import type { AdjustmentView } from '@src/credits/adjustments/adjustment.shared';
import { client, queryClient, trpc } from '@/lib/trpc/client';
import { Button } from '@/ui/button';
import { Card } from '@/ui/content/card';
import { Skeleton } from '@/ui/content/skeleton';
import { EmptyState } from '@/ui/content/states';
import { QueryResult, IN_BOOKS } from '../query-result';
import { FinanceFrame } from '../finance-frame';
import { useAddress } from '../use-filters';
import { AdjustForm } from './adjust-form';
import { AdjustmentDialog } from './adjustment-dialog';
import { AdjustmentFilters } from './adjustment-filters';
import { AdjustmentRows } from './adjustment-rows';
import { readAdjustmentFilter, wrongFilters } from './adjustment-filter';
import type { Pending } from './pending';

const PAGE = 50;

/** The register of adjustments, and a form that requests one. */
export function AdjustmentsPage() {
  return (
    <FinanceFrame view="adjustments">
      <Adjustments />
    </FinanceFrame>
  );
}

/** The register and every other figure of the account show a change at once. */
const reload = (): Promise<void> => queryClient.invalidateQueries({ queryKey: trpc.finance.pathKey() });

function Adjustments() {
  const t = useTranslations('finance.adjust');
  const { parameters } = useAddress();
  const [pending, setPending] = useState<Pending>();
  const filter = readAdjustmentFilter(parameters);
  const wrong = wrongFilters(parameters);
  const query = useInfiniteQuery({
    queryKey: [...trpc.finance.adjustments.infiniteQueryKey(filter)],
    queryFn: ({ pageParam, signal }) =>
      client.finance.adjustments.query({ ...filter, limit: PAGE, ...defined({ cursor: pageParam }) }, { signal }),
    initialPageParam: undefined as string | undefined, // the first page has no cursor
    getNextPageParam: (page) => page.next,
    ...IN_BOOKS,
  });
  return (
    <>
      <AdjustForm approvalAbove={query.data?.pages[0]?.approvalAbove} onDone={reload} />
      <AdjustmentFilters filter={filter} wrong={wrong} />
      <QueryResult query={query} shape={<Skeleton className="h-96 rounded-panel" />}>
        {({ pages }) => {
          if (wrong.length > 0) return null;
          const adjustments: readonly AdjustmentView[] = pages.flatMap((page) => page.adjustments);
          if (adjustments.length === 0) return <Nothing filtered={Object.keys(filter).length > 0} />;
          return (
            <>
              <AdjustmentRows adjustments={adjustments} onAct={setPending} />
              {query.hasNextPage ? (
                <Button
                  busy={query.isFetchingNextPage}
                  onClick={() => void query.fetchNextPage()}
                  className="justify-self-center"
                >
                  {t('more')}
                </Button>
              ) : null}
            </>
          );
        }}
      </QueryResult>
      {pending === undefined ? null : (
        <AdjustmentDialog
          key={`${pending.act} ${pending.adjustment.requestId}`}
          pending={pending}
          onClose={() => setPending(undefined)}
          onDone={reload}
        />
      )}
    </>
  );
}

function Nothing({ filtered }: { readonly filtered: boolean }) {
  const t = useTranslations('finance.adjust');
  const kind = filtered ? 'none' : 'empty';
  return (
    <Card>
      <EmptyState title={t(`${kind}.title`)}>{t(`${kind}.text`)}</EmptyState>
    </Card>
  );
}
