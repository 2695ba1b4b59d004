'use client';

import { Pause, Play } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Direction, Slider as Radix } from 'radix-ui';
import { useMemo, type CSSProperties } from 'react';
import { ASPECTS, type TextPlace, type TextSize } from '@src/creation/procedures/params.shared';
import { useDraft } from '@/features/make/create/draft/draft-store';
import { IconButton } from '@/ui/button';
import { cx } from '@/ui/cx';
import { Icon } from '@/ui/icon';
import { Media } from '@/ui/media/media';
import { FRAME_MS, seenAt, tenths, type Seen } from './edit';
import { EDIT_PROCEDURE, type Edit } from './use-edit';
import type { Playback } from './use-playback';

/** The engine's text sizes, in percent of the shorter side. */
const SIZES: Readonly<Record<TextSize, number>> = { small: 5.5, medium: 8.5, large: 14 };
const PLACES: Readonly<Record<TextPlace, string>> = {
  top: 'items-start pt-[7cqh]',
  middle: 'items-center',
  bottom: 'items-end pb-[8cqh]',
};

const ease = (share: number): number => share * share * (3 - 2 * share);

/** The CSS of a clip during a transition. It matches what the engine renders. */
function looks({ placed: { cut }, come, gone, leaves }: Seen): CSSProperties {
  if (come < 1) {
    const share = ease(come);
    switch (cut.way) {
      case 'dissolve':
        return { opacity: share };
      case 'wipe':
        return { clipPath: `inset(0 ${(1 - share) * 100}% 0 0)` };
      case 'slide':
        return { transform: `translateX(${(1 - share) * 100}%)` };
      case 'dip':
        return { opacity: Math.max(0, share * 2 - 1) };
      case 'cut':
        return {};
      default:
        return cut.way satisfies never;
    }
  }
  if (gone === 0) return {};
  return leaves === 'slide'
    ? { transform: `translateX(${-ease(gone) * 100}%)` }
    : leaves === 'dip'
      ? { opacity: Math.max(0, 1 - ease(gone) * 2) }
      : {};
}

const isAspect = (value: unknown): value is keyof typeof ASPECTS => Object.hasOwn(ASPECTS, String(value));
const dark = (colour: string): boolean =>
  [1, 3, 5].reduce(
    (sum, at, k) => sum + Number.parseInt(colour.slice(at, at + 2), 16) * [0.2126, 0.7152, 0.0722][k]!,
    0,
  ) <= 110;

/** A preview of the edited video, played from the clips themselves. */
export function EditPreview({ edit, playback }: { readonly edit: Edit; readonly playback: Playback }) {
  const t = useTranslations('tools.edit');
  const { options } = useDraft(EDIT_PROCEDURE);
  const { clips, placed, length, texts } = edit;
  const { time, playing, toggle, seek, player } = playback;
  const shape = ASPECTS[isAspect(options['aspect']) ? options['aspect'] : '16:9'];
  const whole = options['framing'] === 'whole';
  const seen = seenAt(placed, time);
  const refs = useMemo(() => new Map(clips.map(({ number }) => [number, player(number)])), [clips, player]);
  const fit = whole ? 'object-contain' : 'object-cover';
  return (
    <div className="grid min-w-0 gap-2.5">
      <Media
        ratio={`${shape.width} / ${shape.height}`}
        className="mx-auto w-full rounded-media !bg-black"
        widest={`calc(min(var(--seen), 640px) * ${shape.width / shape.height})`}
      >
        {/* Wipes go in the same direction in every language. */}
        <div
          dir="ltr"
          role="img"
          aria-label={t('preview')}
          className="[container-type:size] absolute inset-0 overflow-hidden"
        >
          {clips.map(({ number, given }) => {
            const now = seen.findLast((one) => one.placed.cut.clip === number);
            return (
              <div
                key={given.url}
                className={cx('absolute inset-0', now === undefined && 'invisible')}
                style={now === undefined ? {} : { ...looks(now), zIndex: now.index }}
              >
                {whole ? (
                  <img
                    src={`${given.url}?w=320`}
                    alt=""
                    className="absolute inset-0 size-full scale-110 object-cover blur-xl brightness-60"
                  />
                ) : null}
                {given.kind === 'video' ? (
                  <video
                    ref={refs.get(number)}
                    src={given.url}
                    poster={`${given.url}?w=640`}
                    preload="auto"
                    playsInline
                    tabIndex={-1}
                    className={cx('absolute inset-0 size-full', fit)}
                  />
                ) : (
                  <img src={`${given.url}?w=1024`} alt="" className={cx('absolute inset-0 size-full', fit)} />
                )}
              </div>
            );
          })}
          {texts.map(({ text, from, to, place, size, colour }, index) =>
            time < from || time >= to ? null : (
              <div key={index} className={cx('absolute inset-0 z-50 flex justify-center px-[7cqw]', PLACES[place])}>
                <bdi
                  className="text-center leading-[1.18] font-bold text-balance whitespace-pre-line"
                  style={{
                    color: colour,
                    fontSize: `${SIZES[size]}cqmin`,
                    textShadow: dark(colour)
                      ? '0 0 .3em rgb(255 255 255 / .85), 0 0 .1em rgb(255 255 255 / .85)'
                      : '0 0 .3em rgb(0 0 0 / .75), 0 0 .1em rgb(0 0 0 / .75)',
                  }}
                >
                  {text}
                </bdi>
              </div>
            ),
          )}
        </div>
      </Media>
      <Direction.Provider dir="ltr">
        <div dir="ltr" className="flex items-center gap-3">
          <IconButton label={playing ? t('pause') : t('play')} tone="plain" onClick={toggle}>
            <Icon of={playing ? Pause : Play} />
          </IconButton>
          <Radix.Root
            className="relative flex h-8 grow touch-none items-center select-none"
            value={[Math.round(time)]}
            min={0}
            max={Math.max(FRAME_MS, Math.round(length))}
            step={FRAME_MS}
            onValueChange={([to]) => to !== undefined && seek(to)}
          >
            <Radix.Track className="relative h-1 grow rounded-full bg-surface-3">
              <Radix.Range className="absolute h-full rounded-full bg-ink-2" />
            </Radix.Track>
            <Radix.Thumb
              aria-label={t('time')}
              aria-valuetext={tenths(time)}
              className="relative block size-[18px] rounded-full bg-invert before:absolute before:-inset-[7px]"
            />
          </Radix.Root>
          <span className="num text-xs text-ink-2">
            {tenths(time)} / {tenths(length)}
          </span>
        </div>
      </Direction.Provider>
    </div>
  );
}
