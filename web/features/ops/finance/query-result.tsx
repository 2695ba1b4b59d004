'use client';

import { CalendarX2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { readFailure } from '@/lib/errors/failure';
import { useErrorWords } from '@/lib/errors/words';
import { Button } from '@/ui/button';
import { Card } from '@/ui/content/card';
import { cx } from '@/ui/cx';
import { ErrorState } from '@/ui/content/states';
import { useAddress } from './use-filters';

/** Query options of the finance pages: the page shows errors itself. */
export const IN_BOOKS = { meta: { shownInPage: true } } as const;

/** The parts of a query that its display needs. */
interface Question<Data> {
  readonly data: Data | undefined;
  readonly error: unknown;
  readonly isPlaceholderData: boolean;
  readonly refetch: () => Promise<unknown>;
}

/** Result of a query, a skeleton while it loads, or the error with a retry button. */
export function QueryResult<Data>({
  query,
  shape,
  children,
}: {
  readonly query: Question<Data>;
  readonly shape: ReactNode;
  readonly children: (data: Data) => ReactNode;
}) {
  const t = useTranslations('finance');
  if (query.data !== undefined) {
    return (
      <div
        aria-busy={query.isPlaceholderData}
        className={cx('grid grid-cols-1 gap-4 transition-opacity quick', query.isPlaceholderData && 'opacity-55')}
      >
        {children(query.data)}
      </div>
    );
  }
  if (query.error !== null) return <NotAnswered error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <div role="status" aria-label={t('loading')} className="grid grid-cols-1 gap-4">
      {shape}
    </div>
  );
}

function NotAnswered({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const t = useTranslations('finance.failed');
  const { change } = useAddress();
  const { ofFailure } = useErrorWords();
  const failure = readFailure(error);
  if (failure.kind === 'product' && failure.identifier === 'AS_OF_IN_FUTURE') {
    return (
      <Card>
        <ErrorState
          icon={CalendarX2}
          title={t('future')}
          actions={
            <Button tone="invert" onClick={() => change({ from: undefined, to: undefined, at: undefined })}>
              {t('today')}
            </Button>
          }
        >
          {t('futureText')}
        </ErrorState>
      </Card>
    );
  }
  return (
    <Card>
      <ErrorState title={t('title')} actions={<Button onClick={onRetry}>{t('retry')}</Button>}>
        {ofFailure(failure)} {t('text')}
      </ErrorState>
    </Card>
  );
}
