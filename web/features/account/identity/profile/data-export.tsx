'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'next-intl';
import { localZone } from '@/features/core/days';
import { queryClient, trpc } from '@/lib/trpc/client';
import { Button, buttonStyle } from '@/ui/button';
import { Card } from '@/ui/content/card';
import { FormErrors } from '@/ui/form/form-errors';
import { Skeleton } from '@/ui/content/skeleton';
import { useTimeOfDay } from '@/ui/hooks/use-now';
import { refetchIntervalOf, dataExportStateOf, type DataExportState as State } from './data-export-state';
import { useAccountForm } from '../use-account-form';
import { SKIP_ERROR_CHAIN } from '@/features/core/use-form';

const MINUTE = 60_000;

/**
 * Requests an export of the user's data, and offers the file while it is available. @param hasAddress whether an email
 * announces it
 */
export function DataExport({ hasAddress }: { readonly hasAddress: boolean }) {
  const t = useTranslations('account');
  const status = useQuery(
    trpc.account.exportStatus.queryOptions(undefined, {
      refetchInterval: ({ state }) => refetchIntervalOf(state.data),
    }),
  );
  const ask = useMutation(
    trpc.account.export.mutationOptions({
      ...SKIP_ERROR_CHAIN,
      onSuccess: (view) => queryClient.setQueryData(trpc.account.exportStatus.queryKey(), view),
    }),
  );
  const form = useAccountForm({
    way: 'export',
    values: {},
    send: async () => {
      await ask.mutateAsync();
      return undefined;
    },
  });
  const state = dataExportStateOf(status.data, useTimeOfDay(MINUTE, status.data?.state === 'ready'));
  return (
    <Card className="grid gap-3">
      <h2 className="text-lg font-strong tracking-title">{t('takeAway.title')}</h2>
      <p className="text-sm text-ink-2">{t('takeAway.lead')}</p>
      <FormErrors title={t('refused')} problems={form.summary} />
      {status.isPending ? <Skeleton className="h-10" /> : <Stage state={state} hasAddress={hasAddress} />}
      {status.data === undefined || state.is === 'waiting' || state.is === 'ready' ? null : (
        <Button busy={form.busy} onClick={() => form.submit()} className="justify-self-start">
          {t('takeAway.ask')}
        </Button>
      )}
    </Card>
  );
}

/** The export's progress, then its file. */
function Stage({ state, hasAddress }: { readonly state: State; readonly hasAddress: boolean }) {
  const t = useTranslations('account.takeAway');
  const format = useFormatter();
  const said =
    state.is === 'ready'
      ? t('ready', {
          date: format.dateTime(state.until, { dateStyle: 'medium', timeStyle: 'short', timeZone: localZone() }),
        })
      : state.is === 'none'
        ? ''
        : state.is === 'waiting' && !hasAddress
          ? t('waitingHere')
          : t(state.is);
  return (
    <>
      <p role="status" className="text-sm text-ink-1 empty:hidden">
        {said}
      </p>
      {state.is === 'ready' ? (
        <a href="/api/account/export" download className={`${buttonStyle({ tone: 'plain' })} justify-self-start`}>
          {t('download')}
        </a>
      ) : null}
    </>
  );
}
