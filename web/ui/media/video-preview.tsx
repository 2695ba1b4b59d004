'use client';

import { useEffect, useRef, useState } from 'react';
import { cx } from '../cx';
import { useInView } from '../hooks/use-in-view';
import { usePrefersReducedMotion } from '../hooks/use-media';

export interface VideoPreviewProps {
  readonly src: string;
  readonly poster: string;
  /** Alternative text: the prompt. Empty if the text is beside the video. */
  readonly alt: string;
  readonly className?: string;
  /** Whether it plays while in the viewport, at the user's request. */
  readonly moving?: boolean;
}

/**
 * A video in a list: its poster, and muted playback while its card is hovered or focused. Nothing loads before that.
 * With reduced motion it does not play.
 */
export function VideoPreview({ src, poster, alt, className, moving = false }: VideoPreviewProps) {
  const calm = usePrefersReducedMotion();
  const video = useRef<HTMLVideoElement>(null);
  const seen = useInView(video, moving && !calm);
  const [isTouched, setIsTouched] = useState(false);
  const play = (): void => {
    if (calm) return;
    setIsTouched(true);
    // A pause before the first frame rejects the promise. This is expected.
    void video.current?.play().catch(() => undefined);
  };
  const rest = (): void => {
    const element = video.current;
    if (element === null) return;
    element.pause();
    element.currentTime = 0;
  };
  useEffect(() => {
    if (!seen) return undefined;
    const element = video.current;
    void element?.play().catch(() => undefined);
    return () => element?.pause();
  }, [seen]);
  return (
    <span className="absolute inset-0" ref={(span) => (moving ? undefined : watchCard(span, play, rest))}>
      <img
        src={poster}
        alt={alt}
        dir="auto"
        loading="lazy"
        decoding="async"
        className={cx('size-full object-cover', className)}
      />
      <video
        ref={video}
        src={isTouched || seen ? src : undefined}
        muted
        loop
        playsInline
        preload="none"
        aria-hidden
        tabIndex={-1}
        className={cx('absolute inset-0 size-full object-cover', !isTouched && !seen && 'invisible', className)}
      />
    </span>
  );
}

/** Watches the whole card, which is the nearest `group`, else the parent. */
function watchCard(span: HTMLElement | null, play: () => void, rest: () => void): (() => void) | undefined {
  const card = span?.closest('.group') ?? span?.parentElement;
  if (card === null || card === undefined) return undefined;
  const stop = new AbortController();
  for (const name of ['pointerenter', 'focusin']) card.addEventListener(name, play, { signal: stop.signal });
  for (const name of ['pointerleave', 'focusout']) card.addEventListener(name, rest, { signal: stop.signal });
  return () => stop.abort();
}
