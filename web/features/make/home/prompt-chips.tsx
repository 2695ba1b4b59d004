'use client';

import { Brush, Clock, Palette, Proportions } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { ASPECTS, VIDEO_SECONDS, type Aspect } from '@src/engine/sizes.shared';
import { STYLES } from '@/features/make/create/form/styles';
import { ChipSelect } from '@/ui/form/chip-select';
import type { Quote } from './price-feed';
import { say, useSpoken, type Spoken } from './spoken';

const isAspect = (value: string): value is Aspect => Object.hasOwn(ASPECTS, value);

/** Chips for aspect, style, length and model. */
export function PromptChips({ procedure, quote }: { readonly procedure: Spoken; readonly quote: Quote | undefined }) {
  const t = useTranslations('home');
  const styles = useTranslations('image.styles');
  const draft = useSpoken(procedure);
  return (
    <>
      <ChipSelect
        label={t('aspect')}
        icon={Proportions}
        value={draft.aspect}
        choices={Object.keys(ASPECTS).map((aspect) => ({ value: aspect, label: aspect }))}
        onChange={(value) => {
          if (isAspect(value)) say({ aspect: value }, procedure);
        }}
      />
      <ChipSelect
        label={t('style')}
        icon={Palette}
        value={draft.style}
        choices={STYLES.filter((style) => style === draft.style || quote?.styles.includes(style) !== false).map(
          (style) => ({ value: style, label: styles(style) }),
        )}
        onChange={(value) => {
          const style = STYLES.find((one) => one === value);
          if (style !== undefined) say({ style }, procedure);
        }}
      />
      {procedure === 'video.createVideoByText' ? (
        <ChipSelect
          label={t('length')}
          icon={Clock}
          value={String(draft.seconds)}
          choices={VIDEO_SECONDS.map((seconds) => ({
            value: String(seconds),
            label: t('seconds', { count: seconds }),
          }))}
          onChange={(value) => {
            const seconds = VIDEO_SECONDS.find((one) => String(one) === value);
            if (seconds !== undefined) say({ seconds }, procedure);
          }}
        />
      ) : quote === undefined ? null : (
        <ChipSelect
          label={t('model')}
          icon={Brush}
          value={quote.model}
          choices={quote.models}
          onChange={(model) => say({ model }, procedure)}
        />
      )}
    </>
  );
}
