'use client';

import { useTranslations } from 'next-intl';
import { RadioGroup } from 'radix-ui';
import { useState } from 'react';
import { Button } from '@/ui/button';
import { isStyle, type Style } from './styles';
import { useOfferedStyles } from './use-offered-styles';

/** Styles in one row. The others need one more press. */
const ROW = 5;

/** One small landscape per style, drawn by the engine (`npm run gallery`). */
const swatch = (style: Style): string => `/showcase/style-${style}.webp`;

/** The first row. A chosen style from further down takes its last position. */
function firstRow(offered: readonly Style[], chosen: Style): readonly Style[] {
  const first = offered.slice(0, ROW);
  return first.includes(chosen) ? first : [...first.slice(0, ROW - 1), chosen];
}

/** Style picker with a small image per style. */
export function StylePicker({
  value,
  onChange,
  of,
  open = false,
}: {
  readonly value: Style;
  readonly onChange: (style: Style) => void;
  /** The styles to choose from; all by default. */
  readonly of?: readonly Style[];
  /** Whether all styles are shown at first. */
  readonly open?: boolean;
}) {
  const t = useTranslations('image');
  const offered = useOfferedStyles(of);
  const [all, setAll] = useState(open);
  return (
    <div className="grid min-w-0 gap-[7px]">
      <div className="flex min-h-5 items-center justify-between">
        <span className="text-sm font-medium">{t('style')}</span>
        <Button tone="quiet" size="sm" className="-my-1.5 -me-2" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? t('fewerStyles') : t('allStyles', { count: offered.length })}
        </Button>
      </div>
      <RadioGroup.Root
        aria-label={t('style')}
        value={value}
        onValueChange={(next) => {
          if (isStyle(next)) onChange(next);
        }}
        className="grid grid-cols-5 gap-x-1.5 gap-y-2.5"
      >
        {(all ? offered : firstRow(offered, value)).map((style) => (
          <RadioGroup.Item
            key={style}
            value={style}
            aria-label={t(`styles.${style}`)}
            className="group grid min-w-0 grid-cols-[minmax(0,1fr)] content-start justify-items-center gap-1 rounded-group pb-0.5 text-2xs text-ink-2 data-[state=checked]:font-medium data-[state=checked]:text-ink-1"
          >
            <span className="block aspect-square w-full overflow-hidden rounded-group bg-surface-2 ring-ink-1 ring-offset-2 ring-offset-surface-1 group-data-[state=checked]:ring-[1.5px] max-md:ring-offset-overlay">
              <img src={swatch(style)} alt="" className="size-full object-cover" />
            </span>
            <span className="-mx-1 text-center whitespace-nowrap">{t(`styles.${style}`)}</span>
          </RadioGroup.Item>
        ))}
      </RadioGroup.Root>
    </div>
  );
}
