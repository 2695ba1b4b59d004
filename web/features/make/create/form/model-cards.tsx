'use client';

import { RotateCcw, Timer } from 'lucide-react';
import { useFormatter, useTranslations } from 'next-intl';
import { RadioGroup } from 'radix-ui';
import type { ListedModel, ModelView } from '@src/catalog/model.shared';
import { FORMS } from '@src/creation/procedures/registry.shared';
import { useModels } from '@/lib/data/account';
import type { PricedModel } from '@/lib/data/priced-models';
import type { TaskView } from '@src/creation/tasks/task.shared';
import { useAllowance } from '@/lib/data/allowance';
import { useTasks } from '@/lib/data/tasks';
import { Badge } from '@/ui/content/badge';
import { Button } from '@/ui/button';
import { roughTime, type RoughTime } from '@/ui/content/clock';
import { Credits } from '@/ui/content/credits';
import { Icon } from '@/ui/icon';
import { Skeleton } from '@/ui/content/skeleton';
import { offersPlan } from '../press/gate';
import { limitsOf, speedOf } from './model-facts';
import { LoraFields } from './lora-fields';
import { ModelFields } from './model-fields';
import { useModelDescription } from './model-description';
import { priceOf } from '../press/quote';
import type { DraftRequest } from '../draft/draft-request';

/** Duration and maximum output of a model, as text. */
function useFacts(
  model: ModelView,
  request: DraftRequest,
  tasks: readonly TaskView[],
): { readonly took: RoughTime; readonly speed: string; readonly limits: readonly string[] } {
  const t = useTranslations('instruments.models');
  const format = useFormatter();
  const speed = speedOf(model, request.procedure, tasks);
  const took = roughTime(speed.ms);
  const { longSide, video } = limitsOf(model, request);
  const rounded = (value: number): string => format.number(value, { maximumFractionDigits: 1 });
  return {
    took,
    speed: speed.measured === undefined ? t('typical', took) : t('measured', { ...took, count: speed.measured }),
    limits: [
      t('side', { side: longSide }),
      ...(video === undefined ? [] : [t('film', { least: rounded(video.min), most: rounded(video.max) })]),
    ],
  };
}

/** The settings and LoRAs that only the chosen model has. */
export function OwnFields({
  model,
  request: { draft, procedure },
}: {
  readonly model: ListedModel | undefined;
  readonly request: DraftRequest;
}) {
  return (
    <>
      <ModelFields model={model} draft={draft} procedure={procedure} />
      <LoraFields model={model} draft={draft} procedure={procedure} />
    </>
  );
}

function ModelCard({
  model,
  request,
  tasks,
}: {
  readonly model: PricedModel;
  readonly request: DraftRequest;
  readonly tasks: readonly TaskView[];
}) {
  const t = useTranslations('image');
  const tc = useTranslations('common');
  const format = useFormatter();
  const own = useModelDescription(model);
  const isDraft = model.role === 'draft';
  const description = isDraft ? `${t('draft.about')} ${own}` : own;
  const facts = useFacts(model, request, tasks);
  // Unknown until the form's image is there.
  const price = priceOf(model, { ...request, surcharge: 0, draft: { ...request.draft, count: 1 } });
  const isVideo = FORMS[request.procedure].makes === 'video';
  const name =
    price === undefined
      ? t('modelCardUnpriced', { name: model.name, ...facts.took })
      : t(isVideo ? 'modelCardVideo' : 'modelCard', { name: model.name, price, ...facts.took });
  return (
    <RadioGroup.Item
      value={model.id}
      aria-label={`${isDraft ? `${t('draft.badge')}: ` : ''}${name}. ${[...facts.limits, description].join('. ')}`}
      className="group relative grid w-full grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-1 rounded-card bg-surface-2 py-2 ps-3.5 pe-3 text-start transition-colors quick hover:bg-surface-3 data-[state=checked]:inset-ring-[1.5px] data-[state=checked]:inset-ring-ink-1 max-md:w-64 max-md:shrink-0 max-md:content-start"
    >
      <span className="flex min-w-0 items-center gap-2 font-medium">
        <bdi className="truncate">{model.name}</bdi>
        {isDraft ? <Badge>{t('draft.badge')}</Badge> : null}
        {model.tier === 'pro' ? <Badge>{t('modelTier.pro')}</Badge> : null}
      </span>
      {price === undefined ? (
        <span />
      ) : (
        <Credits
          amount={format.number(price)}
          word={tc('credits.word', { count: price })}
          className="num font-medium"
        />
      )}
      {/* Shows the description in full on the selected card only. */}
      <span className="col-span-2 line-clamp-1 text-xs text-ink-3 group-data-[state=checked]:line-clamp-none max-md:line-clamp-2">
        {description}
      </span>
      <span className="num col-span-2 flex flex-wrap gap-x-3 gap-y-0.5 text-xs text-ink-2">
        <span className="inline-flex items-center gap-1">
          <Icon of={Timer} size="s" className="size-3.5 text-ink-3" />
          {facts.speed}
        </span>
        {facts.limits.map((limit) => (
          <span key={limit}>{limit}</span>
        ))}
      </span>
    </RadioGroup.Item>
  );
}

/** Model cards, each with price per output, duration and maximum output. */
export function ModelCards({
  value,
  request,
  onChange,
}: {
  readonly value: string | undefined;
  readonly request: DraftRequest;
  readonly onChange: (id: string) => void;
}) {
  const t = useTranslations('image');
  const te = useTranslations('errors');
  const { models, isPending, isError, refetch } = useModels(request.procedure);
  const allowance = useAllowance();
  const { tasks } = useTasks();
  const pick = (id: string): void => {
    const model = models.find((one) => one.id === id);
    if (model === undefined || !offersPlan(model, undefined, allowance)) onChange(id);
  };
  const chosen = models.find(({ id }) => id === value);
  return (
    <div className="grid min-w-0 gap-[7px]">
      <span className="text-sm font-medium">{t('model')}</span>
      {isError ? (
        <div
          role="alert"
          className="flex items-center justify-between gap-2 rounded-card bg-surface-2 p-3 text-sm text-ink-2"
        >
          {t('modelsFailed')}
          <Button size="sm" icon={<Icon of={RotateCcw} size="s" />} onClick={() => void refetch()}>
            {te('tryAgain')}
          </Button>
        </div>
      ) : isPending ? (
        <div className="grid gap-1.5">
          <Skeleton className="h-[82px] rounded-card" />
          <Skeleton className="h-[82px] rounded-card" />
        </div>
      ) : (
        <RadioGroup.Root
          aria-label={t('model')}
          value={value ?? ''}
          onValueChange={pick}
          className="grid gap-1.5 max-md:-mx-4 max-md:flex max-md:overflow-x-auto max-md:px-4 max-md:scrollbar-none"
        >
          {models.map((model) => (
            <ModelCard key={model.id} model={model} request={request} tasks={tasks} />
          ))}
        </RadioGroup.Root>
      )}
      <OwnFields model={chosen} request={request} />
    </div>
  );
}
