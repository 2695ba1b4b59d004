'use client';

import { ArrowRight } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { ModelView } from '@src/catalog/model.shared';
import { definitionOf } from '@src/creation/procedures/params.shared';
import { settingsOf } from '@/features/make/create/draft/draft';
import { changeOptions, requestOf, useFormState } from '@/features/make/create/draft/draft-store';
import { quoteOf } from '@/features/make/create/press/quote';
import { Icon } from '@/ui/icon';
import { Segmented } from '@/ui/form/segmented';

const PROCEDURE = 'imageTools.upscale';

/** The scale factor, and the resulting size. */
export function UpscaleFields({ model }: { readonly model: ModelView | undefined }) {
  const t = useTranslations('tools.upscale');
  const form = useFormState(PROCEDURE);
  const { image } = form.given;
  const settings = settingsOf(form.draft, PROCEDURE);
  const quote = model === undefined || image === undefined ? undefined : quoteOf(model, requestOf(PROCEDURE, form));
  return (
    <div className="grid gap-2">
      <div className="flex items-center justify-between gap-3">
        <span className="text-sm font-medium">{t('factor')}</span>
        <Segmented
          label={t('factor')}
          value={String(settings.scale)}
          choices={definitionOf(PROCEDURE).options.scale.values.map((factor) => ({
            value: String(factor),
            label: t('times', { factor }),
            name: t('timesName', { factor }),
          }))}
          onChange={(value) => changeOptions({ scale: value === '4' ? 4 : 2 }, PROCEDURE)}
          fill
          className="w-full max-w-[216px]"
        />
      </div>
      {image === undefined || quote === undefined || 'refused' in quote ? null : (
        <p className="num flex items-center justify-end gap-1.5 text-xs text-ink-3">
          <bdi>{t('size', { width: image.width, height: image.height })}</bdi>
          <Icon of={ArrowRight} size="s" className="flip" />
          <bdi className="text-ink-2">{t('size', { width: quote.plan.width, height: quote.plan.height })}</bdi>
        </p>
      )}
    </div>
  );
}
