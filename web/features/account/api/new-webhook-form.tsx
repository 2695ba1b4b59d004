'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { WEBHOOK_EVENTS, type WebhookEvent, type WebhookSecret } from '@src/creation/webhooks/webhooks.shared';
import { useForm } from '@/features/core/use-form';
import { readFailure } from '@/lib/errors/failure';
import { useErrorWords } from '@/lib/errors/words';
import { Button } from '@/ui/button';
import { Checkbox } from '@/ui/form/choices';
import { Field, Input } from '@/ui/form/field';
import { useCreateWebhook } from './use-webhooks';

const FIELDS = ['url'] as const;

/** The name of an event in the messages, which have no dots in their keys. */
export const eventKey = (event: WebhookEvent) => {
  switch (event) {
    case 'task.completed':
      return 'completed';
    case 'task.failed':
      return 'failed';
    case 'task.canceled':
      return 'canceled';
    case 'task.released':
      return 'released';
    default:
      return event satisfies never;
  }
};

/** Adds a webhook. */
export function NewWebhookForm({ onSecret }: { readonly onSecret: (secret: WebhookSecret) => void }) {
  const t = useTranslations('api.webhooks');
  const { ofFailure } = useErrorWords();
  const create = useCreateWebhook();
  const [url, setUrl] = useState('');
  const [events, setEvents] = useState<readonly WebhookEvent[]>(WEBHOOK_EVENTS);
  const toggle = (event: WebhookEvent, isOn: boolean): void =>
    setEvents(WEBHOOK_EVENTS.filter((one) => (one === event ? isOn : events.includes(one))));
  const form = useForm<'url'>({
    fields: FIELDS,
    read: (error) => ({ field: 'url', message: ofFailure(readFailure(error)) }),
    send: async () => {
      if (!URL.canParse(url.trim())) return [{ field: 'url', message: t('urlMissing') }];
      if (events.length === 0) return [{ field: 'url', message: t('eventMissing') }];
      onSecret(await create.mutateAsync({ url: url.trim(), events: [...events] }));
      setUrl('');
      return undefined;
    },
  });
  return (
    <form {...form.early} onSubmit={form.submit} className="grid gap-3 border-t border-line pt-4" noValidate>
      <Field {...form.at.url} label={t('url')} help={t('urlHelp')}>
        {({ id, describedBy, invalid }) => (
          <Input
            id={id}
            name="url"
            type="url"
            dir="ltr"
            autoComplete="off"
            maxLength={2_000}
            aria-describedby={describedBy}
            aria-invalid={invalid}
            value={url}
            onChange={(event) => setUrl(event.target.value)}
            className="text-start"
          />
        )}
      </Field>
      <fieldset className="grid gap-2">
        <legend className="pb-1.5 text-sm font-medium">{t('which')}</legend>
        {WEBHOOK_EVENTS.map((event) => (
          <Checkbox
            key={event}
            label={t(`events.${eventKey(event)}`)}
            checked={events.includes(event)}
            onChange={(isOn) => toggle(event, isOn)}
          />
        ))}
      </fieldset>
      <Button type="submit" tone="invert" busy={form.busy} className="justify-self-start">
        {t('add')}
      </Button>
    </form>
  );
}
