'use client';

import { Sparkles } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { TaskView } from '@src/creation/tasks/task.shared';
import { useModels } from '@/lib/data/account';
import { useSurcharge } from '@/lib/data/surcharge';
import { Button } from '@/ui/button';
import { Icon } from '@/ui/icon';
import type { DraftRequest } from '../draft/draft-request';
import { finalOf } from '../press/quote';

export interface MakeFinalProps {
  readonly task: TaskView;
  /** Index of the output. */
  readonly index: number;
  readonly busy: boolean;
  readonly onMake: (request: DraftRequest, price: number) => void;
}

/**
 * Makes the final of a draft by the first model of a connected engine that can make it and that the user's credits pay
 * for, at its price less that of the draft. Renders nothing without such a model, and for what a connected engine made.
 */
export function MakeFinal({ task, index, busy, onMake }: MakeFinalProps) {
  const t = useTranslations('image');
  const { models } = useModels(task.procedure);
  const made = models.find(({ id }) => id === task.input.model);
  const surcharge = useSurcharge(task.origin, task.procedure);
  const final = surcharge === undefined ? undefined : finalOf(models, task, index, surcharge);
  if (made?.role !== 'draft' || task.outputs[index]?.state !== 'ready' || final === undefined) return null;
  const { model, request, quote } = final;
  return (
    <div className="flex basis-full flex-wrap items-center gap-x-3 gap-y-1">
      <Button
        tone="accent"
        icon={<Icon of={Sparkles} size="s" />}
        busy={busy}
        price={t('price', { count: quote.price })}
        onClick={() => onMake(request, quote.price)}
      >
        {t('draft.makeFinal')}
      </Button>
      <p className="num text-xs text-ink-3">
        {t.rich('draft.by', { name: model.name, bdi: (words) => <bdi>{words}</bdi> })}
        {quote.deducted > 0
          ? ` ${t('draft.deducted', { full: quote.price - quote.surcharge + quote.deducted, count: quote.deducted })}`
          : ''}
        {quote.surcharge > 0 ? ` ${t('surcharge', { count: quote.surcharge })}` : ''}
      </p>
    </div>
  );
}
