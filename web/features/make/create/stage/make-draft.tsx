'use client';

import { Zap } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useModels } from '@/lib/data/account';
import { Button } from '@/ui/button';
import { Icon } from '@/ui/icon';
import { requestOfTask } from '../draft/draft-request';
import { quoteOf } from '../press/quote';
import type { MakeFinalProps } from './make-final';

/** Offers the local engine for a creation that a connected engine failed to make. Renders nothing for others. */
export function MakeDraft({ task, busy, onMake }: Pick<MakeFinalProps, 'task' | 'busy' | 'onMake'>) {
  const t = useTranslations('image');
  const { models } = useModels(task.procedure);
  const isLocal = models.some(({ id, engine }) => id === task.input.model && engine === 'local');
  const local = models.find(({ engine }) => engine === 'local');
  if (task.status !== 'failed' || isLocal || local === undefined) return null;
  const again = requestOfTask(task, true);
  const request = { ...again, draft: { ...again.draft, model: local.id } };
  const quote = quoteOf(local, request);
  if ('refused' in quote) return null;
  return (
    <Button
      icon={<Icon of={Zap} size="s" />}
      busy={busy}
      price={t('price', { count: quote.price })}
      onClick={() => onMake(request, quote.price)}
    >
      {t('draft.instead')}
    </Button>
  );
}
