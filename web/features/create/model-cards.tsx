'use client';

import { RotateCcw } from 'lucide-react';
import { useFormatter, useTranslations } from 'next-intl';
import { RadioGroup } from 'radix-ui';
import type { ModelView } from '@src/catalog/model.shared';
import { useModels } from '@/lib/data/account';
import { useAllowance } from '@/lib/data/allowance';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { Credits } from '@/ui/credits';
import { Icon } from '@/ui/icon';
import { Skeleton } from '@/ui/skeleton';
import { offersPlan } from './gate';
import { useModelDescription } from './model-words';
import { priceOf } from './quote';
import type { Wish } from './wish';

const seconds = (ms: number): number => Math.max(1, Math.round(ms / 1000));

function ModelCard({ model, wish }: { readonly model: ModelView; readonly wish: Wish }) {
  const t = useTranslations('image');
  const tc = useTranslations('common');
  const format = useFormatter();
  const description = useModelDescription(model);
  const price = priceOf(model, { ...wish, draft: { ...wish.draft, count: 1 } }) ?? 0;
  return (
    <RadioGroup.Item
      value={model.id}
      aria-label={t(wish.procedure.startsWith('video.') ? 'modelCardVideo' : 'modelCard', { name: model.name, price, seconds: seconds(model.typicalMs) })}
      className="grid w-full grid-cols-[minmax(0,1fr)_auto] items-center gap-3 rounded-card bg-surface-2 py-1.5 ps-3.5 pe-3 text-start transition-colors quick hover:bg-surface-3 data-[state=checked]:inset-ring-[1.5px] data-[state=checked]:inset-ring-ink-1 max-md:w-56 max-md:shrink-0"
    >
      <span className="grid min-h-[46px] min-w-0 content-center gap-px">
        <span className="flex items-center gap-2 font-medium">
          <bdi className="truncate">{model.name}</bdi>
          {model.tier === 'pro' ? <Badge>{t('modelTier.pro')}</Badge> : null}
        </span>
        <span className="truncate text-xs text-ink-3">{description}</span>
      </span>
      <span className="num grid justify-items-end gap-px">
        <Credits amount={format.number(price)} word={tc('credits.word', { count: price })} className="font-medium" />
        <span className="text-xs text-ink-3">{tc('time.seconds', { count: seconds(model.typicalMs) })}</span>
      </span>
    </RadioGroup.Item>
  );
}

/** Models with what one output costs and how long it takes. */
export function ModelCards({ value, wish, onChange }: { readonly value: string | undefined; readonly wish: Wish; readonly onChange: (id: string) => void }) {
  const t = useTranslations('image');
  const te = useTranslations('errors');
  const { models, isPending, isError, refetch } = useModels(wish.procedure);
  const allowance = useAllowance();
  const pick = (id: string): void => {
    const model = models.find((one) => one.id === id);
    if (model === undefined || !offersPlan(model, undefined, allowance)) onChange(id);
  };
  return (
    <div className="grid min-w-0 gap-[7px]">
      <span className="text-sm font-medium">{t('model')}</span>
      {isError ? (
        <div role="alert" className="flex items-center justify-between gap-2 rounded-card bg-surface-2 p-3 text-sm text-ink-2">
          {t('modelsFailed')}
          <Button size="sm" icon={<Icon of={RotateCcw} size="s" />} onClick={() => void refetch()}>
            {te('tryAgain')}
          </Button>
        </div>
      ) : isPending ? (
        <div className="grid gap-1.5">
          <Skeleton className="h-[62px] rounded-card" />
          <Skeleton className="h-[62px] rounded-card" />
        </div>
      ) : (
        <RadioGroup.Root aria-label={t('model')} value={value ?? ''} onValueChange={pick} className="grid gap-1.5 max-md:-mx-4 max-md:flex max-md:overflow-x-auto max-md:px-4 max-md:scrollbar-none">
          {models.map((model) => (
            <ModelCard key={model.id} model={model} wish={wish} />
          ))}
        </RadioGroup.Root>
      )}
    </div>
  );
}
