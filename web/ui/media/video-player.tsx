'use client';

import { Maximize, Pause, Play, Repeat, Volume2, VolumeX } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Direction, Slider as Radix } from 'radix-ui';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { IconButton } from '../button';
import { clockOf } from '../content/clock';
import { cx } from '../cx';
import { Icon } from '../icon';
import { usePrefersReducedMotion } from '../hooks/use-media';

export interface VideoPlayerProps {
  readonly src: string;
  readonly poster?: string;
  /** Accessible name: the prompt. */
  readonly label: string;
  /** CSS aspect ratio, such as `16 / 9`, known before loading. */
  readonly ratio: string;
  /** Plays muted in a loop, unless the user prefers reduced motion. */
  readonly autoPlay?: boolean;
  /** Whether the video has sound. Without it, the mute button is hidden. */
  readonly sound?: boolean;
  readonly className?: string;
}

function toggled(element: HTMLVideoElement | null): void {
  if (element === null) return;
  // A pause before the first frame rejects the promise. This is expected.
  if (element.paused) void element.play().catch(() => undefined);
  else element.pause();
}

/**
 * A video player. While it has the focus, Space or K plays and pauses, arrows seek by a second, M mutes, F toggles
 * full screen. Time runs from left to right in every language, as in every player.
 */
export function VideoPlayer({
  src,
  poster,
  label,
  ratio,
  autoPlay = false,
  sound = false,
  className,
}: VideoPlayerProps) {
  const t = useTranslations('ui.player');
  const calm = usePrefersReducedMotion();
  const box = useRef<HTMLDivElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  const [playing, setPlaying] = useState(false);
  const [muted, setMuted] = useState(true);
  const [loop, setLoop] = useState(true);
  const [[time, length], setClock] = useState<readonly [at: number, of: number]>([0, 0]);
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    // The video may have loaded or failed before hydration, so read its state.
    const element = video.current;
    if (element === null) return;
    if (element.error !== null || element.networkState === element.NETWORK_NO_SOURCE)
      element.dispatchEvent(new Event('error'));
    else if (element.readyState >= element.HAVE_METADATA) element.dispatchEvent(new Event('loadedmetadata'));
    if (!element.paused) element.dispatchEvent(new Event('play'));
  }, [src]);

  const toggle = (): void => toggled(video.current);
  const seek = (to: number): void => {
    if (video.current !== null && Number.isFinite(video.current.duration))
      video.current.currentTime = Math.max(0, Math.min(video.current.duration, to));
  };
  const fill = (): void =>
    void (document.fullscreenElement === null ? box.current?.requestFullscreen() : document.exitFullscreen())?.catch(
      () => undefined,
    );
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const onButton = event.target instanceof HTMLElement && event.target.closest('button, [role="slider"]') !== null;
    const actions: Readonly<Record<string, (() => void) | undefined>> = {
      ' ': onButton ? undefined : toggle,
      k: toggle,
      m: sound ? () => setMuted(!muted) : undefined,
      f: fill,
      ArrowRight: onButton ? undefined : () => seek(time + 1),
      ArrowLeft: onButton ? undefined : () => seek(time - 1),
    };
    const act = actions[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  };
  if (failed)
    return (
      <p
        role="alert"
        className={cx('grid place-items-center rounded-media bg-surface-2 p-6 text-sm text-ink-2', className)}
        style={{ aspectRatio: ratio }}
      >
        {t('failed')}
      </p>
    );
  return (
    <div
      ref={box}
      role="group"
      aria-label={t('label', { label })}
      onKeyDown={onKeyDown}
      className={cx('group relative isolate grid overflow-hidden rounded-media bg-surface-2', className)}
      style={{ aspectRatio: ratio }}
    >
      {/* Generated videos have no speech to caption. The prompt describes them. */}
      <video
        ref={video}
        src={src}
        poster={poster}
        aria-label={label}
        autoPlay={autoPlay && !calm}
        muted={muted}
        loop={loop}
        playsInline
        preload="metadata"
        tabIndex={0}
        onClick={toggle}
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onTimeUpdate={(event) => setClock([event.currentTarget.currentTime, length])}
        onLoadedMetadata={(event) => setClock([event.currentTarget.currentTime, event.currentTarget.duration])}
        // A failed poster fires the same event, but the video can still play.
        onError={(event) => setFailed(event.currentTarget.error !== null)}
        className="absolute inset-0 size-full cursor-pointer object-contain focus-visible:-outline-offset-3"
      />
      <Controls
        {...{ playing, muted, loop, time, length, sound }}
        onToggle={toggle}
        onSeek={seek}
        onMute={() => setMuted(!muted)}
        onLoop={() => setLoop(!loop)}
        onFill={fill}
      />
    </div>
  );
}

