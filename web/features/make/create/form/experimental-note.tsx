'use client';

import { useTranslations } from 'next-intl';
import type { ModelView } from '@src/catalog/model.shared';
import type { ProcedureName } from '@src/creation/procedures/params.shared';
import { Badge } from '@/ui/content/badge';
import { isExperimental } from './model-facts';

/** Says that the built-in engine's results are often poor here; nothing with another model. */
export function ExperimentalNote({
  procedure,
  model,
}: {
  readonly procedure: ProcedureName;
  readonly model: Pick<ModelView, 'engine'> | undefined;
}) {
  const t = useTranslations('image.experimental');
  if (!isExperimental(procedure, model)) return null;
  return (
    <p data-experimental className="flex items-start gap-2 text-xs text-ink-3">
      <Badge tone="warning">{t('badge')}</Badge>
      <span className="pt-[3px]">{t('text')}</span>
    </p>
  );
}
