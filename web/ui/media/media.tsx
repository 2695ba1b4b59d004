'use client';

import { useState, type ReactNode } from 'react';
import { cx } from '../cx';

/** A box with an image's aspect ratio, to avoid a layout shift. */
export function Media({
  ratio,
  className,
  widest,
  children,
}: {
  readonly ratio?: string;
  readonly className?: string;
  readonly widest?: string;
  readonly children?: ReactNode;
}) {
  return (
    <div
      className={cx('relative isolate overflow-hidden rounded-panel bg-surface-2', className)}
      style={{ aspectRatio: ratio, maxInlineSize: widest }}
    >
      {children}
    </div>
  );
}

export interface ImageFrameProps {
  readonly src: string;
  /** Alternative text: the prompt. Empty if the text is beside the image. */
  readonly alt: string;
  readonly srcSet?: string;
  readonly sizes?: string;
  readonly className?: string;
  readonly priority?: boolean;
  /** Placeholder until the image has loaded, as a small data URL. */
  readonly blur?: string;
  readonly onFailed?: () => void;
}

/** An image that fades in over its blurred placeholder. */
export function ImageFrame({ src, alt, srcSet, sizes, className, priority = false, blur, onFailed }: ImageFrameProps) {
  const [shown, setShown] = useState(false);
  return (
    <>
      {shown ? null : blur === undefined ? (
        <span aria-hidden className="absolute inset-0 sheen" />
      ) : (
        <img src={blur} alt="" aria-hidden className="absolute inset-0 size-full scale-110 object-cover blur-lg" />
      )}
      <img
        ref={(image) => {
          if (image?.complete === true && image.naturalWidth > 0) setShown(true);
        }}
        src={src}
        srcSet={srcSet}
        sizes={sizes}
        alt={alt}
        dir="auto"
        decoding="async"
        loading={priority ? 'eager' : 'lazy'}
        fetchPriority={priority ? 'high' : 'auto'}
        onLoad={() => setShown(true)}
        onError={onFailed}
        className={cx('relative size-full object-cover object-[50%_22%]', className)}
      />
    </>
  );
}

/** Text and controls over the lower edge of an image. Shown on hover and focus with a pointer, always on touch. */
export function MediaOverlay({
  always = false,
  className,
  children,
}: {
  readonly always?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
}) {
  return (
    <div
      className={cx(
        'absolute inset-x-0 bottom-0 z-sticky grid gap-2.5 bg-veil px-3 pt-14 pb-3 text-ink-on-media',
        !always &&
          'opacity-0 transition-opacity quick group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100',
        className,
      )}
    >
      {children}
    </div>
  );
}