interface ControlsProps {
  readonly playing: boolean;
  readonly muted: boolean;
  readonly loop: boolean;
  /** Seconds. */
  readonly time: number;
  readonly length: number;
  readonly sound: boolean;
  readonly onToggle: () => void;
  readonly onSeek: (to: number) => void;
  readonly onMute: () => void;
  readonly onLoop: () => void;
  readonly onFill: () => void;
}

const control = 'text-ink-on-media hover:bg-ink-on-media/15 hover:text-ink-on-media';

/** Controls at the lower edge. Visible when paused, on hover and focus, and always on touch. */
function Controls({
  playing,
  muted,
  loop,
  time,
  length,
  sound,
  onToggle,
  onSeek,
  onMute,
  onLoop,
  onFill,
}: ControlsProps) {
  const t = useTranslations('ui.player');
  return (
    <Direction.Provider dir="ltr">
      <div
        dir="ltr"
        className={cx(
          'absolute inset-x-0 bottom-0 z-sticky flex items-center gap-1 bg-veil px-2.5 pt-12 pb-2 text-ink-on-media transition-opacity quick group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100',
          playing && 'opacity-0',
        )}
      >
        <IconButton label={playing ? t('pause') : t('play')} size="sm" className={control} onClick={onToggle}>
          <Icon of={playing ? Pause : Play} size="s" />
        </IconButton>
        <Radix.Root
          className="relative mx-1.5 flex h-6 min-w-0 flex-1 touch-none items-center select-none"
          value={[Math.min(time, length)]}
          min={0}
          max={Math.max(length, 0.1)}
          step={0.1}
          onValueChange={([next]) => next !== undefined && onSeek(next)}
        >
          <Radix.Track className="relative h-1 grow rounded-full bg-ink-on-media/30">
            <Radix.Range className="absolute h-full rounded-full bg-ink-on-media" />
          </Radix.Track>
          <Radix.Thumb
            aria-label={t('seek')}
            aria-valuetext={t('at', { time: clockOf(time), length: clockOf(length) })}
            className="grid size-6 place-items-center rounded-full"
          >
            {/* The touch target is larger than the visible handle (WCAG 2.2, target size). */}
            <span aria-hidden className="block size-3.5 rounded-full bg-ink-on-media" />
          </Radix.Thumb>
        </Radix.Root>
        <span aria-hidden className="num px-1 text-xs whitespace-nowrap">
          {clockOf(time)} / {clockOf(length)}
        </span>
        <IconButton
          label={t('loop')}
          size="sm"
          aria-pressed={loop}
          className={cx(control, !loop && 'opacity-60')}
          onClick={onLoop}
        >
          <Icon of={Repeat} size="s" />
        </IconButton>
        {sound ? (
          <IconButton label={muted ? t('unmute') : t('mute')} size="sm" className={control} onClick={onMute}>
            <Icon of={muted ? VolumeX : Volume2} size="s" />
          </IconButton>
        ) : null}
        <IconButton label={t('fill')} size="sm" className={control} onClick={onFill}>
          <Icon of={Maximize} size="s" />
        </IconButton>
      </div>
    </Direction.Provider>
  );
}
