'use client';

import { useTranslations } from 'next-intl';
import { RadioGroup } from 'radix-ui';
import { cx } from '@/ui/cx';
import { isStyle, STYLES, type Style } from './styles';
import { STYLE_SWATCHES } from './swatches';

/** The styles, in a row that scrolls. */
export function StylePicker({ value, onChange }: { readonly value: Style; readonly onChange: (style: Style) => void }) {
  const t = useTranslations('image');
  const pictured = STYLES.some((style) => STYLE_SWATCHES[style] !== undefined);
  return (
    <div className="grid min-w-0 gap-[7px]">
      <span className="text-sm font-medium">{t('style')}</span>
      <RadioGroup.Root
        aria-label={t('style')}
        value={value}
        onValueChange={(next) => {
          if (isStyle(next)) onChange(next);
        }}
        className={cx(pictured ? 'grid grid-cols-5 gap-1.5' : 'flex flex-wrap gap-1.5')}
      >
        {STYLES.map((style) => (
          <StyleChoice key={style} style={style} pictured={pictured} />
        ))}
      </RadioGroup.Root>
    </div>
  );
}

function StyleChoice({ style, pictured }: { readonly style: Style; readonly pictured: boolean }) {
  const t = useTranslations('image.styles');
  const swatch = STYLE_SWATCHES[style];
  if (!pictured) {
    return (
      <RadioGroup.Item
        value={style}
        className="inline-flex h-8 items-center rounded-full bg-surface-2 px-3 text-sm whitespace-nowrap text-ink-2 transition-colors quick hover:text-ink-1 data-[state=checked]:bg-invert data-[state=checked]:text-ink-on-invert"
      >
        {t(style)}
      </RadioGroup.Item>
    );
  }
  return (
    <RadioGroup.Item value={style} aria-label={t(style)} className="group grid min-w-0 content-start justify-items-center gap-1 rounded-group pb-0.5 text-2xs text-ink-2 data-[state=checked]:font-medium data-[state=checked]:text-ink-1">
      <span className="block aspect-square w-full overflow-hidden rounded-group bg-surface-2 ring-ink-1 ring-offset-2 ring-offset-surface-1 group-data-[state=checked]:ring-[1.5px]">
        {swatch === undefined ? null : <img src={swatch} alt="" loading="lazy" className="size-full object-cover" />}
      </span>
      <span className="w-full truncate text-center">{t(style)}</span>
    </RadioGroup.Item>
  );
}
