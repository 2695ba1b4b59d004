import { useMutation, useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { EngineListed } from '@src/creation/engines/engines.shared';
import type { ManagedLora } from '@src/creation/engines/loras/loras.shared';
import { FAMILY_NAMES } from '@src/engine/remote/family.shared';
import { queryClient, trpc } from '@/lib/trpc/client';
import { Button } from '@/ui/button';
import { Badge } from '@/ui/content/badge';
import { Icon } from '@/ui/icon';
import { LoraForm } from './lora-form';

/** What an administrator sees of LoRAs, and what forms offer, after a change. */
function refreshed(): void {
  void queryClient.invalidateQueries(trpc.engines.loras.list.queryFilter());
  void queryClient.invalidateQueries(trpc.lora.list.pathFilter());
  void queryClient.invalidateQueries(trpc.catalog.models.pathFilter());
}

/** The LoRAs of an engine, and what an administrator writes about them. */
export function EngineLoras({ engine }: { readonly engine: EngineListed }) {
  const t = useTranslations('admin.engines.loras');
  const { data } = useQuery(trpc.engines.loras.list.queryOptions());
  const refresh = useMutation(trpc.engines.loras.refresh.mutationOptions({ onSuccess: refreshed }));
  const loras = data?.loras.filter(({ engineId }) => engineId === engine.id) ?? [];
  return (
    <section aria-label={t('title')} className="grid gap-3 border-t border-line pt-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="grid gap-0.5">
          <h3 className="text-sm font-medium">{t('title')}</h3>
          <p className="text-xs text-ink-3">{t('lead')}</p>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <span role="status" className="num text-xs text-ink-2">
            {t('count', { count: loras.filter(({ isThere }) => isThere).length })}
          </span>
          <Button
            size="sm"
            icon={<Icon of={RefreshCw} size="s" />}
            busy={refresh.isPending}
            onClick={() => refresh.mutate({ engineId: engine.id })}
          >
            {t('refresh')}
          </Button>
        </div>
      </div>
      {loras.length === 0 ? null : (
        <ul className="grid max-h-[420px] gap-1.5 overflow-y-auto">
          {loras.map((lora) => (
            <Row key={lora.id} lora={lora} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Row({ lora }: { readonly lora: ManagedLora }) {
  const t = useTranslations('admin.engines.loras');
  const [isOpen, setOpen] = useState(false);
  return (
    <li className="grid gap-3 rounded-group bg-surface-2 px-3.5 py-2">
      <div className="flex flex-wrap items-center justify-between gap-2 text-sm">
        <span className="flex min-w-0 flex-wrap items-center gap-2">
          <bdi className="truncate font-medium">{lora.name}</bdi>
          {lora.family === undefined ? null : (
            <Badge>
              <bdi>{FAMILY_NAMES[lora.family]}</bdi>
            </Badge>
          )}
          {lora.isThere ? null : <Badge tone="warning">{t('gone')}</Badge>}
          {lora.isOffered ? null : <Badge>{t('hidden')}</Badge>}
        </span>
        <Button size="sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t(isOpen ? 'close' : 'change')}
        </Button>
      </div>
      {isOpen ? <LoraForm lora={lora} onChanged={refreshed} /> : null}
    </li>
  );
}
