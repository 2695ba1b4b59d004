'use client';

import { useEffect, useRef, useState } from 'react';
import { cx } from '../cx';
import { useInView } from '../hooks/use-in-view';
import { usePrefersReducedMotion } from '../hooks/use-media';

export interface VideoPreviewProps {
  readonly src: string;
  readonly poster: string;
  /** What it shows: the prompt. Empty where the words stand beside it. */
  readonly alt: string;
  readonly className?: string;
  /** Moves by itself while it is on the screen: somebody asked for it. */
  readonly moving?: boolean;
}

/**
 * A video among others: its poster, and silent motion while the pointer is on the card around it or the focus is within.
 * Nothing is fetched before, and nothing moves where less motion was asked for.
 */
export function VideoPreview({ src, poster, alt, className, moving = false }: VideoPreviewProps) {
  const calm = usePrefersReducedMotion();
  const video = useRef<HTMLVideoElement>(null);
  const seen = useInView(video, moving && !calm);
  const [isTouched, setIsTouched] = useState(false);
  const play = (): void => {
    if (calm) return;
    setIsTouched(true);
    // A pause that comes before the first frame rejects the promise: that is what was wanted.
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
      <img src={poster} alt={alt} dir="auto" loading="lazy" decoding="async" className={cx('size-full object-cover', className)} />
      <video ref={video} src={isTouched || seen ? src : undefined} muted loop playsInline preload="none" aria-hidden tabIndex={-1} className={cx('absolute inset-0 size-full object-cover', !isTouched && !seen && 'invisible', className)} />
    </span>
  );
}

/** The whole card counts, not only the image: its nearest `group`, else its parent. */
function watchCard(span: HTMLElement | null, play: () => void, rest: () => void): (() => void) | undefined {
  const card = span?.closest('.group') ?? span?.parentElement;
  if (card === null || card === undefined) return undefined;
  const stop = new AbortController();
  for (const name of ['pointerenter', 'focusin']) card.addEventListener(name, play, { signal: stop.signal });
  for (const name of ['pointerleave', 'focusout']) card.addEventListener(name, rest, { signal: stop.signal });
  return () => stop.abort();
}
