'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { CloseMonth } from '@src/billing/close/close.shared';
import { Link } from '@/i18n/navigation';
import { queryClient, trpc } from '@/lib/trpc/client';
import { Button } from '@/ui/button';
import { Card } from '@/ui/content/card';
import { Skeleton } from '@/ui/content/skeleton';
import { Notice } from '@/ui/content/states';
import { useFigures } from '../charts/use-figures';
import { FinanceFrame } from '../finance-frame';
import { IN_BOOKS, QueryResult } from '../query-result';
import { useAddress } from '../use-filters';
import { CloseChecks } from './close-checks';
import { CloseFigures } from './close-figures';
import { ClosingHistory } from './closing-history';
import { MonthList, type MonthRow } from './month-list';
import { ReopenDialog } from './reopen-dialog';
import { SignDialog } from './sign-dialog';
import { WaitingNotice } from './waiting-notice';

/** Closing of months: checks, sign-off, and the figures as they were signed. */
export function ClosePage() {
  return (
    <FinanceFrame view="close">
      <Months />
    </FinanceFrame>
  );
}

/** The month that is to be closed next: the oldest that is over and open, otherwise the newest. */
const nextOf = (months: readonly MonthRow[]): string | undefined =>
  (months.findLast(({ state }) => state === 'open') ?? months[0])?.month;

function Months() {
  const { parameters, change } = useAddress();
  const query = useQuery(trpc.close.months.queryOptions(undefined, IN_BOOKS));
  const requested = parameters.get('month') ?? '';
  return (
    <QueryResult query={query} shape={<Skeleton className="h-60 rounded-panel" />}>
      {({ months }) => {
        const chosen = months.find(({ month }) => month === requested)?.month ?? nextOf(months);
        return (
          <>
            <MonthList months={months} chosen={chosen} onChoose={(month) => change({ month })} />
            {chosen === undefined ? null : <Month key={chosen} month={chosen} />}
          </>
        );
      }}
    </QueryResult>
  );
}

/** After a change: the month as the server answered it, which stays in view, and the list anew. */
function useTaken(): (answer: CloseMonth) => Promise<void> {
  const { change } = useAddress();
  return async (answer) => {
    queryClient.setQueryData(trpc.close.month.queryKey({ month: answer.month }), answer);
    change({ month: answer.month });
    await queryClient.invalidateQueries({ queryKey: trpc.close.months.queryKey() });
  };
}

function Month({ month }: { readonly month: string }) {
  const query = useQuery(trpc.close.month.queryOptions({ month }, IN_BOOKS));
  return (
    <QueryResult
      query={query}
      shape={
        <>
          <Skeleton className="h-60 rounded-panel" />
          <Skeleton className="h-60 rounded-panel" />
        </>
      }
    >
      {(shown) => (
        <>
          <MonthState shown={shown} />
          <CloseFigures shown={shown} />
          {shown.history.length === 0 ? null : <ClosingHistory month={shown.month} history={shown.history} />}
        </>
      )}
    </QueryResult>
  );
}

/** Names the closings whose signed document is missing or was changed, and says where to look. */
function DocumentFaults({ history }: Pick<CloseMonth, 'history'>) {
  const t = useTranslations('finance.close.faults');
  const look = (
    <Link href="/finance/checks" className="font-medium underline underline-offset-4">
      {t('look')}
    </Link>
  );
  return history.map(({ closing, fault }) =>
    fault === null ? null : (
      <Notice key={closing} tone="danger" action={look}>
        {t(`${fault}.text`, { number: closing })}
      </Notice>
    ),
  );
}

function MonthState({ shown }: { readonly shown: CloseMonth }) {
  const t = useTranslations('finance.close');
  const { month: nameOf, moment } = useFigures();
  const [dialog, setDialog] = useState<'sign' | 'reopen'>();
  const taken = useTaken();
  const {
    month,
    state,
    waiting,
    checks,
    differs,
    history: [last],
  } = shown;
  const isReady = checks.every(({ problem, acceptable }) => problem === null || acceptable);
  const name = nameOf(month);
  return (
    <Card className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="grid max-w-[64ch] gap-1">
          <h2 className="text-lg font-strong tracking-title">{name}</h2>
          <p className="text-sm text-ink-2">
            {state === 'closed' && last !== undefined
              ? t.rich('closedBy', {
                  who: last.actor.name ?? last.actor.id,
                  when: moment(last.at),
                  bdi: (text) => <bdi>{text}</bdi>,
                })
              : t(`stateTexts.${state}`)}
          </p>
        </div>
        {state === 'closed' ? (
          <Button onClick={() => setDialog('reopen')}>{t('reopen.start')}</Button>
        ) : (
          <Button tone="invert" disabled={!isReady} onClick={() => setDialog('sign')}>
            {t('sign.start', { month: name })}
          </Button>
        )}
      </div>
      {waiting === null ? null : <WaitingNotice month={month} waiting={waiting} onDone={taken} />}
      <DocumentFaults history={shown.history} />
      {differs && last?.fault === null ? <Notice tone="danger">{t('differs')}</Notice> : null}
      {state === 'closed' ? null : <CloseChecks month={month} checks={checks} />}
      {dialog === 'sign' ? <SignDialog shown={shown} onClose={() => setDialog(undefined)} onDone={taken} /> : null}
      {dialog === 'reopen' && last !== undefined ? (
        <ReopenDialog month={month} closing={last.closing} onClose={() => setDialog(undefined)} onDone={taken} />
      ) : null}
    </Card>
  );
}
