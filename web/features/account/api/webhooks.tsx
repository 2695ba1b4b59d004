'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { useState } from 'react';
import type { WebhookSecret, WebhookView } from '@src/creation/webhooks/webhooks.shared';
import { localZone } from '@/features/core/days';
import { Badge } from '@/ui/content/badge';
import { Button } from '@/ui/button';
import { Card } from '@/ui/content/card';
import { Skeleton } from '@/ui/content/skeleton';
import { ErrorState } from '@/ui/content/states';
import { Confirm } from '@/ui/overlay/dialog';
import { Deliveries } from './deliveries';
import { NewSecret } from './new-secret';
import { eventKey, NewWebhookForm } from './new-webhook-form';
import { useEnableWebhook, useRemoveWebhook, useWebhooks } from './use-webhooks';

/** The user's webhooks: add, enable, remove, and what each was sent. A secret is shown once. */
export function Webhooks() {
  const t = useTranslations('api.webhooks');
  const { data, isPending, refetch } = useWebhooks();
  const [shown, setShown] = useState<WebhookSecret>();
  if (isPending) return <Skeleton className="h-40" />;
  if (data === undefined)
    return (
      <Card>
        <ErrorState title={t('loadFailed')} actions={<Button onClick={() => void refetch()}>{t('retry')}</Button>} />
      </Card>
    );
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="grid gap-1">
        <h2 className="text-lg font-strong tracking-title">{t('title')}</h2>
        <p className="max-w-[64ch] text-sm text-ink-2">{t('lead')}</p>
      </div>
      {shown === undefined ? null : (
        <NewSecret key={shown.secret} label={t('secret')} secret={shown.secret} onClose={() => setShown(undefined)} />
      )}
      {data.webhooks.length === 0 ? null : (
        <ul className="grid grid-cols-[minmax(0,1fr)] divide-y divide-line">
          {data.webhooks.map((webhook) => (
            <li key={webhook.id} className="py-3 first:pt-0 last:pb-0">
              <Webhook of={webhook} />
            </li>
          ))}
        </ul>
      )}
      <NewWebhookForm onSecret={setShown} />
    </Card>
  );
}

function Webhook({ of: webhook }: { readonly of: WebhookView }) {
  const t = useTranslations('api.webhooks');
  const format = useFormatter();
  const remove = useRemoveWebhook();
  const enable = useEnableWebhook();
  const [confirms, setConfirms] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const time = (at: number): string =>
    format.dateTime(at, { dateStyle: 'medium', timeStyle: 'short', timeZone: localZone() });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h3 className="text-sm font-medium wrap-anywhere">
        <bdi dir="ltr">{webhook.url}</bdi>
      </h3>
      <div className="flex flex-wrap items-center gap-2">
        {webhook.events.map((event) => (
          <Badge key={event}>{t(`events.${eventKey(event)}`)}</Badge>
        ))}
      </div>
      {webhook.disabledAt === undefined ? null : (
        <p className="text-sm text-danger">{t('disabled', { date: time(webhook.disabledAt) })}</p>
      )}
      {webhook.failingSince === undefined || webhook.disabledAt !== undefined ? null : (
        <p className="text-sm text-danger">{t('failing', { date: time(webhook.failingSince) })}</p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button size="sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t('deliveries')}
        </Button>
        {webhook.disabledAt === undefined ? null : (
          <Button size="sm" busy={enable.isPending} onClick={() => enable.mutate({ id: webhook.id })}>
            {t('enable')}
          </Button>
        )}
        <Button size="sm" tone="danger" busy={remove.isPending} onClick={() => setConfirms(true)}>
          {t('remove.press')}
        </Button>
      </div>
      {isOpen ? <Deliveries webhookId={webhook.id} /> : null}
      {confirms ? (
        <Confirm
          open
          onOpenChange={setConfirms}
          title={t('remove.title')}
          description={t('remove.text')}
          actions={({ Cancel, Action }) => (
            <>
              <Cancel asChild>
                <Button>{t('cancel')}</Button>
              </Cancel>
              <Action asChild>
                <Button tone="danger" onClick={() => remove.mutate({ id: webhook.id })}>
                  {t('remove.press')}
                </Button>
              </Action>
            </>
          )}
        />
      ) : null}
    </div>
  );
}
