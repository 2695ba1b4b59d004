'use client';

import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import {
  fitView,
  zoomFactor,
  panView,
  pinchView,
  clampView,
  toImagePoint,
  zoomView,
  type MaskView,
  type Point,
  type Size,
} from './mask-view';

/** The view of the image, and functions that change it. Points are in viewport pixels. */
export interface MaskViewControls {
  readonly view: MaskView;
  /** 1 when the whole image is visible. */
  readonly near: number;
  readonly zoom: (factor: number, at?: Point) => void;
  readonly pan: (dx: number, dy: number) => void;
  readonly pinch: (before: readonly [Point, Point], after: readonly [Point, Point]) => void;
  readonly whole: () => void;
  readonly toImagePoint: (at: Point) => Point;
}

/**
 * The view of an image. Ctrl or ⌘ with the wheel zooms; a trackpad's pinch also reports Ctrl. The plain wheel moves
 * an image that is larger than its viewport, and otherwise scrolls the page.
 */
export function useMaskView(element: RefObject<HTMLDivElement | null>, image: Size): MaskViewControls {
  const [room, setRoom] = useState<Size>({ width: image.width, height: image.height });
  const [chosen, setChosen] = useState<MaskView>();
  const view = chosen === undefined ? fitView(image, room) : clampView(chosen, image, room);
  const near = zoomFactor(view, image, room);

  useLayoutEffect(() => {
    const box = element.current;
    if (box === null) return undefined;
    const observer = new ResizeObserver(() =>
      setRoom({ width: Math.max(1, box.clientWidth), height: Math.max(1, box.clientHeight) }),
    );
    observer.observe(box);
    return () => observer.disconnect();
  }, [element]);

  const zoom = (factor: number, at: Point = { x: room.width / 2, y: room.height / 2 }): void =>
    setChosen((before) => zoomView(before ?? fitView(image, room), factor, at, image, room));
  const pan = (dx: number, dy: number): void =>
    setChosen((before) => panView(before ?? fitView(image, room), dx, dy, image, room));

  const wheel = useRef<(event: WheelEvent) => void>(undefined);
  useEffect(() => {
    wheel.current = (event) => {
      const larger = near > 1.001;
      if (!event.ctrlKey && !event.metaKey && !larger) return;
      event.preventDefault();
      const box = element.current?.getBoundingClientRect();
      if (event.ctrlKey || event.metaKey)
        zoom(Math.exp(-event.deltaY / 240), {
          x: event.clientX - (box?.left ?? 0),
          y: event.clientY - (box?.top ?? 0),
        });
      else pan(-event.deltaX, -event.deltaY);
    };
  });
  useEffect(() => {
    const box = element.current;
    const onWheel = (event: WheelEvent): void => wheel.current?.(event);
    // React's wheel handlers are passive, so they could not stop the page from scrolling.
    box?.addEventListener('wheel', onWheel, { passive: false });
    return () => box?.removeEventListener('wheel', onWheel);
  }, [element]);

  return {
    view,
    near,
    zoom,
    pan,
    pinch: (before, after) => setChosen((was) => pinchView(was ?? fitView(image, room), before, after, image, room)),
    whole: () => setChosen(undefined),
    toImagePoint: (at) => toImagePoint(view, at),
  };
}
