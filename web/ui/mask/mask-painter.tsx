'use client';

import { useTranslations } from 'next-intl';
import { useId, useImperativeHandle, useRef, useState, type Ref } from 'react';
import { cx } from '../cx';
import { canvasSize } from './mask-drawing';
import type { MaskRectangle } from './mask-model';
import { MaskToolbar } from './mask-toolbar';
import type { Point, Size } from './mask-view';
import { useMask } from './use-mask';
import { useMaskKeys } from './use-mask-keys';
import { useMaskPointers, type MaskTool } from './use-mask-pointers';
import { useMaskView, type MaskViewControls } from './use-mask-view';

/** Methods of the painter for its page. */
export interface MaskPainterHandle {
  /**
   * The mask as a PNG of the image's size: white where marked, black elsewhere. @throws when the browser cannot
   * create such a large canvas
   */
  readonly toPng: () => Promise<Blob>;
  readonly clear: () => void;
}

export interface MaskPainterProps {
  /** URL for display; may be smaller than the image. */
  readonly src: string;
  readonly alt: string;
  /** Size of the image and the mask, in pixels. */
  readonly width: number;
  readonly height: number;
  readonly ref?: Ref<MaskPainterHandle>;
  /** Called when the mask becomes empty or non-empty. */
  readonly onChange?: (state: { readonly empty: boolean }) => void;
  readonly disabled?: boolean;
  readonly className?: string;
}

/**
 * Paints a mask on an image by mouse, pen, touch or keyboard. Use the image as its `key`, since each image has a
 * separate mask. Load it lazily (`next/dynamic`), because no page needs it at first.
 */
export function MaskPainter({ src, alt, width, height, ref, onChange, disabled = false, className }: MaskPainterProps) {
  const t = useTranslations('ui.mask');
  const image: Size = { width, height };
  const longest = Math.max(width, height);
  const sizes = [Math.max(2, Math.round(longest / 200)), Math.max(8, Math.round(longest / 4))] as const;
  const canvas = useRef<HTMLCanvasElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const mask = useMask(canvas, image, onChange);
  const viewing = useMaskView(box, image);
  const [tool, setTool] = useState<MaskTool>('brush');
  const [size, setSize] = useState(Math.round(longest / 18));
  const [frame, setFrame] = useState<MaskRectangle>();
  const [said, setSaid] = useState('');
  const cursor = useRef<HTMLSpanElement>(null);
  const help = useId();
  useImperativeHandle(ref, () => ({ toPng: mask.toPng, clear: () => mask.act({ kind: 'clear' }) }));

  const say = (rectangle: MaskRectangle | undefined): void =>
    setSaid(rectangle === undefined ? '' : t('frame', { ...rectangle }));
  const hover = (at: Point | undefined): void => {
    const ring = cursor.current;
    if (ring === null) return;
    ring.style.display = at === undefined || tool === 'hand' || tool === 'rectangle' ? 'none' : 'block';
    if (at !== undefined) ring.style.translate = `calc(${at.x}px - 50%) calc(${at.y}px - 50%)`;
  };
  const pointers = useMaskPointers(box, {
    mask,
    viewing,
    image,
    tool,
    size,
    disabled,
    onRectangle: setFrame,
    onHover: hover,
  });
  const onKeyDown = useMaskKeys({
    mask,
    viewing,
    image,
    tool,
    setTool,
    disabled,
    rectangle: frame,
    resize: (factor) => setSize((before) => Math.round(Math.max(sizes[0], Math.min(sizes[1], before * factor)))),
    setRectangle: (next) => {
      setFrame(next);
      say(next);
    },
    onMarked: (mode) => setSaid(t(mode === 'paint' ? 'marked' : 'unmarked')),
  });
  const shown = canvasSize(image);
  return (
    <div className={cx('grid gap-3', className)}>
      <MaskToolbar
        mask={mask}
        viewing={viewing}
        tool={tool}
        onTool={setTool}
        size={size}
        sizes={sizes}
        onSize={setSize}
        disabled={disabled}
      />
      <div
        ref={box}
        dir="ltr"
        role="application"
        aria-label={t('label', { alt })}
        aria-describedby={help}
        aria-disabled={disabled || undefined}
        tabIndex={0}
        onKeyDown={onKeyDown}
        {...pointers}
        className={cx(
          'relative isolate mx-auto w-full touch-none overflow-hidden rounded-media bg-surface-2 select-none',
          tool === 'hand'
            ? 'cursor-grab active:cursor-grabbing'
            : tool === 'rectangle'
              ? 'cursor-crosshair'
              : 'cursor-none',
        )}
        style={{ aspectRatio: `${width} / ${height}`, maxInlineSize: `calc(70dvh * ${width / height})` }}
      >
        <div
          className="absolute start-0 top-0 origin-top-left"
          style={{
            width: width * viewing.view.scale,
            height: height * viewing.view.scale,
            translate: `${viewing.view.x}px ${viewing.view.y}px`,
          }}
        >
          <img src={src} alt={alt} draggable={false} className="checkers absolute inset-0 size-full" />
          <canvas
            ref={canvas}
            aria-hidden
            width={shown.width}
            height={shown.height}
            className="absolute inset-0 size-full text-mask opacity-60"
          />
          {frame === undefined ? null : <Frame rectangle={frame} viewing={viewing} />}
        </div>
        <span
          ref={cursor}
          aria-hidden
          className="pointer-events-none absolute start-0 top-0 hidden rounded-full border-2 border-ink-on-media shadow-mid"
          style={{ width: size * viewing.view.scale, height: size * viewing.view.scale }}
        />
      </div>
      <p id={help} className="text-xs text-ink-3">
        {t('help')}
      </p>
      <p role="status" className="sr-only">
        {said}
      </p>
    </div>
  );
}

/** The rectangle drawn by the pointer or moved by the keyboard. */
function Frame({ rectangle, viewing }: { readonly rectangle: MaskRectangle; readonly viewing: MaskViewControls }) {
  const { scale } = viewing.view;
  return (
    <span
      aria-hidden
      className="absolute border-2 border-dashed border-ink-on-media bg-mask/35 outline-1 outline-accent-ink"
      style={{
        left: rectangle.x * scale,
        top: rectangle.y * scale,
        width: rectangle.width * scale,
        height: rectangle.height * scale,
      }}
    />
  );
}
