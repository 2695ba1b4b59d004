'use client';

import { Pause, Play } from 'lucide-react';
import { useFormatter, useTranslations } from 'next-intl';
import { Direction, Slider as Radix } from 'radix-ui';
import { useRef, useState } from 'react';
import { CUT_LIMITS } from '@src/creation/uploads/cutting-rules.shared';
import { FRAME_MS, tenths } from '@/features/make/edit/edit';
import { Button } from '@/ui/button';
import { cx } from '@/ui/cx';
import { Dialog } from '@/ui/overlay/dialog';
import { Icon } from '@/ui/icon';
import { Notice } from '@/ui/content/states';
import type { CutDialogProps } from './crop-dialog';
import { Filmstrip } from './filmstrip';
import type { LengthRange } from '@src/creation/procedures/plan.shared';
import { lengthProblem, proposed, type Part } from './part';
import { useCut, wholeOf } from './use-cut';

const handle =
  'relative block h-14 w-3 cursor-ew-resize rounded-[5px] bg-ink-on-media shadow-low before:absolute before:-inset-x-[9px] before:-inset-y-1 after:absolute after:inset-y-4 after:left-[5px] after:w-[2px] after:rounded-full after:bg-scrim';

/** Plays the chosen part. */
function usePart({ from, to }: Part) {
  const player = useRef<HTMLVideoElement>(null);
  const [playing, setPlaying] = useState(false);
  const show = (ms: number): void => {
    if (player.current === null) return;
    player.current.pause();
    player.current.currentTime = ms / 1_000;
  };
  const toggle = (): void => {
    const element = player.current;
    if (element === null) return;
    if (!element.paused) return element.pause();
    if (element.currentTime * 1_000 < from || element.currentTime * 1_000 >= to - FRAME_MS)
      element.currentTime = from / 1_000;
    void element.play().catch(() => undefined);
  };
  const onTimeUpdate = (): void => {
    if (player.current !== null && !player.current.paused && player.current.currentTime * 1_000 >= to) show(from);
  };
  return {
    video: player,
    playing,
    show,
    toggle,
    events: { onPlay: () => setPlaying(true), onPause: () => setPlaying(false), onTimeUpdate },
  };
}

/** The length of the part, and whether the procedure accepts it. */
function Length({ part, bounds }: { readonly part: Part; readonly bounds: LengthRange }) {
  const t = useTranslations('instruments.trim');
  const format = useFormatter();
  const problem = lengthProblem(part, bounds);
  const seconds = (value: number): string => format.number(value, { maximumFractionDigits: 1 });
  return (
    <p role="status" className={cx('num text-sm', problem === undefined ? 'text-ink-2' : 'text-danger')}>
      {t(problem ?? 'fits', {
        length: seconds((part.to - part.from) / 1_000),
        least: seconds(bounds.min),
        most: seconds(bounds.max),
      })}
    </p>
  );
}

/** Trims a video to the frame. A video that was trimmed before is trimmed again from the original. */
export default function TrimDialog({
  given,
  bounds,
  onGiven,
  onClose,
}: CutDialogProps & { readonly bounds: LengthRange }) {
  const t = useTranslations('instruments.trim');
  const video = wholeOf(given);
  const end = Math.floor((video.seconds ?? 0) * 1_000);
  const [part, setPart] = useState<Part>(() =>
    proposed(given.cut === undefined ? video : { ...video, cut: given.cut }, bounds),
  );
  const { video: player, playing, show, toggle, events } = usePart(part);
  const { cut, busy, problem } = useCut(given, (trimmed) => {
    onGiven(trimmed);
    onClose();
  });
  const isAll = part.from === 0 && part.to >= end - FRAME_MS;
  const slide = ([from = part.from, to = part.to]: readonly number[]): void => {
    setPart({ from, to });
    show(from === part.from ? to : from);
  };
  const use = (): void => {
    if (!isAll) return void cut({ kind: 'trim', ...part });
    onGiven(video);
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={t('title')}
      description={t('hint')}
      closeLabel={t('close')}
      className="max-w-[720px] max-md:p-4"
    >
      <div className="grid min-w-0 gap-3.5">
        <div
          className="relative mx-auto w-full overflow-hidden rounded-card bg-surface-2"
          style={{
            aspectRatio: `${video.width} / ${video.height}`,
            maxWidth: `calc(min(44dvh, 480px) * ${video.width / video.height})`,
          }}
        >
          <video
            ref={player}
            src={video.url}
            poster={`${video.url}?w=1024`}
            muted
            playsInline
            preload="auto"
            aria-label={t('seen')}
            {...events}
            className="absolute inset-0 size-full"
          />
        </div>
        {/* Time runs from left to right in every language, as in every player. */}
        <Direction.Provider dir="ltr">
          <div dir="ltr" className="px-1.5">
            <Radix.Root
              className="relative flex h-14 w-full touch-none items-center select-none"
              value={[part.from, part.to]}
              min={0}
              max={end}
              step={FRAME_MS}
              minStepsBetweenThumbs={CUT_LIMITS.minMs / FRAME_MS}
              onValueChange={slide}
            >
              <Radix.Track className="relative h-14 grow overflow-hidden rounded-[6px] bg-surface-3">
                <Filmstrip src={video.url} />
                <span
                  aria-hidden
                  className="absolute inset-y-0 left-0 bg-scrim"
                  style={{ width: `${(part.from / Math.max(1, end)) * 100}%` }}
                />
                <span
                  aria-hidden
                  className="absolute inset-y-0 right-0 bg-scrim"
                  style={{ width: `${(1 - part.to / Math.max(1, end)) * 100}%` }}
                />
                <Radix.Range className="absolute h-full inset-ring-2 inset-ring-ink-on-media" />
              </Radix.Track>
              <Radix.Thumb aria-label={t('from')} aria-valuetext={tenths(part.from)} className={handle} />
              <Radix.Thumb aria-label={t('to')} aria-valuetext={tenths(part.to)} className={handle} />
            </Radix.Root>
          </div>
        </Direction.Provider>
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <Button size="sm" icon={<Icon of={playing ? Pause : Play} size="s" />} onClick={toggle}>
            {playing ? t('pause') : t('play')}
          </Button>
          <span dir="ltr" className="num text-sm text-ink-2">
            {tenths(part.from)} – {tenths(part.to)}
          </span>
        </div>
        <Length part={part} bounds={bounds} />
        {problem === undefined ? null : (
          <Notice tone="warning" live>
            {problem}
          </Notice>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button tone="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button tone="invert" busy={busy} disabled={lengthProblem(part, bounds) !== undefined} onClick={use}>
            {isAll ? t('useAll') : busy ? t('busy') : t('use')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
