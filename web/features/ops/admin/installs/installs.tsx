'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect, type ReactNode } from 'react';
import type { InstallsView } from '@src/creation/engines/installs/installs.shared';
import { keepOpen } from '@/lib/live/keep-open';
import { client, queryClient, trpc } from '@/lib/trpc/client';
import { Card } from '@/ui/content/card';
import { Skeleton } from '@/ui/content/skeleton';
import { InstallRow } from './install-row';
import { useBytes } from './use-bytes';

const connectedOf = (view: InstallsView | undefined): string =>
  (view?.models ?? []).map(({ id, install }) => `${id}:${String(install?.isConnected)}:${install?.stage ?? ''}`).join();

/** Models that can be installed on the server's machine, with their progress, live. */
export function Installs() {
  const t = useTranslations('admin.engines.install');
  const { data } = useQuery({ ...trpc.engines.installs.list.queryOptions(), staleTime: Number.POSITIVE_INFINITY });
  useEffect(
    () =>
      keepOpen((course) =>
        client.engines.installs.watch.subscribe(undefined, {
          onData: (view) => {
            const before = queryClient.getQueryData(trpc.engines.installs.list.queryKey());
            queryClient.setQueryData(trpc.engines.installs.list.queryKey(), view);
            if (connectedOf(before) === connectedOf(view)) return;
            void queryClient.invalidateQueries(trpc.engines.list.queryFilter());
            void queryClient.invalidateQueries(trpc.catalog.models.pathFilter());
          },
          ...course,
        }),
      ),
    [],
  );
  if (data === undefined) return <Skeleton className="h-60" />;
  return (
    <Card className="grid gap-4">
      <div className="grid gap-1">
        <h2 className="text-lg font-strong tracking-title">{t('title')}</h2>
        <p className="text-sm text-ink-2">{t('lead')}</p>
        <Machine machine={data.machine} />
        {data.isHere ? null : <p className="text-sm text-warning">{t('elsewhere')}</p>}
      </div>
      <ul className="grid gap-2">
        {data.models.map((model) => (
          <InstallRow key={model.id} model={model} isHere={data.isHere} />
        ))}
      </ul>
    </Card>
  );
}

function Machine({ machine: { memoryBytes, cores, freeBytes, gpu } }: { readonly machine: InstallsView['machine'] }) {
  const t = useTranslations('admin.engines.install');
  const bytes = useBytes();
  const bdi = (words: ReactNode) => <bdi>{words}</bdi>;
  return (
    <p className="num text-xs text-ink-3">
      {t('machine', { memory: bytes(memoryBytes), cores, disk: bytes(freeBytes) })}{' '}
      {gpu === undefined ? t('noGpu') : t.rich(gpu.isBuildable ? 'gpu' : 'gpuUnused', { name: gpu.name, bdi })}
    </p>
  );
}
