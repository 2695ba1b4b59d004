'use client';

import { useTranslations } from 'next-intl';
import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { cx } from '@/ui/cx';
import { moved, resized, type Frame, type Handle, type Size } from './frame';

const HANDLES: readonly (Handle & { readonly className: string })[] = [
  { x: -1, y: -1, className: 'left-0 top-0 cursor-nwse-resize' },
  { x: 0, y: -1, className: 'left-1/2 top-0 cursor-ns-resize' },
  { x: 1, y: -1, className: 'left-full top-0 cursor-nesw-resize' },
  { x: -1, y: 0, className: 'left-0 top-1/2 cursor-ew-resize' },
  { x: 1, y: 0, className: 'left-full top-1/2 cursor-ew-resize' },
  { x: -1, y: 1, className: 'left-0 top-full cursor-nesw-resize' },
  { x: 0, y: 1, className: 'left-1/2 top-full cursor-ns-resize' },
  { x: 1, y: 1, className: 'left-full top-full cursor-nwse-resize' },
];
const ARROWS: Readonly<Record<string, readonly [right: number, down: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
/** Step of an arrow key, as a share of the image's longer side. */
const STEP = 0.01;
/** With Shift, the arrow keys move the lower right corner. */
const CORNER: Handle = { x: 1, y: 1 };

/** Where a drag began. Without a handle the whole frame moves. */
interface Drag {
  readonly x: number;
  readonly y: number;
  readonly frame: Frame;
  readonly handle: Handle | undefined;
  /** Image pixels per screen pixel. */
  readonly scale: number;
}

export interface CropperProps {
  readonly src: string;
  readonly image: Size;
  readonly frame: Frame;
  /** Width by height, if the ratio is locked. */
  readonly ratio: number | undefined;
  /** Id of the element with the instructions. */
  readonly describedBy: string;
  readonly onChange: (frame: Frame) => void;
}

/**
 * A crop frame over an image. Drag it, resize it by corners and edges, or use the arrow keys; with Shift they resize
 * it.
 */
export function Cropper({ src, image, frame, ratio, describedBy, onChange }: CropperProps) {
  const t = useTranslations('instruments.crop');
  const box = useRef<HTMLDivElement>(null);
  const drag = useRef<Drag>(undefined);
  const begin = (event: PointerEvent<HTMLElement>, handle?: Handle): void => {
    const width = box.current?.getBoundingClientRect().width ?? 0;
    if (width === 0) return;
    event.stopPropagation();
    drag.current = { x: event.clientX, y: event.clientY, frame, handle, scale: image.width / width };
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const follow = ({ clientX, clientY }: PointerEvent): void => {
    const from = drag.current;
    if (from === undefined) return;
    const [right, down] = [(clientX - from.x) * from.scale, (clientY - from.y) * from.scale];
    onChange(
      from.handle === undefined
        ? moved(from.frame, right, down, image)
        : resized(from.frame, from.handle, right, down, image, ratio),
    );
  };
  const end = (): void => {
    drag.current = undefined;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const arrow = ARROWS[event.key];
    if (arrow === undefined) return;
    event.preventDefault();
    const step = Math.max(1, Math.round(Math.max(image.width, image.height) * STEP));
    const [right, down] = [arrow[0] * step, arrow[1] * step];
    onChange(
      event.shiftKey
        ? resized(
            frame,
            arrow[0] === 0 ? { x: 0, y: 1 } : arrow[1] === 0 ? { x: 1, y: 0 } : CORNER,
            right,
            down,
            image,
            ratio,
          )
        : moved(frame, right, down, image),
    );
  };
  const part = (length: number, whole: number): string => `${(length / whole) * 100}%`;
  const drags = { onPointerMove: follow, onPointerUp: end, onPointerCancel: end };
  return (
    // Positions in the image do not mirror in right-to-left languages. The padding makes room for the handles.
    <div dir="ltr" className="grid place-items-center p-3">
      <div
        ref={box}
        className="relative isolate w-full"
        style={{
          aspectRatio: `${image.width} / ${image.height}`,
          maxWidth: `calc(min(52dvh, 560px) * ${image.width / image.height})`,
        }}
      >
        <div className="checkers absolute inset-0 overflow-hidden rounded-control">
          <img src={src} alt="" draggable={false} className="absolute inset-0 size-full object-fill select-none" />
          <span
            aria-hidden
            className="absolute rounded-[2px] shadow-[0_0_0_4000px_rgb(4_3_5/.62)]"
            style={{
              left: part(frame.left, image.width),
              top: part(frame.top, image.height),
              width: part(frame.width, image.width),
              height: part(frame.height, image.height),
            }}
          />
        </div>
        <div
          role="application"
          tabIndex={0}
          aria-label={t('frame', { width: frame.width, height: frame.height, left: frame.left, top: frame.top })}
          aria-describedby={describedBy}
          onPointerDown={(event) => begin(event)}
          {...drags}
          onKeyDown={onKeyDown}
          className="absolute cursor-move touch-none outline-2 outline-ink-on-media focus-visible:outline-3 focus-visible:outline-offset-3 focus-visible:outline-focus"
          style={{
            left: part(frame.left, image.width),
            top: part(frame.top, image.height),
            width: part(frame.width, image.width),
            height: part(frame.height, image.height),
          }}
        >
          <span
            aria-hidden
            className="pointer-events-none absolute inset-0 grid grid-cols-3 grid-rows-3 *:border-ink-on-media/35 [&>*:not(:nth-child(3n))]:border-e [&>*:nth-child(-n+6)]:border-b"
          >
            {Array.from({ length: 9 }, (_none, index) => (
              <i key={index} />
            ))}
          </span>
          {HANDLES.map(({ x, y, className }) => (
            <span
              key={`${x} ${y}`}
              aria-hidden
              onPointerDown={(event) => begin(event, { x, y })}
              {...drags}
              className={cx(
                'absolute grid size-7 -translate-x-1/2 -translate-y-1/2 touch-none place-items-center',
                className,
              )}
            >
              <i
                className={cx(
                  'block rounded-full bg-ink-on-media shadow-mid inset-ring-1 inset-ring-scrim',
                  x !== 0 && y !== 0 ? 'size-3' : x === 0 ? 'h-1.5 w-4' : 'h-4 w-1.5',
                )}
              />
            </span>
          ))}
        </div>
      </div>
    </div>
  );
}
