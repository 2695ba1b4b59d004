'use client';

import { useMutation } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import type { OptionalModelView } from '@src/creation/models/optional-models.shared';
import { keepOpen } from '@/lib/live/keep-open';
import { client, queryClient, trpc } from '@/lib/trpc/client';
import { Button } from '@/ui/button';
import { Badge } from '@/ui/content/badge';
import { Card } from '@/ui/content/card';
import { Bar } from '@/ui/content/progress';

/** Models that packages carry: what each adds, its size and licences, and one press to install it. */
export function OptionalModels() {
  const t = useTranslations('admin.optionalModels');
  const [models, setModels] = useState<readonly OptionalModelView[]>();
  useEffect(
    () =>
      keepOpen((course) =>
        client.optionalModels.onChange.subscribe(undefined, {
          onData: (changed) => {
            setModels(changed);
            void queryClient.invalidateQueries(trpc.catalog.models.pathFilter());
          },
          ...course,
        }),
      ),
    [],
  );
  if (models === undefined) return null;
  return (
    <section aria-labelledby="optional-models" className="mt-8 grid gap-3">
      <h2 id="optional-models" className="text-lg font-strong tracking-title">
        {t('title')}
      </h2>
      <p className="text-sm text-ink-2">{t('lead')}</p>
      {models.map((model) => (
        <OptionalModel key={model.id} model={model} />
      ))}
    </section>
  );
}

function OptionalModel({ model }: { readonly model: OptionalModelView }) {
  const t = useTranslations('admin.optionalModels');
  const format = useFormatter();
  const install = useMutation(trpc.optionalModels.install.mutationOptions());
  const remove = useMutation(trpc.optionalModels.remove.mutationOptions());
  const megabytes = (bytes: number): string =>
    format.number(Math.ceil(bytes / 1_000_000), { style: 'unit', unit: 'megabyte' });
  const { state } = model;
  return (
    <Card className="grid gap-3">
      <div className="grid gap-1">
        <h3 className="flex flex-wrap items-center gap-2 font-medium">
          <bdi>{model.name}</bdi>
          {state.is === 'installed' ? <Badge>{t('installed')}</Badge> : null}
        </h3>
        <p className="text-sm text-ink-2">{t(`adds.${model.id}`)}</p>
        <p className="num text-xs text-ink-3">
          {t('facts', {
            download: megabytes(model.download),
            disk: megabytes(model.disk),
            licences: format.list(model.licences),
          })}
        </p>
        <p className="text-xs text-ink-3 [overflow-wrap:anywhere]">
          <bdi dir="ltr">{model.packages.map(({ name, version }) => `${name}\u00a0${version}`).join(', ')}</bdi>
        </p>
      </div>
      {state.is === 'failed' ? (
        <p role="alert" className="text-sm text-danger">
          {t(`failed.${state.reason}`)}
        </p>
      ) : null}
      {state.is === 'installing' ? (
        <div className="grid gap-1.5">
          <Bar percent={(100 * state.received) / model.download} label={t('installing', { name: model.name })} />
          <p className="num text-xs text-ink-3">
            {t('progress', { received: megabytes(state.received), total: megabytes(model.download) })}
          </p>
        </div>
      ) : null}
      <div className="flex flex-wrap gap-2">
        {state.is === 'absent' || state.is === 'failed' ? (
          <Button tone="invert" busy={install.isPending} onClick={() => install.mutate({ id: model.id })}>
            {t('install')}
          </Button>
        ) : null}
        {state.is === 'installing' ? (
          <Button busy={remove.isPending} onClick={() => remove.mutate({ id: model.id })}>
            {t('cancel')}
          </Button>
        ) : null}
        {state.is === 'installed' ? (
          <Button tone="danger" busy={remove.isPending} onClick={() => remove.mutate({ id: model.id })}>
            {t('remove')}
          </Button>
        ) : null}
      </div>
    </Card>
  );
}
