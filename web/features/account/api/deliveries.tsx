'use client';

import { useFormatter, useTranslations } from 'next-intl';
import type { DeliveryView } from '@src/creation/webhooks/webhooks.shared';
import { localZone } from '@/features/core/days';
import { Badge } from '@/ui/content/badge';
import { Button } from '@/ui/button';
import { Skeleton } from '@/ui/content/skeleton';
import { ErrorState } from '@/ui/content/states';
import { eventKey } from './new-webhook-form';
import { useDeliveries, useSendAgain } from './use-webhooks';

/** What a webhook was sent, newest first, with the last answer to each. */
export function Deliveries({ webhookId }: { readonly webhookId: string }) {
  const t = useTranslations('api.webhooks');
  const { data, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useDeliveries(webhookId);
  if (isPending) return <Skeleton className="h-20" />;
  if (data === undefined)
    return (
      <ErrorState title={t('loadFailed')} actions={<Button onClick={() => void refetch()}>{t('retry')}</Button>} />
    );
  const all = data.pages.flatMap(({ deliveries }) => deliveries);
  if (all.length === 0) return <p className="text-sm text-ink-2">{t('noDeliveries')}</p>;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {all.map((delivery) => (
          <li key={delivery.id} className="rounded-group bg-surface-2 p-3">
            <Delivery of={delivery} />
          </li>
        ))}
      </ul>
      {hasNextPage ? (
        <Button size="sm" busy={isFetchingNextPage} onClick={() => void fetchNextPage()} className="justify-self-start">
          {t('more')}
        </Button>
      ) : null}
    </div>
  );
}

function Delivery({ of: delivery }: { readonly of: DeliveryView }) {
  const t = useTranslations('api.webhooks');
  const format = useFormatter();
  const again = useSendAgain();
  const time = (at: number): string =>
    format.dateTime(at, { dateStyle: 'medium', timeStyle: 'medium', timeZone: localZone() });
  const { last } = delivery;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2 text-sm">
      <div className="flex flex-wrap items-center gap-2">
        <span className="font-medium">{t(`events.${eventKey(delivery.event)}`)}</span>
        <Badge tone={delivery.state === 'failed' ? 'danger' : 'plain'}>{t(`states.${delivery.state}`)}</Badge>
        <span className="num text-xs text-ink-3">{time(delivery.createdAt)}</span>
      </div>
      {last === undefined ? null : (
        <p className="num text-xs text-ink-2">
          {last.status === undefined
            ? t(`faults.${last.fault ?? 'unreachable'}`)
            : t('answered', { status: String(last.status), ms: last.ms })}
          {' · '}
          {t('attempts', { count: delivery.attempts })}
        </p>
      )}
      {delivery.nextAt === undefined || delivery.attempts === 0 ? null : (
        <p className="num text-xs text-ink-3">{t('next', { date: time(delivery.nextAt) })}</p>
      )}
      <details className="text-xs">
        <summary className="cursor-pointer text-ink-2">{t('body')}</summary>
        <pre dir="ltr" className="mt-2 overflow-x-auto text-start whitespace-pre-wrap wrap-anywhere">
          {delivery.body}
        </pre>
        {last?.answer === undefined ? null : (
          <>
            <p className="pt-2 text-ink-2">{t('answer')}</p>
            <pre dir="ltr" className="mt-2 overflow-x-auto text-start whitespace-pre-wrap wrap-anywhere">
              {last.answer}
            </pre>
          </>
        )}
      </details>
      <Button
        size="sm"
        busy={again.isPending}
        onClick={() => again.mutate({ id: delivery.id })}
        className="justify-self-start"
      >
        {t('sendAgain')}
      </Button>
    </div>
  );
}
