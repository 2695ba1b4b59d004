'use client';

import { useEffect, useState, type RefObject } from 'react';
import type { Given } from '@/features/make/create/draft/given-inputs';
import { MaskPainter, type MaskPainterHandle } from '@/ui/mask/mask-painter';
import { Skeleton } from '@/ui/content/skeleton';
import { firstFrameOf } from '../fields/first-frame';

export interface MaskOnImageProps {
  readonly given: Given;
  readonly alt: string;
  readonly handle: RefObject<MaskPainterHandle | null>;
  readonly onMarked: (marked: boolean) => void;
}

/** URL of the image to paint on: the image, or a video's first frame; undefined until loaded. */
function useShown({ kind, url }: Pick<Given, 'kind' | 'url'>): string | undefined {
  const [frame, setFrame] = useState<string>();
  useEffect(() => {
    if (kind !== 'video') return undefined;
    const leaving = new AbortController();
    let made: string | undefined;
    // A video's poster may not be its first frame. It is used only if the browser cannot play the video.
    void firstFrameOf(url, leaving.signal).then((blob) => {
      if (leaving.signal.aborted) return;
      made = blob === undefined ? undefined : URL.createObjectURL(blob);
      setFrame(made ?? `${url}?w=1024`);
    });
    return () => {
      leaving.abort();
      if (made !== undefined) URL.revokeObjectURL(made);
    };
  }, [kind, url]);
  return kind === 'video' ? frame : `${url}?w=1024`;
}

/** The mask painter over the input image, or over a video's first frame. Loaded lazily. */
export default function MaskOnImage({ given, alt, handle, onMarked }: MaskOnImageProps) {
  const { width, height } = given;
  const shown = useShown(given);
  // A new painter starts without marks.
  useEffect(() => () => onMarked(false), [onMarked]);
  if (shown === undefined)
    return (
      <span className="block w-full" style={{ aspectRatio: `${width} / ${height}` }}>
        <Skeleton className="size-full rounded-media" />
      </span>
    );
  return (
    <MaskPainter
      ref={handle}
      src={shown}
      alt={alt}
      width={width}
      height={height}
      onChange={({ empty }) => onMarked(!empty)}
    />
  );
}
