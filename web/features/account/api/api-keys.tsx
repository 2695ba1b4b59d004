'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { useState } from 'react';
import type { ApiKeySecret, ApiKeyView } from '@src/identity/api-keys/api-keys.shared';
import { localZone } from '@/features/core/days';
import { Badge } from '@/ui/content/badge';
import { Button } from '@/ui/button';
import { Card } from '@/ui/content/card';
import { Skeleton } from '@/ui/content/skeleton';
import { ErrorState } from '@/ui/content/states';
import { Confirm } from '@/ui/overlay/dialog';
import { NewKeyForm } from './new-key-form';
import { NewSecret } from './new-secret';
import { useApiKeys, useReplaceApiKey, useRevokeApiKey } from './use-api-keys';

/** The user's API keys: create, replace the secret, revoke. A secret is shown once. */
export function ApiKeys() {
  const t = useTranslations('api.keys');
  const { data, isPending, refetch } = useApiKeys();
  const [shown, setShown] = useState<ApiKeySecret>();
  if (isPending) return <Skeleton className="h-40" />;
  if (data === undefined)
    return (
      <Card>
        <ErrorState title={t('failed')} actions={<Button onClick={() => void refetch()}>{t('retry')}</Button>} />
      </Card>
    );
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 className="text-lg font-strong tracking-title">{t('title')}</h2>
      {shown === undefined ? null : (
        <NewSecret
          key={shown.secret}
          label={t('secret', { name: shown.key.name })}
          secret={shown.secret}
          onClose={() => setShown(undefined)}
        />
      )}
      {data.length === 0 ? (
        <p className="text-sm text-ink-2">{t('empty')}</p>
      ) : (
        <ul className="grid grid-cols-[minmax(0,1fr)] divide-y divide-line">
          {data.map((key) => (
            <li key={key.id} className="py-3 first:pt-0 last:pb-0">
              <Key of={key} onSecret={setShown} />
            </li>
          ))}
        </ul>
      )}
      <NewKeyForm onSecret={setShown} />
    </Card>
  );
}

function Key({ of: key, onSecret }: { readonly of: ApiKeyView; readonly onSecret: (secret: ApiKeySecret) => void }) {
  const t = useTranslations('api.keys');
  const format = useFormatter();
  const replace = useReplaceApiKey();
  const revoke = useRevokeApiKey();
  const [confirms, setConfirms] = useState<'replace' | 'revoke'>();
  const time = (at: number): string =>
    format.dateTime(at, { dateStyle: 'medium', timeStyle: 'short', timeZone: localZone() });
  const confirmed = (): void => {
    if (confirms === 'revoke') revoke.mutate({ id: key.id });
    if (confirms === 'replace') replace.mutate({ id: key.id }, { onSuccess: onSecret });
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="text-sm font-medium wrap-anywhere">
          <bdi>{key.name}</bdi>
        </h3>
        <Badge>{t(`payers.${key.payer}`)}</Badge>
        {key.scopes.map((scope) => (
          <Badge key={scope}>{t(`scopes.${scope}`)}</Badge>
        ))}
      </div>
      <p className="num text-xs text-ink-3">
        {t('created', { date: time(key.createdAt) })}
        {' · '}
        {key.lastUsedAt === undefined ? t('unused') : t('used', { date: time(key.lastUsedAt) })}
      </p>
      {key.replacedUntil === undefined ? null : (
        <p className="num text-xs text-ink-2">{t('replacedUntil', { date: time(key.replacedUntil) })}</p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button size="sm" busy={replace.isPending} onClick={() => setConfirms('replace')}>
          {t('replace.press')}
        </Button>
        <Button size="sm" tone="danger" busy={revoke.isPending} onClick={() => setConfirms('revoke')}>
          {t('revoke.press')}
        </Button>
      </div>
      {confirms === undefined ? null : (
        <Confirm
          open
          onOpenChange={(open) => (open ? undefined : setConfirms(undefined))}
          title={t(`${confirms}.title`, { name: key.name })}
          description={t(`${confirms}.text`)}
          actions={({ Cancel, Action }) => (
            <>
              <Cancel asChild>
                <Button>{t('cancel')}</Button>
              </Cancel>
              <Action asChild>
                <Button tone={confirms === 'revoke' ? 'danger' : 'invert'} onClick={confirmed}>
                  {t(`${confirms}.press`)}
                </Button>
              </Action>
            </>
          )}
        />
      )}
    </div>
  );
}
