'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { Plus, Radar } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { EngineFound } from '@src/creation/engines/engines.shared';
import { queryClient, trpc } from '@/lib/trpc/client';
import { Button } from '@/ui/button';
import { Card } from '@/ui/content/card';
import { Icon } from '@/ui/icon';
import { Skeleton } from '@/ui/content/skeleton';
import { EmptyState } from '@/ui/content/states';
import { AdminGate } from './admin-gate';
import { ConnectForm } from './connect-form';
import { EngineCard } from './engine-card';
import { Installs } from './installs/installs';

/**
 * "Connect a real engine": finds it on this machine or by address and key, tests it with one image, and uses it
 * without a restart.
 */
export function EnginesPage() {
  const t = useTranslations('admin.engines');
  return (
    <AdminGate title={t('title')} lead={t('lead')}>
      <Engines />
    </AdminGate>
  );
}

function Engines() {
  const t = useTranslations('admin.engines');
  const [adding, setAdding] = useState<Partial<EngineFound>>();
  const { data, isPending } = useQuery(trpc.engines.list.queryOptions());
  const discover = useMutation(trpc.engines.discover.mutationOptions());
  const connected = (): void => {
    setAdding(undefined);
    void queryClient.invalidateQueries(trpc.engines.list.pathFilter());
    void queryClient.invalidateQueries(trpc.catalog.models.pathFilter());
  };
  if (isPending) return <Skeleton className="h-40" />;
  const found =
    discover.data?.found.filter((one) => data?.engines.every((engine) => engine.address !== one.address)) ?? [];
  const liveModels =
    data?.engines.flatMap(({ offers, modelIds }) =>
      offers.flatMap(({ name, standsInFor }, place) =>
        standsInFor === undefined ? [{ id: modelIds[place] ?? '', name }] : [],
      ),
    ) ?? [];
  const nameOf = (modelId: string): string | undefined => liveModels.find(({ id }) => id === modelId)?.name;
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap gap-2">
        <Button
          tone={adding === undefined ? 'invert' : 'plain'}
          icon={<Icon of={Plus} size="s" />}
          onClick={() => setAdding({})}
        >
          {t('add')}
        </Button>
        <Button icon={<Icon of={Radar} size="s" />} busy={discover.isPending} onClick={() => discover.mutate()}>
          {t('discover')}
        </Button>
      </div>
      {discover.isSuccess ? (
        <div role="status" className="grid gap-2">
          {found.length === 0 ? <p className="text-sm text-ink-2">{t('foundNone')}</p> : null}
          {found.map((one) => (
            <Card key={one.address} className="flex flex-wrap items-center justify-between gap-3 py-3.5">
              <span className="text-sm">
                {t(`kinds.${one.kind}`)} · <bdi className="num">{one.address}</bdi> ·{' '}
                {t('modelCount', { count: one.models.length })}
              </span>
              <Button size="sm" onClick={() => setAdding(one)}>
                {t('useIt')}
              </Button>
            </Card>
          ))}
        </div>
      ) : null}
      {adding === undefined ? null : (
        <ConnectForm
          key={adding.address ?? 'new'}
          start={adding}
          models={liveModels}
          onDone={connected}
          onCancel={() => setAdding(undefined)}
        />
      )}
      {data?.engines.length === 0 && adding === undefined ? (
        <Card>
          <EmptyState title={t('empty')}>{t('emptyText')}</EmptyState>
        </Card>
      ) : null}
      {data?.engines.map((engine) => (
        <EngineCard key={engine.id} engine={engine} nameOf={nameOf} onChanged={connected} />
      ))}
      <Installs />
    </div>
  );
}
