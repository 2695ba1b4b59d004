'use client';

import { useTranslations } from 'next-intl';
import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import type { UncropFrame } from '@src/creation/procedures/params.shared';
import { changeOptions, useFormState } from '@/features/make/create/draft/draft-store';
import { Media } from '@/ui/media/media';
import { frameIn, moved } from './frame';

const PROCEDURE = 'imageTools.uncrop';
/** Step of an arrow key as a share of the image's size; larger with Shift. */
const STEP = { small: 0.01, large: 0.1 } as const;
const ARROWS: Readonly<Record<string, readonly [across: number, down: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Where a drag began. */
interface Drag {
  readonly x: number;
  readonly y: number;
  readonly frame: UncropFrame;
  readonly width: number;
  readonly height: number;
}

/** The image in its extended frame. Drag it, or move it with the arrow keys. */
export function FramePreview() {
  const t = useTranslations('tools');
  const {
    draft,
    given: { image },
  } = useFormState(PROCEDURE);
  const drag = useRef<Drag>(undefined);
  if (image === undefined) return null;
  const frame = frameIn(draft.options);
  const wide = image.width + frame.left + frame.right;
  const high = image.height + frame.top + frame.bottom;
  const ratio = wide / high;
  const put = (next: UncropFrame): void => changeOptions({ ...next }, PROCEDURE);
  const part = (length: number, whole: number): string => `${(length / whole) * 100}%`;
  const onPointerDown = (event: PointerEvent<HTMLDivElement>): void => {
    const { width, height } = event.currentTarget.getBoundingClientRect();
    drag.current = { x: event.clientX, y: event.clientY, frame, width, height };
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const onPointerMove = ({ clientX, clientY }: PointerEvent): void => {
    const from = drag.current;
    if (from !== undefined)
      put(
        moved(
          from.frame,
          image,
          ((clientX - from.x) / from.width) * image.width,
          ((clientY - from.y) / from.height) * image.height,
        ),
      );
  };
  const end = (): void => {
    drag.current = undefined;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const arrow = ARROWS[event.key];
    if (arrow === undefined) return;
    event.preventDefault();
    const step = event.shiftKey ? STEP.large : STEP.small;
    put(moved(frame, image, arrow[0] * step * image.width, arrow[1] * step * image.height));
  };
  return (
    // Positions in the image do not mirror in right-to-left languages.
    <div dir="ltr" className="mx-auto w-full" style={{ maxWidth: `calc(min(var(--seen), 720px) * ${ratio})` }}>
      <Media
        ratio={String(ratio)}
        className="checkers w-full rounded-media outline-2 -outline-offset-2 outline-line-strong outline-dashed"
      >
        <div
          role="application"
          tabIndex={0}
          aria-label={t('widen.move')}
          onPointerDown={onPointerDown}
          onPointerMove={onPointerMove}
          onPointerUp={end}
          onPointerCancel={end}
          onKeyDown={onKeyDown}
          className="absolute cursor-move touch-none select-none focus-visible:outline-3 focus-visible:-outline-offset-3 focus-visible:outline-focus"
          style={{
            left: part(frame.left, wide),
            top: part(frame.top, high),
            width: part(image.width, wide),
            height: part(image.height, high),
          }}
        >
          <img
            src={`${image.url}?w=1024`}
            alt={image.name === '' ? t('yourPicture') : image.name}
            draggable={false}
            className="size-full"
          />
        </div>
      </Media>
    </div>
  );
}
