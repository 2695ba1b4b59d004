'use client';

import { ChevronLeft, ChevronRight, Scissors, Trash2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Direction, Slider as Radix } from 'radix-ui';
import { EDIT, endOf, TRANSITIONS, trimmed, type Cut } from '@src/creation/procedures/params.shared';
import { Button, IconButton } from '@/ui/button';
import { Icon } from '@/ui/icon';
import { Select } from '@/ui/form/select';
import { tenths, type GivenClip } from './edit';

/** Step of a trim handle in milliseconds: one frame. */
const STEP = 40;
const handle =
  'relative block h-12 w-3 cursor-ew-resize rounded-[5px] bg-invert shadow-low before:absolute before:-inset-x-[9px] before:-inset-y-1 after:absolute after:inset-y-3 after:left-[5px] after:w-[2px] after:rounded-full after:bg-ink-on-invert/50';

export interface CutPanelProps {
  readonly cut: Cut;
  readonly index: number;
  readonly count: number;
  readonly clip: GivenClip;
  readonly canSplit: boolean;
  /** @param edge the moved end, so that the preview can show it */
  readonly onChange: (cut: Cut, edge?: 'from' | 'to') => void;
  readonly onMove: (to: number) => void;
  readonly onSplit: () => void;
  readonly onGone: () => void;
}

/** Settings of one cut: its part of the clip, its transition and its position. */
export function CutPanel({ cut, index, count, clip, canSplit, onChange, onMove, onSplit, onGone }: CutPanelProps) {
  const t = useTranslations('tools.edit');
  const ways = useTranslations('options.transition.values');
  const end = endOf(clip);
  const isImage = clip.seconds === undefined;
  const slide = (values: readonly number[]): void => {
    const [from, to] = isImage ? [0, values[0] ?? cut.to] : [values[0] ?? cut.from, values[1] ?? cut.to];
    onChange(trimmed(cut, from, to, clip), from === cut.from ? 'to' : 'from');
  };
  return (
    <section
      aria-label={t('cutName', { number: index + 1, of: count, clip: cut.clip, seconds: (cut.to - cut.from) / 1_000 })}
      className="grid min-w-0 gap-3.5 rounded-card bg-surface-2 p-3.5"
    >
      <div className="grid gap-2">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm">
          <span className="font-medium">{isImage ? t('stands') : t('trim')}</span>
          <span dir="ltr" className="num text-ink-2">
            {isImage ? tenths(cut.to) : `${tenths(cut.from)} – ${tenths(cut.to)}`}
          </span>
        </div>
        <Direction.Provider dir="ltr">
          <div dir="ltr" className="px-1.5">
            <Radix.Root
              className="relative flex h-12 w-full touch-none items-center select-none"
              value={isImage ? [cut.to] : [cut.from, cut.to]}
              min={0}
              max={end}
              step={STEP}
              minStepsBetweenThumbs={EDIT.minCut / STEP}
              onValueChange={slide}
            >
              <Radix.Track className="relative h-12 grow overflow-hidden rounded-[6px] bg-surface-3">
                <span
                  aria-hidden
                  className="absolute inset-0 opacity-35"
                  style={{
                    backgroundImage: `url(${clip.given.url}?w=320)`,
                    backgroundSize: 'auto 100%',
                    backgroundRepeat: 'repeat-x',
                  }}
                />
                <Radix.Range className="absolute h-full overflow-hidden inset-ring-2 inset-ring-invert">
                  <span aria-hidden className="absolute inset-0 bg-invert/20" />
                </Radix.Range>
              </Radix.Track>
              {isImage ? null : (
                <Radix.Thumb aria-label={t('from')} aria-valuetext={tenths(cut.from)} className={handle} />
              )}
              <Radix.Thumb
                aria-label={isImage ? t('stands') : t('to')}
                aria-valuetext={tenths(cut.to)}
                className={handle}
              />
            </Radix.Root>
          </div>
        </Direction.Provider>
      </div>
      <div className="flex flex-wrap items-end justify-between gap-3">
        {index === 0 ? null : (
          <div className="grid min-w-[168px] gap-[7px] max-md:w-full">
            <span aria-hidden className="text-sm font-medium">
              {t('way')}
            </span>
            <Select
              label={t('way')}
              value={cut.way}
              choices={TRANSITIONS.map((way) => ({ value: way, label: ways(way) }))}
              onChange={(way) => onChange({ ...cut, way })}
            />
          </div>
        )}
        <div className="flex items-center gap-1.5">
          <span dir="ltr" className="flex items-center gap-1.5">
            <IconButton label={t('earlier')} tone="plain" aria-disabled={index === 0} onClick={() => onMove(index - 1)}>
              <Icon of={ChevronLeft} />
            </IconButton>
            <IconButton
              label={t('later')}
              tone="plain"
              aria-disabled={index === count - 1}
              onClick={() => onMove(index + 1)}
            >
              <Icon of={ChevronRight} />
            </IconButton>
          </span>
          <Button icon={<Icon of={Scissors} size="s" />} disabled={!canSplit} onClick={onSplit}>
            {t('split')}
          </Button>
          <IconButton label={t('gone')} tone="danger" disabled={count === 1} onClick={onGone}>
            <Icon of={Trash2} />
          </IconButton>
        </div>
      </div>
    </section>
  );
}
